// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learn as a whole: the list of lessons, a lesson (strip and stage), the quiz, the things to do. Starting and stopping the engine is the
// window's; it is asked by signals and told of the run.
#pragma once

#include "core/lesson/lesson_check.h"
#include "ui/learn/activities/activities.h"
#include "ui/learn/learn_progress.h"
#include "ui/learn/learn_views.h"
#include "ui/learn/lesson_runs.h"
#include "ui/learn/lesson_player.h"
#include "ui/state/run_store.h"

#include <QWidget>

class QStackedWidget;

namespace ui {

class LessonList;
class LessonStage;
class LessonStrip;
class QuizPage;

class LearnView : public QWidget {
    Q_OBJECT
public:
    // `activityPlan`: a small plan that the engine trains, for the things to do.
    LearnView(LessonHall& hall, LearnViews views, core::CourseReading course, const core::Plan& activityPlan, Settings& settings,
              QWidget* parent = nullptr);

    void setLanguage(core::Language language);
    bool openLesson(const QString& id);  // false: there is none
    void openLesson(const core::Lesson& lesson, int step);
    void showList();
    void showQuiz();
    void openActivity(ActivityKind kind);
    // The lesson that one is in, however one came there, else null: the list or the quiz is shown.
    [[nodiscard]] const core::Lesson* shownLesson() const;
    void setPresenting(bool presenting);
    // Trains what the step runs; its results go beside those of the runs before.
    void startRun();

    [[nodiscard]] const core::CourseReading& course() const { return m_course; }
    [[nodiscard]] LessonPlayer& player() const { return *m_player; }
    [[nodiscard]] LessonStrip& strip() const { return *m_strip; }
    [[nodiscard]] LessonStage& stage() const { return *m_stage; }
    [[nodiscard]] QuizPage& quiz() const { return *m_quiz; }
    [[nodiscard]] Activities& activities() const { return *m_activities; }
    [[nodiscard]] LearnProgress& progress() { return m_progress; }

signals:
    void runRequested(const core::Plan& plan);
    void stopRequested();
    void helpRequested(const QString& page);
    void huntRequested(quint64 seed);
    void progressed();

private:
    void follow(const QString& target);
    void showRunState();
    void showRuns();

    core::CourseReading m_course;
    LearnProgress m_progress;
    LessonHall& m_hall;
    LessonPlayer* m_player;
    QStackedWidget* m_pages;
    LessonList* m_list;
    LessonStrip* m_strip;
    LessonStage* m_stage;
    QuizPage* m_quiz;
    Activities* m_activities;
    bool m_started = false;  // the run going on was started from this step
    std::vector<LessonRunRecord> m_earlierRuns;  // of this step, without the present one
    QString m_runsOf;  // the step that they are of
};

}  // namespace ui
