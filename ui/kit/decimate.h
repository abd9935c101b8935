// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Thins a curve to what a screen can show: per pixel column the lowest and the highest point, in their order.
// After: keeping extremes is what keeps spikes visible; every k-th point would lose them.
#pragma once

#include <QPointF>

#include <vector>

namespace ui {

// At most 2 · columns + 2 points; x must not fall. Fewer points come back as they are.
[[nodiscard]] std::vector<QPointF> decimateMinMax(const std::vector<QPointF>& points, double from, double to,
                                                  int columns);

}  // namespace ui
