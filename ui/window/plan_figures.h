// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The six figures that Explore shows of a plan, as words: step time, throughput, MFU, bubble, peak memory, the whole run.
// All are predicted; a figure whose part of the snapshot is missing shows a dash.
#pragma once

#include "core/evaluate.h"
#include "ui/kit/hover_card.h"
#include "ui/kit/theme.h"

#include <QString>

#include <vector>

namespace ui {

struct Figure {
    QString label, number, unit;
    Role role = Role::Text;
    HoverContent explanation;
    QString pinned{}, change{};  // plan A's value, "A 2.91 s", and by how much this one differs
    Role changeRole = Role::Text2;
};

[[nodiscard]] std::vector<Figure> planFigures(const core::Snapshot& snapshot);

// The same with what plan A has for each of them.
[[nodiscard]] std::vector<Figure> planFigures(const core::Snapshot& snapshot, const core::Snapshot& pinned);

}  // namespace ui
