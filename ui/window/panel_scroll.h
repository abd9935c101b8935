// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A column of sections that scrolls up and down on the ground of side panels.
#pragma once

#include <QScrollArea>

namespace ui {

class PanelScroll : public QScrollArea {
    Q_OBJECT
public:
    explicit PanelScroll(QWidget* parent);

protected:
    void changeEvent(QEvent* event) override;

private:
    void restyle();
};

}  // namespace ui
