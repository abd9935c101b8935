// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Published tables that are shipped with the product (resources/published.json), recomputed row by row by the same
// functions that plan: how far the predictions are from what papers and project documents print. Two constants of the A100
// (Efficiency: products, memory) were chosen for all its step times together, and one factor for each vintage of software
// that a table was measured with; no constant belongs to one row. What a table assumes it says in `constants`.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace core {

// A sentence of the catalogue with its parameters: ui translates the code.
struct PublishedWords {
    std::string code;  // empty: nothing to say
    std::map<std::string, std::string> params{};
    [[nodiscard]] std::string text() const;  // English
};

struct PublishedRow {
    std::string label;
    double published = 0, computed = 0;
    [[nodiscard]] double error() const;  // |computed / published − 1|
    // The label in parts that a comma joins: sentences, or, with no code, a name or sizes that read the same in every
    // language, as {text}.
    [[nodiscard]] std::vector<PublishedWords> words() const;
};

struct PublishedTable {
    std::string name, unit;
    PublishedWords title, source, constants;
    std::vector<PublishedRow> rows;
    [[nodiscard]] double medianError() const;
    [[nodiscard]] double meanError() const;
    // The smallest error that nine tenths of the rows do not exceed.
    [[nodiscard]] double p90Error() const;
    [[nodiscard]] const PublishedRow& worst() const;  // of at least one row
};

// Title, source and constants of a table of resources/published.json.
void putWords(PublishedTable& table);

[[nodiscard]] std::vector<PublishedTable> recomputePublishedTables();

}  // namespace core
