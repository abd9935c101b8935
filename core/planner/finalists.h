// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The best plans of a search while it runs, and their exact scores at its end: the fastest that fit, the front of time
// against memory, and the smallest of those that do not fit.
#pragma once

#include "core/planner/plan_scorer.h"

#include <optional>
#include <vector>

namespace core {

struct SearchResult;

class Finalists {
public:
    explicit Finalists(int most);
    void take(const Plan& plan, const QuickScore& score, bool fits);
    [[nodiscard]] std::optional<Seconds> best() const;  // by quick scores
    // Scores what was kept by core::score, drops what exceeds `capacity` after all, marks the front, sorts.
    void settle(SearchResult& result, Bytes capacity, const Calibration& calibration);

private:
    struct Entry {
        Plan plan;
        QuickScore quick;
    };
    void takeFast(const Plan& plan, const QuickScore& score);
    void takeFront(const Plan& plan, const QuickScore& score);

    std::size_t m_room;
    std::vector<Entry> m_fastest;  // rising step
    std::vector<Entry> m_front;    // rising step, falling memory
    std::optional<Entry> m_smallest;
};

}  // namespace core
