// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A question with its answers: predict, then the reveal with the reason and, for what was wrongly chosen, why. The card
// knows no lesson; the quiz uses it too.
#pragma once

#include "core/lesson/question.h"

#include <QList>
#include <QWidget>

#include <optional>

class QVBoxLayout;

namespace ui {

class Button;
class ChoiceButton;
class NumberField;
class Label;
class ProseLabel;

enum class CardSteps { Shown, Hidden };  // 1 predict, 2 do, 3 reveal: in lessons

class QuestionCard : public QWidget {
    Q_OBJECT
public:
    explicit QuestionCard(CardSteps steps, QWidget* parent = nullptr);

    void show(const core::PosedQuestion& question);
    // As it was answered before: reveals at once.
    void reveal(const core::GivenAnswer& answer);
    [[nodiscard]] bool isRevealed() const { return m_revealed; }
    void focusAnswer();  // the keyboard goes to the first choice, or the field
    [[nodiscard]] const std::optional<core::PosedQuestion>& question() const { return m_question; }
    [[nodiscard]] QList<ChoiceButton*> choices() const { return m_choices; }
    [[nodiscard]] NumberField* numberField() const { return m_number; }
    [[nodiscard]] Button* submitButton() const { return m_submit; }
    [[nodiscard]] core::GivenAnswer current() const;

signals:
    void submitted(const core::GivenAnswer& answer);
    void linkActivated(const QString& target);

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void arrange();
    void clear();
    void addChoices();
    void addNumber();
    void submit();
    void updateSubmit();
    void showVerdicts(const core::GivenAnswer& answer, const core::Mark& mark);
    void addExplanation(const core::PosedChoice& choice);

    CardSteps m_steps;
    std::optional<core::PosedQuestion> m_question;
    bool m_revealed = false;
    QWidget* m_stepper;
    ProseLabel* m_prompt;
    QVBoxLayout* m_answers;
    QList<ChoiceButton*> m_choices;
    QWidget* m_numberRow = nullptr;
    NumberField* m_number = nullptr;
    Button *m_submit, *m_hint;
    ProseLabel* m_hintText;
    QWidget* m_result;  // verdict, explanations, reason
    QVBoxLayout* m_resultRows;
};

}  // namespace ui
