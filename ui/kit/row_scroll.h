// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of a canvas that scrolls: rows of one pitch between a fixed head and a fixed foot, with a scroll
// bar of its own where they do not fit.
#pragma once

#include <QObject>
#include <QRectF>

class QScrollBar;
class QWheelEvent;
class QWidget;

namespace ui {

class RowScroll : public QObject {
    Q_OBJECT
public:
    explicit RowScroll(QWidget* canvas);

    // Where rows may show, and how high all of them are together.
    void setGeometry(const QRectF& area, double contentHeight);
    [[nodiscard]] double offset() const;  // pixels scrolled away at the top
    [[nodiscard]] bool isNeeded() const;
    [[nodiscard]] double barWidth() const;   // 0 where no bar shows
    void reveal(double top, double bottom);  // in content pixels
    bool wheel(QWheelEvent* event);

signals:
    void moved();

private:
    QScrollBar* m_bar;
    double m_page = 0;
};

}  // namespace ui
