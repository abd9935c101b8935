// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The break-even dial's picture. Above: one block of the forward pass in time, the gather of the next block's weights beside the
// computing and the part that comes out behind it, then the sums of tensor parallelism. Below: computing and gather over
// the tokens of a micro-batch, both axes logarithmic, with the point where they meet. Predicted.
#pragma once

#include "core/lesson/activities/break_even.h"
#include "ui/kit/canvas.h"

namespace ui {

class DialCanvas : public Canvas {
    Q_OBJECT
public:
    explicit DialCanvas(QWidget* parent);
    void setSetting(const core::DialSetting& setting);

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return int(m_curve.size()); }
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

signals:
    void tokensChosen(int tokens);  // a point of the curve was selected

private:
    struct Point {
        int tokens;
        core::DialReading reading;
    };
    [[nodiscard]] QRectF plotOf(const Theme& theme, const QSizeF& size) const;
    [[nodiscard]] double xOf(const QRectF& plot, double tokens) const;
    [[nodiscard]] double yOf(const QRectF& plot, double seconds) const;
    void drawBars(QPainter& painter, const Theme& theme, const QSizeF& size) const;
    void drawCurves(QPainter& painter, const Theme& theme, const QRectF& plot) const;

    core::DialSetting m_setting;
    core::DialReading m_now;
    std::optional<int> m_breakEven;
    std::vector<Point> m_curve;
    double m_least = 1e-6, m_most = 1;
};

}  // namespace ui
