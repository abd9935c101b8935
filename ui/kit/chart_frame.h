// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every chart of Qt Charts in the window shares: a frame without ground, legend and animation, and two axes whose
// ticks are the multiples of a step.
#pragma once

class QChartView;
class QValueAxis;

namespace ui {

class Theme;

void frameChart(QChartView& view, QValueAxis& x, QValueAxis& y);  // the chart takes the axes
void styleAxes(QValueAxis& x, QValueAxis& y, const Theme& theme);
void spanAxis(QValueAxis& axis, double low, double high, double step);

}  // namespace ui
