// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The quiz: a set of questions drawn by a seed, one after another, each with its reason; results are kept and can be
// exported. The same seed, levels and count give the same set to a whole class.
#pragma once

#include "core/lesson/lesson_check.h"
#include "core/lesson/quiz_file.h"
#include "ui/learn/learn_progress.h"

#include <QWidget>

#include <array>

class QComboBox;
class QSpinBox;
class QStackedWidget;

namespace ui {

class Button;
class Label;
class ProseLabel;
class QuestionCard;

class QuizPage : public QWidget {
    Q_OBJECT
public:
    QuizPage(const core::CourseReading& course, LearnProgress& progress, QWidget* parent);

    void setLanguage(core::Language language);
    // Draws a set and shows its first question.
    void start(const core::QuizChoice& choice, const QString& setName = {});
    // A class set from a file, begun at once; or why not.
    [[nodiscard]] core::Result<void> openSet(const QString& file);
    // What is chosen, as such a file.
    [[nodiscard]] core::Result<void> saveSet(const QString& file) const;
    [[nodiscard]] QuestionCard& card() const { return *m_card; }
    [[nodiscard]] int asked() const { return m_index + 1; }
    [[nodiscard]] int count() const { return int(m_set.size()); }
    [[nodiscard]] int right() const { return m_right; }

signals:
    void left();
    void linkActivated(const QString& target);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void buildChoice();
    void buildQuestion();
    void buildEnd();
    void fillChapters();
    void arrange();
    void ask(int index);
    void next();
    void exportResults();
    void askForSet();
    void askWhereToSaveSet();
    [[nodiscard]] core::QuizChoice chosen() const;
    [[nodiscard]] QString levelsText() const;
    [[nodiscard]] core::Prose missedText() const;

    const core::CourseReading& m_course;
    LearnProgress& m_progress;
    core::Language m_language = core::Language::English;
    std::vector<core::QuizItem> m_set;
    int m_index = -1, m_right = 0;
    QString m_setName;
    std::array<std::pair<int, int>, 3> m_byLevel{};  // right, asked
    QStackedWidget* m_pages;
    std::vector<const core::Lesson*> m_missed;  // lessons of questions that were answered wrong
    QComboBox *m_upTo, *m_level;
    QSpinBox *m_count, *m_seed;
    Label *m_where, *m_score, *m_end, *m_levels, *m_trouble;
    ProseLabel* m_readAgain;
    QuestionCard* m_card;
    Button* m_next;
};

}  // namespace ui
