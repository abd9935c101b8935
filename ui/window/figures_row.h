// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The row of Explore's six predicted figures, 64 high, with the Start button at its right and before it the one that pins
// the plan as A of a comparison, or ends it. Where the plan cannot be started, the reason stands beside the buttons.
#pragma once

#include "ui/state/hall.h"
#include "ui/window/figure_strip.h"
#include "ui/window/start_check.h"

#include <QWidget>

namespace ui {

class Button;
class CommandSet;
class Label;

class FiguresRow : public QWidget {
    Q_OBJECT
public:
    FiguresRow(const Hall& hall, CommandSet& commands, QWidget* parent = nullptr);

    // Where the plan cannot be started, or only after a question, the reason stands beside the button, and
    // where the value of one field is the cause, the value that mends it.
    void setStart(const StartCheck& check);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void showFigures();
    void showPin();

    const Hall& m_hall;
    FigureStrip* m_strip;
    Label* m_reason;
    Button *m_mend, *m_pin, *m_start;
    StartCheck m_check;
};

}  // namespace ui
