// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A growing time series that answers "what does it look like between x0 and x1 on n pixel columns" in
// logarithmic time. A pyramid keeps the position of the smallest and of the largest value of every 16, 256,
// 4096, ... points, so that no peak is lost by decimation. x does not decrease; an append further left (a run
// resumed from an older step) first removes the points at and behind it. Not thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace core {

struct SeriesPoint {
    double x = 0, y = 0;  // y may be NaN: a gap
    bool operator==(const SeriesPoint&) const = default;
};

struct SeriesRange {
    double low = 0, high = 0;
};

class Series {
public:
    void append(double x, double y);
    void clear();

    [[nodiscard]] std::size_t size() const { return m_points.size(); }
    [[nodiscard]] bool empty() const { return m_points.empty(); }
    [[nodiscard]] const SeriesPoint& operator[](std::size_t i) const { return m_points[i]; }
    [[nodiscard]] const SeriesPoint& back() const { return m_points.back(); }

    // First point at or right of x.
    [[nodiscard]] std::size_t lowerBound(double x) const;
    // Point nearest to x; none when empty.
    [[nodiscard]] std::optional<SeriesPoint> nearest(double x) const;
    // Smallest and largest finite y within [x0, x1]; none when there is none.
    [[nodiscard]] std::optional<SeriesRange> range(double x0, double x1) const;
    // At most two points a column, the extremes in the order of x, plus one neighbour on either side so that
    // lines run to the edges. Every value is a point of the series.
    [[nodiscard]] std::vector<SeriesPoint> decimate(double x0, double x1, int columns) const;

private:
    static constexpr std::size_t kFanOut = 16;
    struct Extremes {
        std::size_t low = 0, high = 0;  // positions in m_points
    };
    void truncate(std::size_t size);
    void close(std::size_t level);
    [[nodiscard]] Extremes merged(Extremes a, Extremes b) const;
    [[nodiscard]] Extremes extremes(std::size_t first, std::size_t last) const;  // last > first

    std::vector<SeriesPoint> m_points;
    std::vector<std::vector<Extremes>>
        m_levels;  // level k: one entry for each whole block of 16^(k+1) points
};

}  // namespace core
