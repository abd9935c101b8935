// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/chart_frame.h"

#include "ui/kit/theme.h"

#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QLegend>
#include <QValueAxis>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

// Printf format that shows every multiple of `step` exactly.
QString labelFormat(double step) {
    int decimals = 0;
    for (double s = step; decimals < 6 && std::abs(s - std::round(s)) > 1e-6 * std::max(1.0, s); s *= 10) ++decimals;
    return QStringLiteral("%.%1f").arg(decimals);
}

}  // namespace

void frameChart(QChartView& view, QValueAxis& x, QValueAxis& y) {
    QChart& chart = *view.chart();
    chart.setBackgroundVisible(false);
    chart.setMargins({});
    chart.layout()->setContentsMargins(0, 0, 0, 0);
    chart.legend()->hide();
    chart.setAnimationOptions(QChart::NoAnimation);
    chart.setLocalizeNumbers(true);
    chart.addAxis(&x, Qt::AlignBottom);
    chart.addAxis(&y, Qt::AlignLeft);
    view.setRenderHint(QPainter::Antialiasing);
    view.setFrameShape(QFrame::NoFrame);
    view.setFocusPolicy(Qt::StrongFocus);
    for (QValueAxis* axis : {&x, &y}) {
        axis->setTickType(QValueAxis::TicksDynamic);
        axis->setTickAnchor(0);
    }
}

void styleAxes(QValueAxis& x, QValueAxis& y, const Theme& theme) {
    QColor line = theme.color(Role::Strong);
    line.setAlphaF(0.6F);
    for (QValueAxis* axis : {&x, &y}) {
        axis->setLinePen(QPen(line, 1));
        axis->setLabelsColor(theme.color(Role::Text2));
        axis->setLabelsFont(theme.font(FontUse::Axis));
        axis->setGridLinePen(QPen(theme.color(Role::Grid), 1));
    }
    x.setGridLineVisible(false);
    y.setLineVisible(false);
}

// Never a wide range with the ticks of a narrow one: the axis would make an item for each.
void spanAxis(QValueAxis& axis, double low, double high, double step) {
    axis.setTickInterval(std::max(axis.tickInterval(), step));
    axis.setRange(low, high);
    axis.setTickInterval(step);
    axis.setLabelFormat(labelFormat(step));
}

}  // namespace ui
