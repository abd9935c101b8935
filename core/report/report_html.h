// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// HTML of the report's sections. Text goes in escaped; numbers stand to the right.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace core {

[[nodiscard]] std::string escaped(std::string_view text);

enum class CellAlign { Left, Right };
struct HtmlColumn {
    std::string title;
    CellAlign align = CellAlign::Left;
};
// Cells are HTML already.
[[nodiscard]] std::string htmlTable(const std::vector<HtmlColumn>& columns, const std::vector<std::vector<std::string>>& rows);
// Two columns, the second to the right, no heading.
[[nodiscard]] std::string factTable(const std::vector<std::pair<std::string, std::string>>& facts);
[[nodiscard]] std::string heading(std::string_view text);
[[nodiscard]] std::string quiet(std::string_view html);
// The page around `body`.
[[nodiscard]] std::string htmlPage(std::string_view language, std::string_view title, std::string_view body);

}  // namespace core
