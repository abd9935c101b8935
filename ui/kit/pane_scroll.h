// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A column that scrolls up and down, without frame or ground of its own: what stands behind it shows.
#pragma once

#include <QScrollArea>

namespace ui {

class PaneScroll : public QScrollArea {
public:
    explicit PaneScroll(QWidget* parent = nullptr)
        : QScrollArea(parent) {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        viewport()->setAutoFillBackground(false);
    }
    void hold(QWidget* content) {
        setWidget(content);
        content->setAutoFillBackground(false);  // setWidget() switches it on
    }
};

}  // namespace ui
