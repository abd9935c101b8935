// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Widths count characters, not bytes: units such as µ take two bytes.
#include "app/cli/table.h"

#include <algorithm>

namespace app {

namespace {

std::size_t width(const std::string& text) {
    return std::size_t(std::ranges::count_if(text, [](unsigned char byte) { return (byte & 0xC0) != 0x80; }));
}

}  // namespace

std::string table(const std::vector<TableRow>& rows) {
    std::vector<std::size_t> widths;
    for (const TableRow& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i == widths.size()) widths.push_back(0);
            widths[i] = std::max(widths[i], width(row[i]));
        }
    std::string text;
    for (const TableRow& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::string pad(widths[i] - width(row[i]), ' ');
            const bool last = i + 1 == row.size();
            text += i == 0 ? row[i] + (last ? "" : pad) : "  " + pad + row[i];
        }
        text += '\n';
    }
    return text;
}

}  // namespace app
