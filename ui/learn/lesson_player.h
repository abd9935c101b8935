// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Walks through one lesson: sets the plan of each step, poses its question, marks the answer, and knows what numbers the
// texts show. No widgets. The numbers follow the learner's sliders; a question keeps those it was posed with.
#pragma once

#include "core/lesson/question.h"
#include "ui/learn/lesson_hall.h"

#include <QObject>

#include <map>
#include <optional>

namespace ui {

enum class Phase { Predict, Act, Reveal };  // before the answer; nothing asked; after it

class LessonPlayer : public QObject {
    Q_OBJECT
public:
    explicit LessonPlayer(LessonHall& hall, QObject* parent = nullptr);

    void setLanguage(core::Language language);  // the question is posed again in it, the answer kept
    [[nodiscard]] core::Language language() const { return m_language; }

    // The lesson must outlive its use here.
    void open(const core::Lesson& lesson, int step = 0);
    void close();
    [[nodiscard]] const core::Lesson* lesson() const { return m_lesson; }
    [[nodiscard]] int stepIndex() const { return m_step; }
    [[nodiscard]] int stepCount() const { return m_lesson ? int(m_lesson->steps.size()) : 0; }
    [[nodiscard]] const core::LessonStep& step() const { return m_lesson->steps[std::size_t(m_step)]; }

    [[nodiscard]] bool canGoOn() const;  // not before the question is answered
    [[nodiscard]] bool canGoBack() const { return m_lesson && m_step > 0; }
    void goOn();  // behind the last step: finished()
    void goBack();

    [[nodiscard]] Phase phase() const;
    [[nodiscard]] const std::optional<core::PosedQuestion>& question() const { return m_question; }
    [[nodiscard]] const core::GivenAnswer* given() const;  // to this step; null = not yet
    core::Mark answer(const core::GivenAnswer& answer);
    // The right answer of the open question, shown without being asked for: by whoever presents.
    void reveal();

    // The step's plan as it is now, and the plans it compares with.
    [[nodiscard]] const core::QuantityScope& scope() const { return m_scope; }
    [[nodiscard]] core::Prose rendered(const core::Localised<core::Prose>& prose) const;
    // What the thing to run would train.
    [[nodiscard]] core::Plan runPlan() const;

signals:
    void stepChanged();
    void numbersChanged();
    void answered(const core::Mark& mark);
    void finished();

private:
    void enter();
    void mark();  // selects what the step highlights
    void poseQuestion();
    void followPlan();

    LessonHall& m_hall;
    const core::Lesson* m_lesson = nullptr;
    int m_step = 0;
    core::Language m_language = core::Language::English;
    core::QuantityScope m_scope;
    std::optional<core::PosedQuestion> m_question;
    std::map<int, core::GivenAnswer> m_given;  // by step
};

}  // namespace ui
