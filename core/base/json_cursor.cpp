// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_cursor.h"

#include "core/base/utf8.h"

#include <fmt/format.h>

#include <charconv>

namespace core {

JsonCursor::JsonCursor(std::string_view text, JsonText& result)
    : m_text(text)
    , m_json(result) {
    if (m_text.starts_with("\xEF\xBB\xBF")) m_at = 3;
}

void JsonCursor::fail(std::string code, std::map<std::string, std::string> params, std::string fix) const {
    throw JsonRefusal{{Severity::Error, std::move(code), placeText(m_json.file, m_position, m_pointer), std::move(params),
                       std::move(fix)}};
}

void JsonCursor::expected(std::string_view what) const {
    fail("json.syntax", {{"found", found()}, {"expected", std::string(what)}});
}

void JsonCursor::refuseDepth(int depth) const {
    if (depth > kMaxJsonDepth) fail("json.too-deep", {{"limit", fmt::to_string(kMaxJsonDepth)}});
}

std::string JsonCursor::found() const {
    if (atEnd()) return "the end of the text stands";
    const std::string_view piece = m_text.substr(m_at, utf8Length(m_text, m_at));
    return piece == "\n" || piece == "\r" ? "the end of the line stands" : fmt::format("\"{}\" stands", piece);
}

void JsonCursor::advance(std::size_t characters) {
    for (; characters > 0; --characters) {
        const std::size_t length = utf8Length(m_text, m_at);
        if (length == 0) fail("json.not-utf8", {}, "fix.json.save-utf8");
        m_position = peek() == '\n' ? TextPosition{m_position.line + 1, 1} : TextPosition{m_position.line, m_position.column + 1};
        m_at += length;
    }
}

void JsonCursor::skipBlank() {
    while (!atEnd()) {
        if (std::string_view(" \t\r\n").find(peek()) != std::string_view::npos) {
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

void JsonCursor::skipBlockComment() {
    for (advance(2); !startsWith("*/"); advance())
        if (atEnd()) expected("the end of the comment, */,");
    advance(2);
}

std::string JsonCursor::quoted(Escapes escapes) {
    const char quote = peek();
    std::string out;
    for (advance(); peek() != quote;) {
        if (atEnd() || std::uint8_t(peek()) < 0x20) expected(quote == '"' ? "the closing double quote" : "the closing quote");
        if (peek() == '\\') {
            escape(out, escapes);
            continue;
        }
        const std::size_t begin = m_at;
        advance();
        out += m_text.substr(begin, m_at - begin);
    }
    advance();
    return out;
}

void JsonCursor::escape(std::string& out, Escapes escapes) {
    static constexpr std::string_view kShort = "\"\\/bfnrt'", kMeaning = "\"\\/\b\f\n\r\t'";
    advance();
    if (peek() == 'u') return appendUtf8(out, unicodeEscape());
    const std::size_t which = atEnd() ? kShort.npos : kShort.find(peek());
    const bool known = which != kShort.npos && (kShort[which] != '\'' || escapes == Escapes::SingleQuoteToo);
    if (!known) expected("an escape such as \\n or \\u00e9");
    out += kMeaning[which];
    advance();
}

std::uint32_t JsonCursor::unicodeEscape() {
    const std::uint32_t high = hexQuad();
    if (high >= 0xDC00 && high <= 0xDFFF) expected("the first half of a surrogate pair before this");
    if (high < 0xD800 || high > 0xDBFF) return high;
    if (!startsWith("\\u")) expected("the second half of a surrogate pair");
    advance();
    const std::uint32_t low = hexQuad();
    if (low < 0xDC00 || low > 0xDFFF) expected("the second half of a surrogate pair before this");
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

std::uint32_t JsonCursor::hexQuad() {
    advance();  // the u
    const std::string_view digits = m_text.substr(m_at, 4);
    std::uint32_t code = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), code, 16);
    if (error != std::errc() || end != digits.data() + 4) expected("four hexadecimal digits");
    advance(4);
    return code;
}

void JsonCursor::noteKey(const std::string& name, const std::string& pointer, TextPosition at, const std::string& upstream) {
    auto& keys = m_json.keys;
    const auto [before, isNew] = keys.try_emplace(pointer, at);
    if (isNew) return;
    // The last one counts: what lay below the first is not in the document.
    const std::string below = pointer + '/', behind = pointer + char('/' + 1);
    keys.erase(keys.lower_bound(below), keys.lower_bound(behind));
    m_json.positions.erase(m_json.positions.lower_bound(below), m_json.positions.lower_bound(behind));
    m_json.duplicates.push_back({Severity::Error,
                                 "json.duplicate-key",
                                 placeText(m_json.file, at, pointer),
                                 {{"key", name}, {"first", fmt::to_string(before->second.line)}},
                                 "fix.json.keep-one",
                                 upstream});
    before->second = at;
}

}  // namespace core
