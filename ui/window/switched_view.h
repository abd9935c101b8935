// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two views in one place; a button in the header of each leads to the other.
#pragma once

#include "ui/kit/button.h"
#include "ui/kit/view_header.h"

#include <QStackedWidget>

namespace ui {

class SwitchedView : public QStackedWidget {
public:
    struct Side {
        QWidget* view;
        QString toOther;  // tooltip of its button
    };
    SwitchedView(const Side& first, const Side& second, const QString& name) {
        setObjectName(name);
        for (const Side& side : {first, second}) {
            addWidget(side.view);
            auto* header = side.view->findChild<ViewHeader*>(QString(), Qt::FindDirectChildrenOnly);
            if (!header) continue;
            Button* button = header->addIconButton(Icon::Swap, side.toOther);
            button->setObjectName(name + QStringLiteral("Switch"));
            connect(button, &Button::clicked, this, [this] { setCurrentIndex(1 - currentIndex()); });
        }
    }
};

}  // namespace ui
