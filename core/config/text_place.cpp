// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/text_place.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <functional>

namespace core {

namespace {

// The number behind the last colon of `text`, which loses both.
std::optional<int> takeNumber(std::string_view& text) {
    const std::size_t colon = text.rfind(':');
    if (colon == text.npos) return std::nullopt;
    int number = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, number);
    if (error != std::errc() || stop != end || number < 1) return std::nullopt;
    text = text.substr(0, colon);
    return number;
}

}  // namespace

std::optional<ProblemPlace> placeOf(const std::string& where) {
    std::string_view rest = where;
    ProblemPlace place;
    if (const std::size_t bracket = rest.rfind(" ("); bracket != rest.npos && rest.ends_with(')')) {
        place.pointer = rest.substr(bracket + 2, rest.size() - bracket - 3);
        rest = rest.substr(0, bracket);
    }
    const auto column = takeNumber(rest);
    const auto line = column ? takeNumber(rest) : std::nullopt;
    if (!line) return std::nullopt;
    place.file = rest;
    place.at = {*line, *column};
    return place;
}

std::optional<std::size_t> offsetOf(std::string_view text, TextPosition at) {
    std::size_t offset = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (int line = 1; line < at.line; ++line) {
        const std::size_t end = text.find('\n', offset);
        if (end == text.npos) return std::nullopt;
        offset = end + 1;
    }
    for (int column = 1; column < at.column; ++column) {
        if (offset >= text.size() || text[offset] == '\n') return std::nullopt;
        offset += std::max<std::size_t>(1, utf8Length(text, offset));
    }
    return offset <= text.size() ? std::optional(offset) : std::nullopt;
}

TextPosition positionAt(std::string_view text, std::size_t offset) {
    text = text.substr(0, offset);
    const std::size_t begin =
        std::max(lineBegin(text, text.size()), std::size_t(text.starts_with("\xEF\xBB\xBF") ? 3 : 0));
    TextPosition at{1 + int(std::ranges::count(text, '\n')), 1};
    for (std::size_t byte = std::min(begin, text.size()); byte < text.size(); ++at.column)
        byte += std::max<std::size_t>(1, utf8Length(text, byte));
    return at;
}

std::string withEdits(std::string_view text, std::vector<TextEdit> edits) {
    std::ranges::sort(edits, std::greater{}, &TextEdit::begin);
    std::string result(text);
    for (const TextEdit& edit : edits) result.replace(edit.begin, edit.length, edit.text);
    return result;
}

std::size_t lineBegin(std::string_view text, std::size_t offset) {
    const std::size_t before = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
    return before == text.npos ? 0 : before + 1;
}

std::size_t lineEnd(std::string_view text, std::size_t offset) {
    const std::size_t end = std::min(text.find('\n', offset), text.size());
    return end > offset && text[end - 1] == '\r' ? end - 1 : end;
}

std::size_t lineContent(std::string_view text, std::size_t offset) {
    return std::min(text.find_first_not_of(" \t", lineBegin(text, offset)), text.size());
}

}  // namespace core
