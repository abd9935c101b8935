// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/panel_scroll.h"

#include "ui/kit/theme.h"

#include <QEvent>

namespace ui {

PanelScroll::PanelScroll(QWidget* parent)
    : QScrollArea(parent) {
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setFocusPolicy(Qt::NoFocus);
    viewport()->setAutoFillBackground(true);
    restyle();
}

void PanelScroll::changeEvent(QEvent* event) {
    QScrollArea::changeEvent(event);
    if (event->type() == QEvent::StyleChange) restyle();
}

void PanelScroll::restyle() {
    QPalette ground = palette();
    ground.setColor(QPalette::Window, themeOf(*this).color(Role::Panel));
    ground.setColor(QPalette::Base, themeOf(*this).color(Role::Panel));
    viewport()->setPalette(ground);
}

}  // namespace ui
