// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/line_diff.h"

#include <algorithm>

namespace ui {

namespace {

using Kind = DiffLine::Kind;
constexpr int kMostChanges = 2000;

// The middle of two texts whose ends are alike. Furthest x on each diagonal k = x − y after d changes, kept per d for
// the way back.
std::vector<DiffLine> middle(const QStringList& a, const QStringList& b, qsizetype offset) {
    const int n = int(a.size()), m = int(b.size()), most = std::min(n + m, kMostChanges);
    std::vector<std::vector<int>> rounds;
    std::vector<int> furthest(std::size_t(2 * most + 3), 0);
    const auto at = [&](std::vector<int>& row, int k) -> int& { return row[std::size_t(k + most + 1)]; };
    int found = -1;
    for (int d = 0; d <= most && found < 0; ++d) {
        for (int k = -d; k <= d && found < 0; k += 2) {
            const bool down = k == -d || (k != d && at(furthest, k - 1) < at(furthest, k + 1));
            int x = down ? at(furthest, k + 1) : at(furthest, k - 1) + 1;
            while (x < n && x - k < m && a[x] == b[x - k]) ++x;
            at(furthest, k) = x;
            if (x >= n && x - k >= m) found = d;
        }
        rounds.push_back(furthest);
    }
    std::vector<DiffLine> lines;
    int x = n, y = m;
    if (found < 0) {
        while (y > 0) lines.push_back({Kind::Added, -1, offset + --y});
        while (x > 0) lines.push_back({Kind::Removed, offset + --x, -1});
        std::reverse(lines.begin(), lines.end());
        return lines;
    }
    for (int d = found; d > 0; --d) {
        std::vector<int>& row = rounds[std::size_t(d - 1)];
        const int k = x - y;
        const bool down = k == -d || (k != d && at(row, k - 1) < at(row, k + 1));
        const int fromX = at(row, down ? k + 1 : k - 1), fromY = fromX - (down ? k + 1 : k - 1);
        while (x > fromX && y > fromY && (x > fromX + (down ? 0 : 1) || y > fromY + (down ? 1 : 0)))
            lines.push_back({Kind::Same, offset + --x, offset + --y});
        lines.push_back(down ? DiffLine{Kind::Added, -1, offset + --y} : DiffLine{Kind::Removed, offset + --x, -1});
    }
    while (x > 0) lines.push_back({Kind::Same, offset + --x, offset + --y});
    std::reverse(lines.begin(), lines.end());
    return lines;
}

}  // namespace

std::vector<DiffLine> lineDiff(const QStringList& before, const QStringList& after) {
    const qsizetype shortest = std::min(before.size(), after.size());
    qsizetype head = 0, tail = 0;
    while (head < shortest && before[head] == after[head]) ++head;
    while (tail < shortest - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail]) ++tail;
    std::vector<DiffLine> lines;
    for (qsizetype i = 0; i < head; ++i) lines.push_back({Kind::Same, i, i});
    const auto between =
        middle(before.mid(head, before.size() - head - tail), after.mid(head, after.size() - head - tail), head);
    lines.insert(lines.end(), between.begin(), between.end());
    for (qsizetype i = tail; i > 0; --i) lines.push_back({Kind::Same, before.size() - i, after.size() - i});
    return lines;
}

std::vector<DiffLine> nearChanges(const std::vector<DiffLine>& diff, int context) {
    std::vector<bool> kept(diff.size(), false);
    for (std::size_t i = 0; i < diff.size(); ++i)
        if (diff[i].kind != Kind::Same)
            for (std::size_t j = i > std::size_t(context) ? i - std::size_t(context) : 0;
                 j < std::min(diff.size(), i + std::size_t(context) + 1); ++j)
                kept[j] = true;
    std::vector<DiffLine> lines;
    for (std::size_t i = 0; i < diff.size(); ++i) {
        if (kept[i])
            lines.push_back(diff[i]);
        else if (lines.empty() || lines.back() != DiffLine{})
            lines.push_back({});
    }
    return lines;
}

}  // namespace ui
