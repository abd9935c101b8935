// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A QSplitter whose handle is a 1 px line (Qt widens the grip by itself); panes cannot be pushed shut.
#pragma once

#include <QSplitter>

namespace ui {

class Splitter : public QSplitter {
    Q_OBJECT
public:
    explicit Splitter(Qt::Orientation orientation, QWidget* parent = nullptr)
        : QSplitter(orientation, parent) {
        setHandleWidth(1);
        setChildrenCollapsible(false);
    }
};

}  // namespace ui
