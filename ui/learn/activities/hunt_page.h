// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Bug hunt": start a run with a planted fault, read the instruments, name it.
#pragma once

#include "core/lesson/activities/bug_hunt.h"
#include "ui/learn/activities/activity_page.h"

#include <QList>

class QSpinBox;

namespace ui {

class Button;
class ChoiceButton;
class HuntCanvas;
class Label;
class Segmented;

class HuntPage : public ActivityPage {
    Q_OBJECT
public:
    explicit HuntPage(QWidget* parent);

    void setSeed(quint64 seed);  // draws anew; nothing has run yet
    [[nodiscard]] const core::Hunt& hunt() const { return m_hunt; }
    void showReport(const core::HuntReport& report);
    void showFailure(const QString& reason);
    [[nodiscard]] HuntCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] QList<ChoiceButton*> choices() const { return m_choices; }
    [[nodiscard]] QString verdict() const;

signals:
    void huntRequested(quint64 seed);

private:
    void draw();
    void start();
    void judge();

    core::Hunt m_hunt;
    HuntCanvas* m_canvas;
    Segmented* m_instruments;
    QSpinBox* m_seed;
    Button *m_start, *m_name;
    Label *m_layout, *m_state, *m_verdict;
    QWidget* m_suspects;
    QList<ChoiceButton*> m_choices;
    bool m_hasRun = false;
};

}  // namespace ui
