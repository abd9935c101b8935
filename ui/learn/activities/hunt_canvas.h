// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The instruments of the bug hunt: curves of the run beside those of one rank, the gradient of every tensor beside one
// rank's, and the copies that ranks hold. Measured.
#pragma once

#include "core/lesson/activities/bug_hunt.h"
#include "ui/kit/canvas.h"

namespace ui {

enum class Instrument { Loss, Norm, Gradients, Copies };

class HuntCanvas : public Canvas {
    Q_OBJECT
public:
    explicit HuntCanvas(QWidget* parent);

    void setReport(const core::HuntReport& report);
    void clear();
    void setInstrument(Instrument instrument);
    [[nodiscard]] Instrument instrument() const { return m_instrument; }

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {360, sizeHint().height()}; }

private:
    [[nodiscard]] bool isCurve() const { return m_instrument == Instrument::Loss || m_instrument == Instrument::Norm; }
    void drawCurves(QPainter& painter, const Theme& theme, const QSizeF& size) const;
    void drawGradients(QPainter& painter, const Theme& theme, const QSizeF& size) const;
    void drawCopies(QPainter& painter, const Theme& theme, const QSizeF& size) const;

    std::optional<core::HuntReport> m_report;
    Instrument m_instrument = Instrument::Loss;
};

}  // namespace ui
