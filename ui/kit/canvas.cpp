// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/canvas.h"

#include "ui/kit/canvas_accessible.h"
#include "ui/kit/paint.h"
#include "ui/kit/style.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <cmath>
#include <limits>

namespace ui {
namespace {

bool isArrow(int key) {
    return key == Qt::Key_Left || key == Qt::Key_Right || key == Qt::Key_Up || key == Qt::Key_Down;
}

// Distance along the key's direction plus twice the distance across it; infinite behind.
double distance(const QPointF& from, const QPointF& to, Qt::Key key) {
    const QPointF d = to - from;
    const bool horizontal = key == Qt::Key_Left || key == Qt::Key_Right;
    const double sign = key == Qt::Key_Right || key == Qt::Key_Down ? 1 : -1;
    const double along = sign * (horizontal ? d.x() : d.y());
    const double across = std::abs(horizontal ? d.y() : d.x());
    return along > 0.5 ? along + 2 * across : std::numeric_limits<double>::infinity();
}

}  // namespace

Canvas::Canvas(QWidget* parent)
    : QWidget(parent)
    , m_card(new HoverCard(this)) {
    installCanvasAccessibility();
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAttribute(Qt::WA_OpaquePaintEvent);
    setProperty(kOwnFocusRing, true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

int Canvas::neighbour(int item, Qt::Key key) const {
    if (item < 0) return itemCount() > 0 ? 0 : -1;
    const QPointF from = itemRect(item).center();
    int best = item;
    double shortest = std::numeric_limits<double>::infinity();
    for (int i = 0; i < itemCount(); ++i) {
        const double d =
            i == item ? std::numeric_limits<double>::infinity() : distance(from, itemRect(i).center(), key);
        if (d < shortest) {
            shortest = d;
            best = i;
        }
    }
    return best;
}

void Canvas::zoom(double, const QPointF&) {}
void Canvas::pan(const QPointF&) {}
void Canvas::fit() {}
void Canvas::reveal(int) {}

void Canvas::resetItems() {
    m_focused = std::min(m_focused, itemCount() - 1);
    const int now = underMouse() ? itemAt(mapFromGlobal(QCursor::pos())) : -1;
    setHovered(now);  // says nothing when the pointer still rests on the same item
    if (m_card->isVisible()) {
        if (now >= 0)
            m_card->showNow(hoverContent(now), QCursor::pos());
        else
            showCardOf(m_focused);
    }
    update();
}

void Canvas::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    draw(painter, theme, size(), Medium::Screen);
    if (m_hovered >= 0 && m_hovered < itemCount()) drawHoverOutline(painter, itemRect(m_hovered), theme);
    if (!hasKeyboardFocus(*this)) return;
    if (m_focused >= 0 && m_focused < itemCount())
        drawFocusRing(painter, itemRect(m_focused), theme, 1.5);
    else
        drawFocusRing(painter, QRectF(rect()).adjusted(3, 3, -3, -3), theme, 2);
}

void Canvas::setHovered(int item) {
    if (item == m_hovered) return;
    m_hovered = item;
    if (item < 0) m_card->dismiss();
    emit itemHovered(item);
    update();
}

void Canvas::mouseMoveEvent(QMouseEvent* event) {
    const QPointF at = event->position();
    if (event->buttons() & (Qt::LeftButton | Qt::MiddleButton)) {
        if (!m_panning && canPan() &&
            (at - m_pressed).manhattanLength() > QApplication::startDragDistance()) {
            m_panning = true;
            m_card->dismiss();
            setCursor(Qt::ClosedHandCursor);
        }
        if (m_panning) pan(at - m_last);
        m_last = at;
        return;
    }
    const int item = itemAt(at);
    setHovered(item);
    if (item >= 0) m_card->schedule(hoverContent(item), event->globalPosition().toPoint());
}

void Canvas::mousePressEvent(QMouseEvent* event) {
    m_pressed = m_last = event->position();
    m_panning = false;
    event->accept();
}

void Canvas::mouseReleaseEvent(QMouseEvent* event) {
    unsetCursor();
    if (m_panning || event->button() != Qt::LeftButton) {
        m_panning = false;
        return;
    }
    const int item = itemAt(event->position());
    if (item < 0) {
        emit cleared();
        return;
    }
    m_focused = item;
    emit itemSelected(item);
}

void Canvas::mouseDoubleClickEvent(QMouseEvent* event) {
    if (itemAt(event->position()) < 0) fit();
}

void Canvas::wheelEvent(QWheelEvent* event) {
    const QPoint turn = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier) {
        zoom(std::pow(1.0015, turn.y()), event->position());
        event->accept();
    } else if (canPan() && (event->modifiers() & Qt::ShiftModifier || turn.x() != 0)) {
        pan(QPointF(turn.x() != 0 ? turn.x() : turn.y(), 0) / 2);
        event->accept();
    } else {
        event->ignore();  // a scroll area around the canvas takes it
    }
    if (event->isAccepted()) m_card->dismiss();
}

void Canvas::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    setHovered(-1);
}

void Canvas::showCardOf(int item) {
    if (item < 0 || item >= itemCount()) return;
    m_card->showNow(hoverContent(item), mapToGlobal(itemRect(item).center().toPoint()));
}

void Canvas::setFocused(int item) {
    if (item < 0 || item >= itemCount()) return;
    m_focused = item;
    reveal(item);
    QAccessibleEvent focus(this, QAccessible::Focus);
    focus.setChild(item);
    QAccessible::updateAccessibility(&focus);
    if (m_card->isVisible()) showCardOf(item);
    update();
}

void Canvas::moveFocus(Qt::Key key) { setFocused(neighbour(m_focused, key)); }

void Canvas::keyPressEvent(QKeyEvent* event) {
    const int key = event->key();
    const int subject = m_hovered >= 0 ? m_hovered : m_focused;
    if (isArrow(key)) {
        if (event->modifiers() & Qt::ShiftModifier && canPan())
            pan({key == Qt::Key_Left ? 60.0 : key == Qt::Key_Right ? -60.0 : 0.0, 0});
        else
            moveFocus(Qt::Key(key));
    } else if (key == Qt::Key_Home) {
        setFocused(0);
    } else if (key == Qt::Key_End) {
        setFocused(itemCount() - 1);
    } else if ((key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Space) && m_focused >= 0) {
        emit itemSelected(m_focused);
    } else if (key == Qt::Key_Menu) {
        showCardOf(m_focused);
    } else if (key == Qt::Key_C && subject >= 0 && subject < itemCount()) {
        QApplication::clipboard()->setText(hoverContent(subject).toText());
    } else if (key == Qt::Key_Plus || key == Qt::Key_Equal) {
        zoom(1.25, rect().center());
    } else if (key == Qt::Key_Minus) {
        zoom(0.8, rect().center());
    } else if (key == Qt::Key_0 || key == Qt::Key_F) {
        fit();
    } else if (key == Qt::Key_Escape) {
        m_card->dismiss();
        emit cleared();
    } else {
        QWidget::keyPressEvent(event);
    }
}

void Canvas::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    if (m_focused < 0 && itemCount() > 0) m_focused = 0;
    update();
}

void Canvas::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    if (!underMouse()) m_card->dismiss();
    update();
}

void Canvas::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) update();
}

}  // namespace ui
