// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How the global batch of one update is shared out: a row for every replica, in it the micro-batches that follow one another,
// in each of these its sequences. Counts are the plan's.
#pragma once

#include "core/plan/plan.h"
#include "ui/kit/canvas.h"

namespace ui {

enum class Accumulation { Counted, Hidden };  // Hidden: its number would answer the open question

class BatchCanvas : public Canvas {
    Q_OBJECT
public:
    explicit BatchCanvas(QWidget* parent);

    // A batch that does not come out whole is said so and not drawn.
    void setPlan(const core::Plan& plan, Accumulation shown);

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return m_microBatches > 0 ? rowsShown() : 0; }  // replicas
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    struct Places {
        double left, right, top, pitch, height;  // of the rows' boxes
    };
    [[nodiscard]] int rowsShown() const;
    [[nodiscard]] Places places(const Theme& theme, const QSizeF& size) const;
    [[nodiscard]] QString share() const;  // "32 × 4 = 128", or with a question mark
    void drawRow(QPainter& painter, const Theme& theme, const Places& at, int replica) const;
    void drawMicroBatch(QPainter& painter, const Theme& theme, const QRectF& box, int replica, int number) const;
    [[nodiscard]] QString sentence() const;

    Accumulation m_shown = Accumulation::Counted;
    int m_replicas = 0, m_microBatches = 0, m_microBatch = 0, m_global = 0, m_cardsOfReplica = 0;
};

class BatchView : public QWidget {
    Q_OBJECT
public:
    explicit BatchView(QWidget* parent);
    [[nodiscard]] BatchCanvas& canvas() const { return *m_canvas; }

private:
    BatchCanvas* m_canvas;
};

}  // namespace ui
