// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Min/max pyramid over an append-only sequence.
#include "core/telemetry/series.h"

#include <algorithm>
#include <cmath>

namespace core {

void Series::append(double x, double y) {
    if (!m_points.empty() && x < m_points.back().x) truncate(lowerBound(x));
    m_points.push_back({x, y});
    close(0);
}

void Series::clear() {
    m_points.clear();
    m_levels.clear();
}

// Adds the entries of the blocks that the newest point has completed.
void Series::close(std::size_t level) {
    std::size_t block = kFanOut;
    for (; m_points.size() % block == 0; ++level, block *= kFanOut) {
        if (level == m_levels.size()) m_levels.emplace_back();
        const std::size_t first = m_points.size() - block;
        m_levels[level].push_back(extremes(first, m_points.size()));
    }
}

void Series::truncate(std::size_t size) {
    m_points.resize(size);
    std::size_t block = kFanOut;
    for (auto& level : m_levels) {
        level.resize(std::min(level.size(), size / block));
        block *= kFanOut;
    }
}

// NaN loses against any number; among equals the earlier point wins.
Series::Extremes Series::merged(Extremes a, Extremes b) const {
    const auto y = [this](std::size_t i) { return m_points[i].y; };
    if (std::isnan(y(a.low))) return std::isnan(y(b.low)) ? a : b;
    if (std::isnan(y(b.low))) return a;
    return {y(b.low) < y(a.low) ? b.low : a.low, y(b.high) > y(a.high) ? b.high : a.high};
}

Series::Extremes Series::extremes(std::size_t first, std::size_t last) const {
    Extremes found{first, first};
    while (first < last) {
        // The largest whole block that starts here and ends in time.
        std::size_t block = 1, level = 0;
        while (level < m_levels.size() && first % (block * kFanOut) == 0 && first + block * kFanOut <= last &&
               first / (block * kFanOut) < m_levels[level].size()) {
            block *= kFanOut;
            ++level;
        }
        found = merged(found, level == 0 ? Extremes{first, first} : m_levels[level - 1][first / block]);
        first += block;
    }
    return found;
}

std::size_t Series::lowerBound(double x) const {
    const auto at = std::lower_bound(m_points.begin(), m_points.end(), x,
                                     [](const SeriesPoint& p, double value) { return p.x < value; });
    return std::size_t(at - m_points.begin());
}

std::optional<SeriesPoint> Series::nearest(double x) const {
    if (empty()) return std::nullopt;
    const std::size_t right = std::min(lowerBound(x), size() - 1);
    if (right == 0) return m_points.front();
    const SeriesPoint &a = m_points[right - 1], &b = m_points[right];
    return x - a.x <= b.x - x ? a : b;
}

std::optional<SeriesRange> Series::range(double x0, double x1) const {
    const std::size_t first = lowerBound(x0);
    const std::size_t last = lowerBound(std::nextafter(x1, INFINITY));
    if (first >= last) return std::nullopt;
    const Extremes found = extremes(first, last);
    if (std::isnan(m_points[found.low].y)) return std::nullopt;
    return SeriesRange{m_points[found.low].y, m_points[found.high].y};
}

std::vector<SeriesPoint> Series::decimate(double x0, double x1, int columns) const {
    std::vector<SeriesPoint> drawn;
    if (empty() || columns < 1 || !(x1 >= x0)) return drawn;
    const std::size_t first = lowerBound(x0);
    const std::size_t end = lowerBound(std::nextafter(x1, INFINITY));
    if (first > 0) drawn.push_back(m_points[first - 1]);
    std::size_t at = first;
    for (int column = 1; column <= columns && at < end; ++column) {
        const double edge = x0 + (x1 - x0) * column / columns;
        const std::size_t next = column == columns ? end : std::clamp(lowerBound(edge), at, end);
        if (next == at) continue;
        const Extremes found = extremes(at, next);
        drawn.push_back(m_points[std::min(found.low, found.high)]);
        if (found.low != found.high) drawn.push_back(m_points[std::max(found.low, found.high)]);
        at = next;
    }
    if (end < size()) drawn.push_back(m_points[end]);
    return drawn;
}

}  // namespace core
