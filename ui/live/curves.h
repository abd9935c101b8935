// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves from the series of a run: thinned, smoothed, and the band between the smallest and the largest
// value. Pure.
#pragma once

#include "core/telemetry/series.h"
#include "ui/kit/line_chart.h"

#include <deque>
#include <vector>

namespace ui {

inline constexpr int kCurveColumns = 1000;  // a chart has fewer pixels

// y is multiplied by `scale`.
[[nodiscard]] std::vector<QPointF> curve(const core::Series& series, double scale = 1);
// Smallest and largest value in each of `columns` equal spans.
[[nodiscard]] std::vector<BandPoint> band(const core::Series& series, int columns, double scale = 1);

// Mean of the last `steps` finite values of a growing series, of fewer at its start. Follows appends, and
// starts over where the series was cut back (a resumed run).
class Smoothed {
public:
    explicit Smoothed(std::size_t steps)
        : m_steps(steps) {}
    const core::Series& follow(const core::Series& series);
    [[nodiscard]] std::size_t steps() const { return m_steps; }

private:
    std::size_t m_steps;
    core::Series m_smooth;
    std::deque<double> m_window;
};

}  // namespace ui
