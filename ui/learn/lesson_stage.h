// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The right side of a lesson: the views that the step names, the first large and the others below it, beside the controls.
#pragma once

#include "ui/learn/learn_views.h"
#include "ui/learn/lesson_player.h"

#include <QWidget>

namespace ui {

class BatchView;
class ComparePane;
class LessonControls;
class ProblemsPane;
class SplitView;
class Splitter;
class StatesView;

class LessonStage : public QWidget {
    Q_OBJECT
public:
    LessonStage(LessonHall& hall, LessonPlayer& player, LearnViews views, QWidget* parent = nullptr);

    [[nodiscard]] LessonControls& controls() const { return *m_controls; }
    [[nodiscard]] StatesView& states() const { return *m_states; }
    // Memory and timeline show the run from now on, until the step changes.
    void showRun();
    void showEarlierLoss(std::vector<core::Series> curves) { m_views.showEarlierLoss(std::move(curves)); }

private:
    void showStep();
    void showNumbers();
    void arrange();
    [[nodiscard]] QWidget* widgetOf(core::LessonView view) const;

    LessonHall& m_hall;
    LessonPlayer& m_player;
    LearnViews m_views;
    StatesView* m_states;
    SplitView* m_matrices;
    BatchView* m_batch;
    ComparePane* m_compare;
    ProblemsPane* m_problems;
    LessonControls* m_controls;
    Splitter *m_main, *m_upper, *m_lower;
    QWidget* m_shelf;  // keeps what no step shows now
    bool m_running = false;
};

}  // namespace ui
