// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// HTML of the report's sections. Text goes in escaped; numbers stand to the right.
#pragma once

#include "core/report/report.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

[[nodiscard]] std::string escaped(std::string_view text);
[[nodiscard]] std::string formulaHtml(std::string_view formula);  // t_pipe with its subscript

enum class CellAlign { Left, Right };
struct HtmlColumn {
    std::string title;  // HTML, as are the cells
    CellAlign align = CellAlign::Left;
};
[[nodiscard]] std::string htmlTable(const std::vector<HtmlColumn>& columns, const std::vector<std::vector<std::string>>& rows);
// Two columns, the second to the right, no heading.
[[nodiscard]] std::string factTable(const std::vector<std::pair<std::string, std::string>>& facts);
[[nodiscard]] std::string heading(std::string_view text);
[[nodiscard]] std::string quiet(std::string_view html);
// A small square of a bar's colour: what the pictures' segments mean.
[[nodiscard]] std::string swatch(std::string_view colour);
// The page around `body`.
[[nodiscard]] std::string htmlPage(ReportForm form, std::string_view language, std::string_view title, std::string_view body);

}  // namespace core
