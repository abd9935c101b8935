// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/row_scroll.h"

#include <QScrollBar>
#include <QWheelEvent>

#include <cmath>

namespace ui {

RowScroll::RowScroll(QWidget* canvas)
    : QObject(canvas)
    , m_bar(new QScrollBar(Qt::Vertical, canvas)) {
    m_bar->hide();
    m_bar->setFocusPolicy(Qt::NoFocus);
    m_bar->setSingleStep(16);
    connect(m_bar, &QScrollBar::valueChanged, this, &RowScroll::moved);
}

void RowScroll::setGeometry(const QRectF& area, double contentHeight) {
    m_page = area.height();
    const int range = std::max(0, int(std::ceil(contentHeight - area.height())));
    m_bar->setPageStep(std::max(1, int(area.height())));
    m_bar->setRange(0, range);
    const int width = m_bar->sizeHint().width();
    m_bar->setGeometry(QRect(int(area.right()) - width, int(area.top()), width, int(area.height())));
    m_bar->setVisible(range > 0);
}

double RowScroll::offset() const { return m_bar->value(); }
bool RowScroll::isNeeded() const { return m_bar->maximum() > 0; }
double RowScroll::barWidth() const { return isNeeded() ? m_bar->sizeHint().width() : 0; }

void RowScroll::reveal(double top, double bottom) {
    if (top < offset())
        m_bar->setValue(int(std::floor(top)));
    else if (bottom > offset() + m_page)
        m_bar->setValue(int(std::ceil(bottom - m_page)));
}

bool RowScroll::wheel(QWheelEvent* event) {
    if (!isNeeded() || event->modifiers() != Qt::NoModifier || event->angleDelta().y() == 0) return false;
    m_bar->setValue(m_bar->value() - event->angleDelta().y() / 2);
    event->accept();
    return true;
}

}  // namespace ui
