// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One text of settings a lesson ("3" steps seen, "done" at the end); quiz results as lines.
#include "ui/learn/learn_progress.h"

#include "ui/kit/to_qt.h"

#include <QStringList>

#include <algorithm>

namespace ui {

namespace {

const QString kDone = QStringLiteral("done");
constexpr qsizetype kMostResults = 2000;

QString key(const core::Lesson& lesson) { return QStringLiteral("lesson/") + qs(lesson.id); }
QString resultsKey() { return QStringLiteral("quiz/results"); }
QString voiceKey() { return QStringLiteral("kitchen"); }

}  // namespace

LearnProgress::LearnProgress(Settings& settings)
    : m_settings(settings) {}

void LearnProgress::saw(const core::Lesson& lesson, int step) {
    if (isFinished(lesson) || step + 1 <= stepsSeen(lesson)) return;
    m_settings.setLearned(key(lesson), QString::number(step + 1));
}

int LearnProgress::stepsSeen(const core::Lesson& lesson) const {
    if (isFinished(lesson)) return int(lesson.steps.size());
    return std::clamp(m_settings.learned(key(lesson)).toInt(), 0, int(lesson.steps.size()));
}

int LearnProgress::stepToResume(const core::Lesson& lesson) const {
    return isFinished(lesson) ? 0 : std::max(0, stepsSeen(lesson) - 1);
}

void LearnProgress::finished(const core::Lesson& lesson) { m_settings.setLearned(key(lesson), kDone); }

bool LearnProgress::isFinished(const core::Lesson& lesson) const { return m_settings.learned(key(lesson)) == kDone; }

void LearnProgress::answered(const QuizResult& result) {
    QStringList lines = m_settings.learned(resultsKey()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
    QString set = result.set;
    lines << QStringList{result.when,
                         result.lesson,
                         result.question,
                         result.right ? QStringLiteral("1") : QStringLiteral("0"),
                         QString::number(result.level),
                         set.replace(QLatin1Char(','), QLatin1Char(' ')).simplified()}
                 .join(QLatin1Char(','));
    while (lines.size() > kMostResults) lines.removeFirst();
    m_settings.setLearned(resultsKey(), lines.join(QLatin1Char('\n')));
}

QList<QuizResult> LearnProgress::results() const {
    QList<QuizResult> results;
    for (const QString& line : m_settings.learned(resultsKey()).split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const QStringList parts = line.split(QLatin1Char(','));
        // Lines of earlier versions end after the fourth part.
        if (parts.size() >= 4)
            results << QuizResult{parts[1],          parts[2], parts[3] == QLatin1String("1"), parts[0],
                                  parts.value(4).toInt(), parts.value(5)};
    }
    return results;
}

QString LearnProgress::resultsAsCsv() const {
    QString text = QStringLiteral("when,lesson,question,level,right,set\n");
    for (const QuizResult& result : results())
        text += QStringLiteral("%1,%2,%3,%4,%5,%6\n")
                    .arg(result.when, result.lesson, result.question)
                    .arg(result.level)
                    .arg(int(result.right))
                    .arg(result.set);
    return text;
}

bool LearnProgress::kitchenVoice() const { return m_settings.learned(voiceKey()) == QLatin1String("1"); }
void LearnProgress::setKitchenVoice(bool on) { m_settings.setLearned(voiceKey(), on ? QStringLiteral("1") : QString()); }

}  // namespace ui
