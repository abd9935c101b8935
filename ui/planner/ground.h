// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A ground of one colour role with an edge line where it is asked for; and a scroll area without frame or ground.
#pragma once

#include "ui/kit/theme.h"

#include <QFrame>
#include <QPainter>
#include <QScrollArea>
#include <QWidget>

namespace ui {

class Ground : public QWidget {
public:
    explicit Ground(Role role, QWidget* parent = nullptr)
        : QWidget(parent)
        , m_role(role) {}
    void setEdge(Qt::Edge edge) { m_edge = edge; }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        const Theme& theme = themeOf(*this);
        painter.fillRect(rect(), theme.color(m_role));
        if (m_edge == Qt::BottomEdge) painter.fillRect(0, height() - 1, width(), 1, theme.color(Role::Border));
        if (m_edge == Qt::TopEdge) painter.fillRect(0, 0, width(), 1, theme.color(Role::Border));
        if (m_edge == Qt::RightEdge) painter.fillRect(width() - 1, 0, 1, height(), theme.color(Role::Border));
    }

private:
    Role m_role;
    Qt::Edge m_edge{};
};

class GroundScroll : public QScrollArea {
public:
    explicit GroundScroll(QWidget* content, QWidget* parent = nullptr)
        : QScrollArea(parent) {
        setWidgetResizable(true);
        setFrameShape(QFrame::NoFrame);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        viewport()->setAutoFillBackground(false);
        setWidget(content);
        content->setAutoFillBackground(false);  // setWidget() switches it on
    }
};

}  // namespace ui
