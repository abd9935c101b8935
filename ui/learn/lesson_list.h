// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The page that opens Learn: all chapters, cases and misconceptions with how far one has come, the things to do, and the
// way to the quiz.
#pragma once

#include "core/lesson/lesson_check.h"
#include "ui/learn/activities/activities.h"
#include "ui/learn/learn_progress.h"

#include <QAbstractButton>
#include <QWidget>

class QVBoxLayout;

namespace ui {

class Button;
class PlainScroll;

// One lesson: number, title, its summary, and what is done of it.
class LessonRow : public QAbstractButton {
    Q_OBJECT
public:
    LessonRow(const QString& number, const QString& title, const QString& summary, QWidget* parent);
    void setProgress(int seen, int count, bool finished);
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QString doneText() const;
    [[nodiscard]] QRect summaryRect(int width) const;  // wrapped
    QString m_number, m_summary;
    int m_seen = 0, m_count = 0;
    bool m_finished = false;
};

class LessonList : public QWidget {
    Q_OBJECT
public:
    LessonList(const core::CourseReading& course, LearnProgress& progress, QWidget* parent);

    void show(core::Language language);  // texts and progress anew

signals:
    void lessonChosen(const QString& id);
    void quizChosen();
    void activityChosen(ui::ActivityKind kind);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    void addKind(QVBoxLayout& column, core::LessonKind kind, const QString& heading, core::Language language);
    void addActivities(QVBoxLayout& column);

    const core::CourseReading& m_course;
    LearnProgress& m_progress;
    PlainScroll* m_scroll;
    QWidget* m_content = nullptr;
};

}  // namespace ui
