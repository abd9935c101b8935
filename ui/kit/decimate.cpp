// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/decimate.h"

#include <algorithm>

namespace ui {
namespace {

struct Column {
    std::size_t low = 0, high = 0;
    bool used = false;
};

void flush(const std::vector<QPointF>& points, Column& column, std::vector<QPointF>& out) {
    if (!column.used) return;
    const auto [first, second] = std::minmax(column.low, column.high);
    out.push_back(points[first]);
    if (second != first) out.push_back(points[second]);
    column.used = false;
}

}  // namespace

std::vector<QPointF> decimateMinMax(const std::vector<QPointF>& points, double from, double to, int columns) {
    if (columns < 1 || points.size() <= std::size_t(2 * columns) || !(to > from)) return points;
    const auto byX = [](const QPointF& point, double x) { return point.x() < x; };
    auto first = std::size_t(std::lower_bound(points.begin(), points.end(), from, byX) - points.begin());
    auto last = std::size_t(std::lower_bound(points.begin(), points.end(), to, byX) - points.begin());
    // One point beyond either edge keeps the curve running to the edge of the plot.
    first = first > 0 ? first - 1 : 0;
    last = std::min(last + 1, points.size());

    std::vector<QPointF> out;
    Column column;
    int current = -1;
    for (std::size_t i = first; i < last; ++i) {
        const int at = std::clamp(int((points[i].x() - from) / (to - from) * columns), 0, columns - 1);
        if (at != current) {
            flush(points, column, out);
            current = at;
        }
        if (!column.used) column = {i, i, true};
        if (points[i].y() < points[column.low].y()) column.low = i;
        if (points[i].y() > points[column.high].y()) column.high = i;
    }
    flush(points, column, out);
    return out;
}

}  // namespace ui
