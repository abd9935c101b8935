// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The figures of a plan side by side, painted; hovering explains one. What does not fit at the right is left out whole.
#pragma once

#include "ui/kit/hover_card.h"
#include "ui/window/plan_figures.h"

#include <QWidget>

#include <vector>

namespace ui {

class FigureStrip : public QWidget {
    Q_OBJECT
public:
    static constexpr int kHeight = 64;  // of the row, whose lower border is its own; before scaling

    explicit FigureStrip(QWidget* parent = nullptr);
    void setFigures(std::vector<Figure> figures);
    [[nodiscard]] const std::vector<Figure>& figures() const { return m_figures; }
    [[nodiscard]] const HoverCard& card() const { return m_card; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;

private:
    [[nodiscard]] std::vector<QRectF> boxes() const;

    std::vector<Figure> m_figures;
    HoverCard m_card;
};

}  // namespace ui
