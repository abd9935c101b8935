// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Paints a MemoryPicture as stacked horizontal bars. Predicted alone: pale bars of 20. With measurements:
// measured solid 10 over predicted pale 6. Plan A: an outline behind the bar and its total beside the row's. Items: per row one for the whole and one per category.
#pragma once

#include "ui/memory/memory_picture.h"
#include "ui/state/marked_canvas.h"

namespace ui {

enum class MemoryDensity { Roomy, Tight };  // Explore: rows of 33, captions; Run: rows of 23

class MemoryCanvas : public MarkedCanvas {
    Q_OBJECT
public:
    explicit MemoryCanvas(MemoryDensity density, QWidget* parent = nullptr);

    void setPicture(MemoryPicture picture);
    [[nodiscard]] const MemoryPicture& picture() const { return m_picture; }
    [[nodiscard]] SelectedItem itemMeaning(int item) const override;
    // Item number of a row's whole, or of one of its categories; −1 when there is no such row.
    [[nodiscard]] int itemOf(const SelectedItem& wanted) const;
    void scrollTo(const SelectedItem& wanted);  // its row comes into sight

    void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) override;
    [[nodiscard]] Table table() const override { return memoryTable(m_picture); }
    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] int itemAt(const QPointF& at) const override;
    [[nodiscard]] QRectF itemRect(int item) const override;
    [[nodiscard]] HoverContent hoverContent(int item) const override;

protected:
    [[nodiscard]] int neighbour(int item, Qt::Key key) const override;
    void reveal(int item) override;
    void placeScroll() override;

private:
    // All positions of one drawing, for a theme and a size.
    struct Geometry {
        double left = 0, width = 0;  // of the bars
        double head = 0, foot = 0;   // heights of the fixed strips
        double pitch = 0, bar = 0;
        double perByte = 0;    // pixels
        double capacityX = 0;  // < 0: beyond the axis
        double valueRight = 0;
        QRectF area;                         // where rows show
        std::vector<double> captionY, rowY;  // in content pixels, tops
        double contentHeight = 0;
    };
    struct RowRef {
        const MemoryRow* row;
        int section;
    };
    [[nodiscard]] Geometry geometry(const Theme& theme, const QSizeF& size) const;
    [[nodiscard]] double labelWidth(const Theme& theme) const;
    [[nodiscard]] double valueWidth(const Theme& theme) const;
    [[nodiscard]] double axisEnd() const;  // bytes
    [[nodiscard]] QString valueText(const MemoryRow& row) const;
    [[nodiscard]] QString pinnedText(const MemoryRow& row) const;  // "A 29.2"; empty: A has no such row
    [[nodiscard]] bool matches(const MemoryRow& row, const SelectedItem& item) const;
    [[nodiscard]] QRectF segmentRect(const Geometry& g, int row, core::MemoryCategory category,
                                     bool measured) const;

    void drawRow(QPainter& painter, const Theme& theme, const Geometry& g, int row) const;
    void drawPinned(QPainter& painter, const Theme& theme, const Geometry& g, int row) const;
    void drawBar(QPainter& painter, const Theme& theme, const Geometry& g, int row, NumberKind kind) const;
    void drawRefused(QPainter& painter, const Theme& theme, const Geometry& g, int row) const;
    void drawRowText(QPainter& painter, const Theme& theme, const Geometry& g, int row, bool strong) const;
    void drawCaptions(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawCapacity(QPainter& painter, const Theme& theme, const Geometry& g) const;
    void drawAxis(QPainter& painter, const Theme& theme, const Geometry& g) const;

    MemoryDensity m_density;
    MemoryPicture m_picture;
    std::vector<RowRef> m_rows;
};

}  // namespace ui
