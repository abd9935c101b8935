// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Be the scheduler": the board, what it reaches beside known schedules, what is wrong with it now, and the engine that
// runs it.
#pragma once

#include "ui/learn/activities/activity_page.h"
#include "ui/state/run_store.h"

namespace ui {

class Button;
class Callout;
class Label;
class ScheduleCanvas;

class SchedulerPage : public ActivityPage {
    Q_OBJECT
public:
    // `base`: the plan whose model and training the board runs on.
    SchedulerPage(const core::Plan& base, RunStore& run, QWidget* parent);

    [[nodiscard]] ScheduleCanvas& canvas() const { return *m_canvas; }
    [[nodiscard]] Button& runButton() const { return *m_run; }
    [[nodiscard]] QString stateText() const;

signals:
    void runRequested(const core::Plan& plan);
    void stopRequested();

private:
    void buildStrip();
    void showBoard();
    void showRun();
    [[nodiscard]] bool runsThisBoard() const;
    [[nodiscard]] QString troubleText() const;

    core::Plan m_base;
    RunStore& m_store;
    ScheduleCanvas* m_canvas;
    Label *m_figures = nullptr, *m_state = nullptr, *m_engine = nullptr;
    Button *m_run = nullptr, *m_undo = nullptr;
    bool m_live = false;
};

}  // namespace ui
