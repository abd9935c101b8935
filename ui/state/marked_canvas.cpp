// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/marked_canvas.h"

#include "ui/kit/row_scroll.h"

#include <QEvent>
#include <QWheelEvent>

namespace ui {

MarkedCanvas::MarkedCanvas(QWidget* parent)
    : Canvas(parent)
    , m_scroll(new RowScroll(this)) {
    connect(m_scroll, &RowScroll::moved, this, [this] { update(); });
}

void MarkedCanvas::setMarks(const SelectedItem& selected, const SelectedItem& hovered) {
    if (selected == m_selected && hovered == m_hoveredItem) return;
    m_selected = selected;
    m_hoveredItem = hovered;
    update();
}

void MarkedCanvas::resizeEvent(QResizeEvent* event) {
    Canvas::resizeEvent(event);
    placeScroll();
}

void MarkedCanvas::changeEvent(QEvent* event) {
    Canvas::changeEvent(event);
    if (event->type() == QEvent::StyleChange) placeScroll();
}

void MarkedCanvas::wheelEvent(QWheelEvent* event) {
    if (!m_scroll->wheel(event)) Canvas::wheelEvent(event);
}

}  // namespace ui
