// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recursive descent.
#include "core/config/hjson.h"

#include "core/base/json_cursor.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <optional>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

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

class Reader : JsonCursor {
public:
    Reader(std::string_view text, HjsonText& result)
        : JsonCursor(text, result.json)
        , m_result(result) {}

    void read() {
        skipBlank();
        m_json.root = looksBraceless() ? object("", 0, Braces::None) : value("", 0);
        skipBlank();
        if (!atEnd()) fail("json.trailing", {});
    }

private:
    enum class Braces { Curly, None };

    // {…} or […], or anything else that is the value of the whole; a first "key:" means that the braces were left out,
    // and so does nothing at all.
    bool looksBraceless() const {
        if (atEnd()) return true;
        if (peek() == '{' || peek() == '[') return false;
        const std::string_view rest = m_text.substr(m_at), line = rest.substr(0, rest.find('\n'));
        return line.find(':') != line.npos;
    }

    Json value(const std::string& pointer, int depth) {
        m_pointer = pointer;
        m_json.positions[pointer] = m_position;
        Json read = valueHere(pointer, depth);
        m_result.ends[pointer] = m_position;
        return read;
    }

    Json valueHere(const std::string& pointer, int depth) {
        refuseDepth(depth);
        if (atEnd()) expected("a value");
        if (peek() == '{') return object(pointer, depth, Braces::Curly);
        if (peek() == '[') return array(pointer, depth);
        if (startsWith("'''")) return multiline();
        if (peek() == '"' || peek() == '\'') return quoted(Escapes::SingleQuoteToo);
        if (std::string_view("}],:").find(peek()) != std::string_view::npos) expected("a value");
        return bare(pointer);
    }

    Json object(const std::string& pointer, int depth, Braces braces) {
        Json json = Json::object();
        m_json.positions[pointer] = m_position;
        if (braces == Braces::Curly) advance();
        for (skipBlank(); !closes(braces); skipBlank()) {
            const TextPosition keyAt = m_position;
            const std::string name = key();
            const std::string child = pointer + '/' + pointerToken(name);
            noteKey(name, child, keyAt, fmt::format("Duplicate keys in DeepSpeed config: ['{}']", name));
            forget(child);
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

    // An equal key may have stood before, whose value does not count.
    void forget(const std::string& pointer) {
        m_result.quoteless.erase(pointer);
        const std::string below = pointer + '/', behind = pointer + char('/' + 1);
        auto& quoteless = m_result.quoteless;
        quoteless.erase(quoteless.lower_bound(below), quoteless.lower_bound(behind));
        auto& ends = m_result.ends;
        ends.erase(ends.lower_bound(below), ends.lower_bound(behind));
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
        if (peek() == '"' || peek() == '\'') return quoted(Escapes::SingleQuoteToo);
        const std::size_t begin = m_at;
        while (!atEnd() && !isBlank(peek()) && std::string_view("{}[],:").find(peek()) == std::string_view::npos)
            advance();
        if (m_at == begin) expected("a key or }");
        return std::string(m_text.substr(begin, m_at - begin));
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

    HjsonText& m_result;
};

}  // namespace

Result<HjsonText> readHjson(std::string_view text, std::string_view file) {
    HjsonText result;
    result.json.file = file;
    try {
        Reader(text, result).read();
    } catch (const JsonRefusal& refusal) {
        return refuse(refusal.problem);
    }
    return result;
}

}  // namespace core
