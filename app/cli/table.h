// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Columns of text for people: the first column to the left, the others to the right, two spaces between.
#pragma once

#include <string>
#include <vector>

namespace app {

using TableRow = std::vector<std::string>;

[[nodiscard]] std::string table(const std::vector<TableRow>& rows);

}  // namespace app
