// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Places in a text, as problems name them, and edits of a text by byte offsets.
#pragma once

#include "core/base/json_text.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

// "FILE:LINE:COLUMN (pointer)" of a problem, taken apart; a file name may hold colons.
struct ProblemPlace {
    std::string file;
    TextPosition at;
    std::string pointer;  // or the name of an argument, "--tp"; empty = none
};
// Nothing where no line and column are named.
[[nodiscard]] std::optional<ProblemPlace> placeOf(const std::string& where);

// Bytes before a place; a byte-order mark is not counted in its column. Nothing where the text has no such place.
[[nodiscard]] std::optional<std::size_t> offsetOf(std::string_view text, TextPosition at);
// The other way round; the place of the end where the text is shorter.
[[nodiscard]] TextPosition positionAt(std::string_view text, std::size_t offset);

// Replaces `length` bytes from `begin` on.
struct TextEdit {
    std::size_t begin = 0, length = 0;
    std::string text{};
};
// Edits do not overlap; in any order.
[[nodiscard]] std::string withEdits(std::string_view text, std::vector<TextEdit> edits);

// Of the line around an offset: where it begins, and where it ends before its line end.
[[nodiscard]] std::size_t lineBegin(std::string_view text, std::size_t offset);
[[nodiscard]] std::size_t lineEnd(std::string_view text, std::size_t offset);
// The line's first byte that is no blank.
[[nodiscard]] std::size_t lineContent(std::string_view text, std::size_t offset);

}  // namespace core
