// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A column of wrapped texts that scrolls: its content is as high as they need at the present width (QScrollArea itself asks
// for the height at any width, and squeezes what needs more).
#pragma once

#include "ui/kit/pane_scroll.h"

#include <QCoreApplication>
#include <QEvent>
#include <QLayout>
#include <QTimer>

namespace ui {

class PlainScroll : public PaneScroll {
public:
    explicit PlainScroll(QWidget* parent = nullptr)
        : PaneScroll(parent) {
        setAccessibleName(QCoreApplication::translate("ui::PlainScroll", "Scrolling text"));
    }
    void hold(QWidget* content) {
        PaneScroll::hold(content);
        fitHeight();
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        // Later: layouts further inside have requests of their own that are still on their way.
        if (watched == widget() && event->type() == QEvent::LayoutRequest) QTimer::singleShot(0, this, [this] { fitHeight(); });
        return PaneScroll::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override {
        PaneScroll::resizeEvent(event);
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
