// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Published tables that are shipped with the product (resources/published.json), recomputed row by row by the same
// functions that plan: how far the predictions are from what papers print. Nothing is fitted here.
#pragma once

#include <string>
#include <vector>

namespace core {

struct PublishedRow {
    std::string label;
    double published = 0, computed = 0;
    [[nodiscard]] double error() const;  // |computed / published − 1|
};

struct PublishedTable {
    std::string name, title, source, unit;
    std::vector<PublishedRow> rows;
    [[nodiscard]] double medianError() const;
    // The smallest error that nine tenths of the rows do not exceed.
    [[nodiscard]] double p90Error() const;
    [[nodiscard]] const PublishedRow& worst() const;  // of at least one row
};

[[nodiscard]] std::vector<PublishedTable> recomputePublishedTables();

}  // namespace core
