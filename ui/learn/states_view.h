// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model states of the heaviest card under ZeRO 0, 1, 2 and 3, one bar each, against the memory of a card. While a
// question is open, stages above the plan's own are hidden behind a question mark. Predicted; activations left out.
#pragma once

#include "core/evaluate.h"
#include "ui/kit/canvas.h"
#include "ui/learn/learn_views.h"

#include <memory>

namespace ui {

class StatesCanvas : public Canvas {
    Q_OBJECT
public:
    explicit StatesCanvas(QWidget* parent);

    void setSnapshot(std::shared_ptr<const core::Snapshot> snapshot);
    void hideAbove(int stage);  // 3: nothing hidden
    void setStages(ShownStages stages);

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    [[nodiscard]] int stageOf(int item) const;
    [[nodiscard]] core::CategoryBytes states(int stage) const;
    [[nodiscard]] double total(int stage) const;
    [[nodiscard]] double axisEnd() const;
    void drawRow(QPainter& painter, const Theme& theme, const QSizeF& size, int item) const;
    void drawAxis(QPainter& painter, const Theme& theme, const QSizeF& size) const;

    std::shared_ptr<const core::Snapshot> m_snapshot;
    int m_hiddenAbove = 3;
    ShownStages m_stages = ShownStages::All;
};

class StatesView : public QWidget {
    Q_OBJECT
public:
    explicit StatesView(QWidget* parent);
    [[nodiscard]] StatesCanvas& canvas() const { return *m_canvas; }

private:
    StatesCanvas* m_canvas;
};

}  // namespace ui
