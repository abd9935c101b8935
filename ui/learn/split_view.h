// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How tensor parallelism cuts an MLP: X · W₁ = H, f(H) · W₂ = Y, with the columns of the first matrix and the rows of the second
// in the colours of the tensor ranks, the parts of the sum that each rank has, and the all-reduce that adds them. Sizes are
// those of the plan's shard map, which the engine follows too.
#pragma once

#include "core/evaluate.h"
#include "ui/kit/canvas.h"

namespace ui {

enum class AllReduces { Counted, Hidden };  // Hidden: their number would answer the open question

class SplitCanvas : public Canvas {
    Q_OBJECT
public:
    explicit SplitCanvas(QWidget* parent);

    // Empty where the plan has no such MLP (experts) or no layout.
    void setSnapshot(const core::Snapshot& snapshot, AllReduces shown);
    [[nodiscard]] bool saysAllReduces() const { return m_ranks > 0 && m_shown == AllReduces::Counted; }

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return m_ranks > 0 ? 2 * m_ranks : 0; }
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    struct Places {
        QRectF input, first, middle, second, sum, output;  // of the whole matrices; `sum` is of the parts, stacked
        double gap = 0;
    };
    [[nodiscard]] Places places(const Theme& theme, const QSizeF& size) const;
    // Item i < ranks: columns of the first matrix; else rows of the second.
    [[nodiscard]] QRectF partOf(const Places& at, int item) const;
    void drawCaption(QPainter& painter, const Theme& theme, const QRectF& matrix, double gap, const QString& name,
                     const QString& words) const;
    void drawPart(QPainter& painter, const Theme& theme, const QRectF& part, int rank) const;
    void drawSum(QPainter& painter, const Theme& theme, const Places& at) const;
    [[nodiscard]] QString sentence() const;

    AllReduces m_shown = AllReduces::Counted;
    int m_ranks = 0;
    std::int64_t m_hidden = 0, m_ffn = 0, m_part = 0;  // columns of the first matrix that a rank holds
    int m_layers = 0;
    core::Bytes m_message;
};

class SplitView : public QWidget {
    Q_OBJECT
public:
    explicit SplitView(QWidget* parent);
    [[nodiscard]] SplitCanvas& canvas() const { return *m_canvas; }

private:
    SplitCanvas* m_canvas;
};

}  // namespace ui
