// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/curves.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ui {

std::vector<QPointF> curve(const core::Series& series, double scale) {
    std::vector<QPointF> points;
    if (series.empty()) return points;
    for (const core::SeriesPoint& point : series.decimate(series[0].x, series.back().x, kCurveColumns))
        if (std::isfinite(point.y)) points.emplace_back(point.x, point.y * scale);
    // The extremes of the last column need not be its end; the newest value is always shown.
    const core::SeriesPoint& newest = series.back();
    if (std::isfinite(newest.y) && (points.empty() || points.back().x() < newest.x))
        points.emplace_back(newest.x, newest.y * scale);
    return points;
}

std::vector<BandPoint> band(const core::Series& series, int columns, double scale) {
    std::vector<BandPoint> points;
    if (series.size() < 2) return points;
    const double from = series[0].x, span = series.back().x - from;
    const int pieces = std::min(columns, int(series.size()));
    for (int i = 0; i < pieces; ++i) {
        const double left = from + span * i / pieces, right = from + span * (i + 1) / pieces;
        const auto range = series.range(left, right);
        if (range) points.push_back({(left + right) / 2, range->low * scale, range->high * scale});
    }
    if (!points.empty()) {  // reach to the ends of the curve
        points.front().x = from;
        points.back().x = from + span;
    }
    return points;
}

const core::Series& Smoothed::follow(const core::Series& series) {
    const std::size_t done = m_smooth.size();
    const bool cut = series.size() < done || (done > 0 && series[done - 1].x != m_smooth.back().x);
    if (cut) {
        m_smooth.clear();
        m_window.clear();
    }
    for (std::size_t i = m_smooth.size(); i < series.size(); ++i) {
        if (std::isfinite(series[i].y)) m_window.push_back(series[i].y);
        if (m_window.size() > m_steps) m_window.pop_front();
        const double sum = std::accumulate(m_window.begin(), m_window.end(), 0.0);
        m_smooth.append(series[i].x, m_window.empty() ? std::nan("") : sum / double(m_window.size()));
    }
    return m_smooth;
}

}  // namespace ui
