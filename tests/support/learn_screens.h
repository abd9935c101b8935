// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every screen of Learn, one after the other: the list, all steps of all lessons (where one asks: open, answered wrong, answered
// right), the quiz, the things to do.
#pragma once

#include "ui/learn/learn_view.h"
#include "ui/learn/lesson_strip.h"
#include "ui/learn/question_card.h"
#include "ui/learn/quiz_page.h"

#include <QCoreApplication>
#include <QElapsedTimer>

#include <functional>

namespace ui::testing {

inline void passTime(int milliseconds) {
    QElapsedTimer timer;
    timer.start();
    do QCoreApplication::processEvents(QEventLoop::AllEvents, 5);
    while (timer.elapsed() < milliseconds);
    // Layouts inside layouts ask for their places one after the other.
    constexpr int kRounds = 12;
    for (int round = 0; round < kRounds; ++round) {
        QCoreApplication::sendPostedEvents();
        QCoreApplication::processEvents(QEventLoop::AllEvents, 1);
    }
}

// As somebody would who takes every wrong choice there is (the first, where one may be taken), or a number that is far off.
inline void answerWrongly(QuestionCard& card) {
    const core::PosedQuestion& question = *card.question();
    core::GivenAnswer wrong;
    if (question.answer && question.choices.empty()) wrong.number = *question.answer * 2 + 1;
    for (const core::PosedChoice& choice : question.choices)
        if (!choice.right && (wrong.chosen.empty() || question.kind == core::QuestionKind::Multiple)) wrong.chosen.push_back(choice.id);
    card.reveal(wrong);
    emit card.submitted(wrong);
}

// `visit` gets a name such as "data-parallel-zero 3 question"; the screen is laid out then.
inline void forEachLearnScreen(LearnView& learn, int settleMilliseconds, const std::function<void(const QString& name)>& visit) {
    const auto show = [&](const QString& name) {
        passTime(settleMilliseconds);
        visit(name);
    };
    learn.showList();
    show(QStringLiteral("list"));
    for (const core::Lesson& lesson : learn.course().lessons)
        for (int step = 0; step < int(lesson.steps.size()); ++step) {
            learn.openLesson(lesson, step);
            const QString name = QString::fromStdString(lesson.id) + QLatin1Char(' ') + QString::number(step + 1);
            if (learn.player().phase() == Phase::Predict) {
                show(name + QStringLiteral(" question"));
                answerWrongly(learn.strip().card());
                show(name + QStringLiteral(" wrong"));
                learn.player().close();  // forgets the answer
                learn.openLesson(lesson, step);
                learn.player().reveal();
            }
            show(name);
        }
    learn.showQuiz();
    show(QStringLiteral("quiz"));
    learn.quiz().start({7, 5, 0, {}});
    show(QStringLiteral("quiz question"));
    for (int i = 0; i < kActivities; ++i) {
        learn.openActivity(ActivityKind(i));
        show(idOf(ActivityKind(i)));
    }
}

}  // namespace ui::testing
