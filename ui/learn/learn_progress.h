// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the learner has done: steps seen, lessons finished, quiz answers. Kept between sessions in the user's settings.
#pragma once

#include "core/lesson/lesson.h"
#include "ui/state/settings.h"

#include <QString>

namespace ui {

struct QuizResult {
    QString lesson, question;
    bool right = false;
    QString when;  // ISO 8601, local
    int level = 0;  // of the question, 1 to 3; 0 = not kept then
    QString set;    // name of the class set; empty = drawn for oneself
};

class LearnProgress {
public:
    explicit LearnProgress(Settings& settings);

    void saw(const core::Lesson& lesson, int step);
    [[nodiscard]] int stepsSeen(const core::Lesson& lesson) const;
    [[nodiscard]] int stepToResume(const core::Lesson& lesson) const;  // the last one seen; 0 after the end
    void finished(const core::Lesson& lesson);
    [[nodiscard]] bool isFinished(const core::Lesson& lesson) const;

    void answered(const QuizResult& result);
    [[nodiscard]] QList<QuizResult> results() const;
    // Comma-separated: when, lesson, question, level, right, set.
    [[nodiscard]] QString resultsAsCsv() const;

    [[nodiscard]] bool kitchenVoice() const;
    void setKitchenVoice(bool on);

private:
    Settings& m_settings;
};

}  // namespace ui
