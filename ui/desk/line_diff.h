// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shortest list of removed and added lines between two texts (Myers 1986, O(ND)); where they differ in more than
// some thousand lines the middle is given whole.
#pragma once

#include <QStringList>

#include <vector>

namespace ui {

struct DiffLine {
    enum class Kind { Same, Removed, Added };
    Kind kind = Kind::Same;
    qsizetype before = -1, after = -1;  // line numbers from 0; −1 = on the other side only
    bool operator==(const DiffLine&) const = default;
};
[[nodiscard]] std::vector<DiffLine> lineDiff(const QStringList& before, const QStringList& after);

// With `context` same lines around each change; −1 as both numbers stands for lines left out.
[[nodiscard]] std::vector<DiffLine> nearChanges(const std::vector<DiffLine>& diff, int context);

}  // namespace ui
