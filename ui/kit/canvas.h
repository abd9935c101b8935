// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Base of the painted views. A view says what its items are and where, draws them, and says what each one
// means; the base does the pointer, the keyboard, hover cards, the focus ring, pan and zoom gestures, and the
// export.
//
// Items are numbered 0 … itemCount()−1 in reading order; −1 is none. All positions are widget pixels.
// Keys: arrows walk items, Enter selects, Menu opens the hover card, C copies it, Esc clears; + − 0 zoom and
// fit where the view can.
#pragma once

#include "ui/kit/hover_card.h"
#include "ui/kit/table.h"
#include "ui/kit/theme.h"

#include <QWidget>

class QPainter;

namespace ui {

enum class Medium { Screen, Export };

class Canvas : public QWidget {
    Q_OBJECT
public:
    explicit Canvas(QWidget* parent = nullptr);

    // The whole picture at `size`, without hover and focus marks. Also called by exporters with a theme of
    // their own.
    virtual void draw(QPainter& painter, const Theme& theme, const QSizeF& size, Medium medium) = 0;
    [[nodiscard]] virtual Table table() const = 0;

    [[nodiscard]] virtual int itemCount() const = 0;
    [[nodiscard]] virtual int itemAt(const QPointF& at) const = 0;
    [[nodiscard]] virtual QRectF itemRect(int item) const = 0;
    [[nodiscard]] virtual HoverContent hoverContent(int item) const = 0;

    [[nodiscard]] int hoveredItem() const { return m_hovered; }
    [[nodiscard]] int focusedItem() const { return m_focused; }

signals:
    void itemHovered(int item);   // −1 = none
    void itemSelected(int item);  // click, Enter
    void cleared();               // Esc, click on nothing

protected:
    // Where an arrow key leads; the default takes the nearest item in that direction.
    [[nodiscard]] virtual int neighbour(int item, Qt::Key key) const;
    // Views that zoom or pan override these; `factor` > 1 zooms in around `anchor`.
    virtual void zoom(double factor, const QPointF& anchor);
    virtual void pan(const QPointF& pixels);
    virtual void fit();
    [[nodiscard]] virtual bool canPan() const { return false; }
    // Makes an item visible before the keyboard focus rests on it.
    virtual void reveal(int item);
    // Item numbers are void: data changed.
    void resetItems();

    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void setHovered(int item);
    void setFocused(int item);
    void showCardOf(int item);
    void moveFocus(Qt::Key key);

    HoverCard* m_card;
    int m_hovered = -1;
    int m_focused = -1;
    QPointF m_pressed, m_last;
    bool m_panning = false;
};

}  // namespace ui
