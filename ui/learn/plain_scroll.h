// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A scroll area without frame or ground of its own: what stands behind it shows. Its content is as high as its wrapped texts
// need at the present width (QScrollArea itself asks for the height at any width, and squeezes what needs more).
#pragma once

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QScrollArea>
#include <QTimer>

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
        fitHeight();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        // Later: layouts further inside have requests of their own that are still on their way.
        if (watched == widget() && event->type() == QEvent::LayoutRequest) QTimer::singleShot(0, this, [this] { fitHeight(); });
        return QScrollArea::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        fitHeight();
    }

private:
    void fitHeight() {
        const QLayout* layout = widget() ? widget()->layout() : nullptr;
        if (!layout || !layout->hasHeightForWidth()) return;
        widget()->setMinimumHeight(layout->totalHeightForWidth(viewport()->width()));
    }
};

}  // namespace ui
