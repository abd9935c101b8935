// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A canvas of rows that scroll, whose items mean something the whole window can select: it shows the hall's
// selection and hover as marks. What the rows are and where they lie is the derived canvas's.
#pragma once

#include "ui/kit/canvas.h"
#include "ui/state/selection.h"

namespace ui {

class RowScroll;

class MarkedCanvas : public Canvas {
    Q_OBJECT
public:
    explicit MarkedCanvas(QWidget* parent = nullptr);

    void setMarks(const SelectedItem& selected, const SelectedItem& hovered);
    [[nodiscard]] virtual SelectedItem itemMeaning(int item) const = 0;

protected:
    [[nodiscard]] const SelectedItem& markedSelected() const { return m_selected; }
    [[nodiscard]] const SelectedItem& markedHovered() const { return m_hoveredItem; }
    [[nodiscard]] RowScroll& rowScroll() const { return *m_scroll; }
    // Tells the scroll bar where rows show; called when size, scale or data change.
    virtual void placeScroll() = 0;

    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    SelectedItem m_selected, m_hoveredItem;
    RowScroll* m_scroll;
};

}  // namespace ui
