// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the two files of derivations share; nobody else includes it.
#pragma once

#include "core/planner/derivations.h"

#include <span>

namespace core {

struct Parts {
    std::string formula, numbers;
    std::vector<DerivedTerm> terms;
    std::string source;
};

struct PartsRow {
    std::string_view name;  // of the quantity; `parts` is asked only where the plan has it
    Parts (*parts)(const Snapshot&);
};

// Model, memory and whole run.
[[nodiscard]] std::span<const PartsRow> otherParts();
// Where the peak of the plan's cards is taken from.
[[nodiscard]] std::string peakSource(const Snapshot& snapshot);

}  // namespace core
