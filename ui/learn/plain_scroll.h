// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A scroll area without frame or ground of its own: what stands behind it shows.
#pragma once

#include <QCoreApplication>
#include <QScrollArea>

namespace ui {

class PlainScroll : public QScrollArea {
public:
    explicit PlainScroll(QWidget* parent = nullptr)
        : QScrollArea(parent) {
        setAccessibleName(QCoreApplication::translate("ui::PlainScroll", "Scrolling text"));
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
