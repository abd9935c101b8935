// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recursive descent. An error is thrown inside this file only, as the Problem it becomes.
#include "core/config/hjson.h"

#include "core/base/utf8.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 100;

struct Refusal {
    Problem problem;
};

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && isBlank(text.front())) text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back())) text.remove_suffix(1);
    return text;
}

bool isNumber(std::string_view token) {
    std::size_t at = token.starts_with('-') ? 1 : 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < token.size() && token[at] >= '0' && token[at] <= '9') ++at;
        return at > begin;
    };
    const bool leadingZero = at + 1 < token.size() && token[at] == '0' && token[at + 1] >= '0' && token[at + 1] <= '9';
    if (leadingZero || !digits()) return false;
    if (at < token.size() && token[at] == '.' && (++at, !digits())) return false;
    if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
        if (++at < token.size() && (token[at] == '+' || token[at] == '-')) ++at;
        if (!digits()) return false;
    }
    return at == token.size();
}

class Reader {
public:
    Reader(std::string_view text, HjsonText& result)
        : m_text(text)
        , m_result(result) {
        if (m_text.starts_with("\xEF\xBB\xBF")) m_at = 3;
    }

    void read() {
        skipBlank();
        m_result.json.root = looksBraceless() ? object("", 0, Braces::None) : value("", 0);
        skipBlank();
        if (!atEnd()) fail("json.trailing", {});
    }

private:
    enum class Braces { Curly, None };

    [[noreturn]] void fail(std::string code, std::map<std::string, std::string> params,
                           std::string fix = "fix.json.mend") const {
        throw Refusal{{Severity::Error, std::move(code), placeText(m_result.json.file, m_position, m_pointer),
                       std::move(params), std::move(fix)}};
    }

    [[noreturn]] void expected(std::string_view what) const {
        fail("json.syntax", {{"found", found()}, {"expected", std::string(what)}});
    }

    std::string found() const {
        if (atEnd()) return "the end of the text stands";
        const std::string_view piece = m_text.substr(m_at, utf8Length(m_text, m_at));
        return piece == "\n" || piece == "\r" ? "the end of the line stands" : fmt::format("\"{}\" stands", piece);
    }

