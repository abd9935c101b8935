// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Recursive descent over the text.
#include "core/base/json_cursor.h"

#include <fmt/format.h>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

class Reader : JsonCursor {
public:
    Reader(std::string_view text, JsonText& result)
        : JsonCursor(text, result) {}

    void read() {
        skipBlank();
        m_json.root = value("", 0);
        skipBlank();
        if (!atEnd()) fail("json.trailing", {});
    }

private:
    void take(char c, std::string_view what) {
        if (peek() != c || atEnd()) expected(what);
        advance();
    }

    Json value(const std::string& pointer, int depth) {
        m_pointer = pointer;
        m_json.positions[pointer] = m_position;
        refuseDepth(depth);
        const char c = peek();
        if (c == '{') return object(pointer, depth);
        if (c == '[') return array(pointer, depth);
        if (c == '"') return quoted(Escapes::Json);
        if (c == '-' || (c >= '0' && c <= '9')) return number();
        if (startsWith("true")) return literal(4, true);
        if (startsWith("false")) return literal(5, false);
        if (startsWith("null")) return literal(4, nullptr);
        expected("a value");
    }

    Json literal(std::size_t length, Json json) {
        advance(length);
        return json;
    }

    Json object(const std::string& pointer, int depth) {
        Json json = Json::object();
        advance();
        for (skipBlank(); peek() != '}'; skipBlank()) {
            const TextPosition keyAt = m_position;
            if (peek() != '"') expected("a key in double quotes or }");
            const std::string key = quoted(Escapes::Json);
            const std::string child = pointer + '/' + pointerToken(key);
            noteKey(key, child, keyAt, {});
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
    } catch (const JsonRefusal& refusal) {
        return refuse(refusal.problem);
    }
    return result;
}

}  // namespace core
