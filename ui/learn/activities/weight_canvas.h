// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Follow one weight": the tensor with its cuts, to click a scalar in, and the cards with the scalar's bytes: solid what a
// card always holds, dashed what it holds for a time, empty what it never has.
#pragma once

#include "core/lesson/activities/weight_trace.h"
#include "ui/kit/canvas.h"

namespace ui {

class TensorCanvas : public Canvas {
    Q_OBJECT
public:
    explicit TensorCanvas(QWidget* parent);
    void setTensor(const core::ShardMap& shards, int tp, const core::WeightPlace& place);

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return int(m_parts.size()); }
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;
    // Widget pixels of a scalar's middle.
    [[nodiscard]] QPointF position(std::int64_t row, std::int64_t column) const;

signals:
    void chosen(qint64 row, qint64 column);

protected:
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Part {  // a run of rows and columns that one tensor rank holds; −1: all of them
        std::int64_t row, rows, column, columns;
        int tp;
    };
    [[nodiscard]] QRectF area() const;
    [[nodiscard]] QRectF rectOf(const Part& part) const;

    QString m_name;
    std::int64_t m_rows = 1, m_columns = 1;
    int m_tp = 1;
    core::WeightPlace m_place;
    std::vector<Part> m_parts;
};

class HolderCanvas : public Canvas {
    Q_OBJECT
public:
    explicit HolderCanvas(QWidget* parent);
    void setTrace(const core::Layout& layout, const core::WeightTrace& trace);
    [[nodiscard]] const core::WeightTrace& trace() const { return m_trace; }

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override;
    [[nodiscard]] int itemCount() const override { return int(m_cards.size()); }
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

private:
    struct Card {
        core::Rank rank;
        core::Coordinates at;
        std::vector<core::WeightHolder> holders;  // two where embedding and tied head share the card
    };
    void drawCard(QPainter& painter, const Theme& theme, const QRectF& rect, const Card& card) const;

    std::vector<Card> m_cards;
    core::LayoutSpec m_spec;
    core::WeightTrace m_trace;
};

}  // namespace ui