    bool atEnd() const { return m_at >= m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    bool startsWith(std::string_view text) const { return m_text.substr(m_at).starts_with(text); }

    void advance(std::size_t characters = 1) {
        for (; characters > 0; --characters) {
            const std::size_t length = utf8Length(m_text, m_at);
            if (length == 0) fail("json.not-utf8", {}, "fix.json.save-utf8");
            m_position = peek() == '\n' ? TextPosition{m_position.line + 1, 1}
                                        : TextPosition{m_position.line, m_position.column + 1};
            m_at += length;
        }
    }

    // {…} or […], or anything else that is the value of the whole; a first "key:" means that the braces were left out, and
    // so does nothing at all.
    bool looksBraceless() const {
        if (atEnd()) return true;
        if (peek() == '{' || peek() == '[') return false;
        const std::string_view rest = m_text.substr(m_at), line = rest.substr(0, rest.find('\n'));
        return line.find(':') != line.npos;
    }

    void skipBlank() {
        while (!atEnd()) {
            if (isBlank(peek())) {
                advance();
            } else if (peek() == '#' || startsWith("//")) {
                while (!atEnd() && peek() != '\n' && peek() != '\r') advance();
            } else if (startsWith("/*")) {
                skipBlockComment();
            } else {
                return;
            }
        }
    }

    void skipBlockComment() {
        for (advance(2); !startsWith("*/"); advance())
            if (atEnd()) expected("the end of the comment, */,");
        advance(2);
    }

    Json value(const std::string& pointer, int depth) {
        m_pointer = pointer;
        m_result.json.positions[pointer] = m_position;
        Json read = valueHere(pointer, depth);
        m_result.ends[pointer] = m_position;
        return read;
    }

    Json valueHere(const std::string& pointer, int depth) {
        if (depth > kMaxDepth) fail("json.too-deep", {{"limit", fmt::to_string(kMaxDepth)}});
        if (atEnd()) expected("a value");
        if (peek() == '{') return object(pointer, depth, Braces::Curly);
        if (peek() == '[') return array(pointer, depth);
        if (startsWith("'''")) return multiline();
        if (peek() == '"' || peek() == '\'') return quoted();
        if (std::string_view("}],:").find(peek()) != std::string_view::npos) expected("a value");
        return bare(pointer);
    }

    Json object(const std::string& pointer, int depth, Braces braces) {
        Json json = Json::object();
        m_result.json.positions[pointer] = m_position;
        if (braces == Braces::Curly) advance();
        for (skipBlank(); !closes(braces); skipBlank()) {
            const TextPosition keyAt = m_position;
            const std::string name = key();
            const std::string child = pointer + '/' + pointerToken(name);
            noteKey(name, child, keyAt);
            skipBlank();
            if (peek() != ':') expected("a colon");
            advance();
            skipBlank();
            json[name] = value(child, depth + 1);
            m_pointer = pointer;
            skipBlank();
            if (peek() == ',') advance();
        }
        if (braces == Braces::Curly) advance();
        return json;
    }

    bool closes(Braces braces) const {
        if (braces == Braces::None) return atEnd();
        if (atEnd()) expected("}");
        return peek() == '}';
    }

    Json array(const std::string& pointer, int depth) {
        Json json = Json::array();
        advance();
        for (skipBlank(); peek() != ']'; skipBlank()) {
            if (atEnd()) expected("]");
            json.push_back(value(fmt::format("{}/{}", pointer, json.size()), depth + 1));
            m_pointer = pointer;
            skipBlank();
            if (peek() == ',') advance();
        }
        advance();
        return json;
    }

    std::string key() {
        if (peek() == '"' || peek() == '\'') return quoted();
        const std::size_t begin = m_at;
        while (!atEnd() && !isBlank(peek()) && std::string_view("{}[],:").find(peek()) == std::string_view::npos)
            advance();
        if (m_at == begin) expected("a key or }");
        return std::string(m_text.substr(begin, m_at - begin));
    }

    void noteKey(const std::string& name, const std::string& pointer, TextPosition at) {
        auto& keys = m_result.json.keys;
        const auto [before, isNew] = keys.try_emplace(pointer, at);
        if (isNew) return;
        // The members of the first object would seem to stand twice as well.
        keys.erase(keys.lower_bound(pointer + '/'), keys.lower_bound(pointer + char('/' + 1)));
        m_result.json.duplicates.push_back({Severity::Error,
                                            "json.duplicate-key",
                                            placeText(m_result.json.file, at, pointer),
                                            {{"key", name}, {"first", fmt::to_string(before->second.line)}},
                                            "fix.json.keep-one",
                                            fmt::format("Duplicate keys in DeepSpeed config: ['{}']", name)});
    }

    // Without quotes: true, false, null or a number where one of , ] } or a comment ends it, a string otherwise, which
    // the end of the line ends.
    Json bare(const std::string& pointer) {
        const std::size_t begin = m_at;
        while (true) {
            const bool lineEnds = atEnd() || peek() == '\n' || peek() == '\r';
            if (lineEnds || std::string_view(",}]#").find(peek()) != std::string_view::npos || startsWith("//") ||
                startsWith("/*")) {
                const std::string_view token = trimmed(m_text.substr(begin, m_at - begin));
                if (const auto word = literal(token)) return *word;
                if (lineEnds) {
                    m_result.quoteless.insert(pointer);
                    return std::string(token);
                }
            }
            advance();
        }
    }

    std::optional<Json> literal(std::string_view token) const {
        if (token == "true") return Json(true);
        if (token == "false") return Json(false);
        if (token == "null") return Json(nullptr);
        if (!isNumber(token)) return std::nullopt;
        Json number = Json::parse(token, nullptr, false);
        if (number.is_discarded()) fail("number.too-large", {{"text", std::string(token)}});
        if (!number.is_number_float()) return number;
        const double real = number.get<double>();
        if (std::trunc(real) == real && std::abs(real) < 1e10) return Json(std::int64_t(real));
        return number;
    }

    std::string quoted() {
        const char quote = peek();
        std::string out;
        for (advance(); peek() != quote;) {
            if (atEnd() || std::uint8_t(peek()) < 0x20) expected("the closing quote");
            if (peek() == '\\') {
                escape(out);
                continue;
            }
            const std::size_t begin = m_at;
            advance();
            out += m_text.substr(begin, m_at - begin);
        }
        advance();
        return out;
    }

    void escape(std::string& out) {
        static constexpr std::string_view kShort = "\"'\\/bfnrt", kMeaning = "\"'\\/\b\f\n\r\t";
        advance();
        if (peek() == 'u') return appendUtf8(out, unicodeEscape());
        const std::size_t which = atEnd() ? kShort.npos : kShort.find(peek());
        if (which == kShort.npos) expected("an escape such as \\n or \\u00e9");
        out += kMeaning[which];
        advance();
    }

    std::uint32_t unicodeEscape() {
        const std::uint32_t high = hexQuad();
        if (high < 0xD800 || high > 0xDFFF) return high;
        if (high > 0xDBFF || !startsWith("\\u")) expected("a whole surrogate pair");
        advance();
        const std::uint32_t low = hexQuad();
        if (low < 0xDC00 || low > 0xDFFF) expected("a whole surrogate pair");
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    }

    std::uint32_t hexQuad() {
        advance();  // the u
        const std::string_view digits = m_text.substr(m_at, 4);
        std::uint32_t code = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc() || end != digits.data() + 4) expected("four hexadecimal digits");
        advance(4);
        return code;
    }

    // '''…''': the indent of the opening line is taken off every line, the last line end is left out.
    std::string multiline() {
        const int indent = m_position.column - 1;
        advance(3);
        while (peek() == ' ' || peek() == '\t' || peek() == '\r') advance();
        if (peek() == '\n') nextLine(indent);
        std::string out;
        while (!startsWith("'''")) {
            if (atEnd()) expected("the closing '''");
            const std::size_t begin = m_at;
            if (peek() == '\n') {
                nextLine(indent);
                out += '\n';
            } else {
                const bool kept = peek() != '\r';
                advance();
                if (kept) out += m_text.substr(begin, m_at - begin);
            }
        }
        advance(3);
        if (out.ends_with('\n')) out.pop_back();
        return out;
    }

    void nextLine(int indent) {
        advance();
        for (; indent > 0 && (peek() == ' ' || peek() == '\t' || peek() == '\r'); --indent) advance();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    TextPosition m_position;
    std::string m_pointer;
    HjsonText& m_result;
};

}  // namespace

Result<HjsonText> readHjson(std::string_view text, std::string_view file) {
    HjsonText result;
    result.json.file = file;
    try {
        Reader(text, result).read();
    } catch (const Refusal& refusal) {
        return refuse(refusal.problem);
    }
    return result;
}

}  // namespace core
