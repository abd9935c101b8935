// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recursive descent over the text. An error is thrown inside this file only, as the Problem it becomes.
#include "core/base/json_text.h"

#include "core/base/utf8.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 100;

struct Refusal {
    Problem problem;
};

class Reader {
public:
    Reader(std::string_view text, JsonText& result)
        : m_text(text)
        , m_result(result) {
        if (m_text.substr(0, 3) == "\xEF\xBB\xBF") m_at = 3;
    }

    void read() {
        skipBlank();
        m_result.root = value("", 0);
        skipBlank();
        if (m_at < m_text.size()) fail("json.trailing", {});
    }

private:
    [[noreturn]] void fail(std::string code, std::map<std::string, std::string> params,
                           std::string fix = "fix.json.mend") const {
        throw Refusal{{Severity::Error, std::move(code), placeText(m_result.file, m_position, m_pointer),
                       std::move(params), std::move(fix)}};
    }

    [[noreturn]] void expected(std::string_view what) const {
        fail("json.syntax", {{"found", found()}, {"expected", std::string(what)}});
    }

    std::string found() const {
        if (m_at >= m_text.size()) return "the end of the text stands";
        const std::size_t length = utf8Length(m_text, m_at);
        const std::string_view piece = m_text.substr(m_at, length);
        return piece == "\n" || piece == "\r" ? "the end of the line stands"
                                              : fmt::format("\"{}\" stands", piece);
    }

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }

    void advance() {
        const std::size_t length = utf8Length(m_text, m_at);
        if (length == 0) fail("json.not-utf8", {}, "fix.json.save-utf8");
        if (m_text[m_at] == '\n') {
            ++m_position.line;
            m_position.column = 1;
        } else {
            ++m_position.column;
        }
        m_at += length;
    }

    void take(char c, std::string_view what) {
        if (peek() != c || m_at >= m_text.size()) expected(what);
        advance();
    }

    void skipBlank() {
        while (m_at < m_text.size()) {
            const char c = peek();
            const std::string_view two = m_text.substr(m_at, 2);
            if (c == ' ' || c == '\t' || c == '\n' || c == '\r') {
                advance();
            } else if (c == '#' || two == "//") {
                while (m_at < m_text.size() && peek() != '\n') advance();
            } else if (two == "/*") {
                skipBlockComment();
            } else {
                return;
            }
        }
    }

    void skipBlockComment() {
        advance();
        advance();
        while (m_text.substr(m_at, 2) != "*/") {
            if (m_at >= m_text.size()) expected("the end of the comment, */,");
            advance();
        }
        advance();
        advance();
    }

    Json value(const std::string& pointer, int depth) {
        m_pointer = pointer;
        m_result.positions[pointer] = m_position;
        if (depth > kMaxDepth) fail("json.too-deep", {{"limit", fmt::to_string(kMaxDepth)}});
        const char c = peek();
        if (c == '{') return object(pointer, depth);
        if (c == '[') return array(pointer, depth);
        if (c == '"') return string();
        if (c == '-' || (c >= '0' && c <= '9')) return number();
        if (m_text.substr(m_at, 4) == "true") return literal(4, true);
        if (m_text.substr(m_at, 5) == "false") return literal(5, false);
        if (m_text.substr(m_at, 4) == "null") return literal(4, nullptr);
        expected("a value");
    }

    Json literal(int length, Json json) {
        for (int i = 0; i < length; ++i) advance();
        return json;
    }

    Json object(const std::string& pointer, int depth) {
        Json json = Json::object();
        advance();
        for (skipBlank(); peek() != '}'; skipBlank()) {
            const TextPosition keyAt = m_position;
            if (peek() != '"') expected("a key in double quotes or }");
            const std::string key = string();
            const std::string child = pointer + '/' + pointerToken(key);
            noteKey(key, child, keyAt);
            skipBlank();
            take(':', "a colon");
            skipBlank();
            json[key] = value(child, depth + 1);
            m_pointer = pointer;
            skipBlank();
            if (peek() == '}') break;
            take(',', "a comma or }");
        }
        take('}', "}");
        return json;
    }

    void noteKey(const std::string& key, const std::string& pointer, TextPosition at) {
        const auto [before, isNew] = m_result.keys.try_emplace(pointer, at);
        if (isNew) return;
        // The members of the first object would seem to stand twice as well.
        std::erase_if(m_result.keys,
                      [&](const auto& entry) { return entry.first.starts_with(pointer + '/'); });
        m_result.duplicates.push_back({Severity::Error,
                                       "json.duplicate-key",
                                       placeText(m_result.file, at, pointer),
                                       {{"key", key}, {"first", fmt::to_string(before->second.line)}},
                                       "fix.json.keep-one"});
    }

    Json array(const std::string& pointer, int depth) {
        Json json = Json::array();
        advance();
        for (skipBlank(); peek() != ']'; skipBlank()) {
            json.push_back(value(fmt::format("{}/{}", pointer, json.size()), depth + 1));
            m_pointer = pointer;
            skipBlank();
            if (peek() == ']') break;
            take(',', "a comma or ]");
        }
        take(']', "]");
        return json;
    }

    std::string string() {
        std::string out;
        advance();
        while (peek() != '"') {
            if (m_at >= m_text.size() || std::uint8_t(peek()) < 0x20) expected("the closing double quote");
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
        static constexpr std::string_view kShort = "\"\\/bfnrt", kMeaning = "\"\\/\b\f\n\r\t";
        advance();
        if (peek() == 'u') return appendUtf8(out, unicodeEscape());
        const std::size_t which = m_at < m_text.size() ? kShort.find(peek()) : kShort.npos;
        if (which == kShort.npos) expected("an escape such as \\n or \\u00e9");
        out += kMeaning[which];
        advance();
    }

    std::uint32_t unicodeEscape() {
        const std::uint32_t high = hexQuad();
        if (high >= 0xDC00 && high <= 0xDFFF) expected("the first half of a surrogate pair before this");
        if (high < 0xD800 || high > 0xDBFF) return high;
        if (m_text.substr(m_at, 2) != "\\u") expected("the second half of a surrogate pair");
        advance();
        const std::uint32_t low = hexQuad();
        if (low < 0xDC00 || low > 0xDFFF) expected("the second half of a surrogate pair before this");
        return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    }

    std::uint32_t hexQuad() {
        advance();  // the u
        const std::string_view digits = m_text.substr(m_at, 4);
        std::uint32_t code = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
        if (error != std::errc() || end != digits.data() + 4) expected("four hexadecimal digits");
        for (int i = 0; i < 4; ++i) advance();
        return code;
    }

    // Integers that fit stay integers: a plan's seed uses all 64 bits.
    Json number() {
        std::size_t end = m_at;
        while (end < m_text.size() &&
               std::string_view("+-.eE0123456789").find(m_text[end]) != std::string_view::npos)
            ++end;
        const std::string_view token = m_text.substr(m_at, end - m_at);
        Json json = Json::parse(token, nullptr, false);
        if (json.is_discarded()) fail("number.not-a-number", {{"text", std::string(token)}});
        while (m_at < end) advance();
        return json;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    TextPosition m_position;
    std::string m_pointer;
    JsonText& m_result;
};

std::string_view parentOf(std::string_view pointer) { return pointer.substr(0, pointer.rfind('/')); }

}  // namespace

std::string pointerToken(std::string_view key) {
    std::string token;
    for (const char c : key) {
        if (c == '~')
            token += "~0";
        else if (c == '/')
            token += "~1";
        else
            token += c;
    }
    return token;
}

std::string placeText(std::string_view file, TextPosition at, std::string_view pointer) {
    return fmt::format("{}:{}:{} ({})", file, at.line, at.column, pointer.empty() ? "/" : pointer);
}

std::string JsonText::where(std::string_view pointer) const {
    for (std::string_view place = pointer; !place.empty(); place = parentOf(place))
        if (const auto at = positions.find(std::string(place)); at != positions.end())
            return placeText(file, at->second, pointer);
    const auto whole = positions.find("");
    return placeText(file, whole == positions.end() ? TextPosition{} : whole->second, pointer);
}

std::string JsonText::whereKey(std::string_view pointer) const {
    const auto key = keys.find(std::string(pointer));
    return key == keys.end() ? where(pointer) : placeText(file, key->second, pointer);
}

Result<JsonText> readJson(std::string_view text, std::string_view file) {
    JsonText result;
    result.file = file;
    try {
        Reader(text, result).read();
    } catch (const Refusal& refusal) {
        return refuse(refusal.problem);
    }
    return result;
}

}  // namespace core
