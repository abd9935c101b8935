// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The card builds its answers anew for every question.
#include "ui/learn/question_card.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/paint.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/card_stepper.h"
#include "ui/learn/choice_button.h"
#include "ui/learn/prose_html.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

QuestionCard::QuestionCard(CardSteps steps, QWidget* parent)
    : QWidget(parent)
    , m_steps(steps)
    , m_stepper(new CardStepper(this))
    , m_prompt(new ProseLabel(FontUse::Title, Role::Text, this))
    , m_answers(new QVBoxLayout)
    , m_submit(new Button(ButtonKind::Primary, tr("Submit prediction"), this))
    , m_hint(new Button(ButtonKind::Text, tr("Give a hint"), this))
    , m_hintText(new ProseLabel(FontUse::Body, Role::Text2, this))
    , m_result(new QWidget(this))
    , m_resultRows(new QVBoxLayout(m_result)) {
    if (steps == CardSteps::Hidden) m_submit->setText(tr("Submit answer"));
    m_submit->setObjectName(QStringLiteral("submit"));
    m_hint->setObjectName(QStringLiteral("hint"));
    m_stepper->setVisible(steps == CardSteps::Shown);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_submit);
    buttons->addWidget(m_hint);
    buttons->addStretch(1);
    auto* all = new QVBoxLayout(this);
    all->addWidget(m_stepper);
    all->addWidget(m_prompt);
    all->addLayout(m_answers);
    all->addWidget(m_hintText);
    all->addLayout(buttons);
    all->addWidget(m_result);
    m_resultRows->setContentsMargins(0, 0, 0, 0);
    connect(m_submit, &Button::clicked, this, &QuestionCard::submit);
    connect(m_hint, &Button::clicked, this, [this] {
        m_hintText->show();
        m_hint->hide();
    });
    arrange();
}

void QuestionCard::clear() {
    qDeleteAll(m_choices);
    m_choices.clear();
    delete m_numberRow;
    m_numberRow = nullptr;
    m_number = nullptr;
    while (QLayoutItem* item = m_resultRows->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_result->hide();
    m_revealed = false;
}

void QuestionCard::show(const core::PosedQuestion& question) {
    clear();
    m_question = question;
    m_prompt->setProse(question.prompt);
    m_hintText->setProse(question.hint);
    m_hintText->hide();
    m_hint->setVisible(!question.hint.empty());
    if (question.kind == core::QuestionKind::Numeric)
        addNumber();
    else
        addChoices();
    static_cast<CardStepper*>(m_stepper)->setPhase(0);
    m_submit->show();
    updateSubmit();
}

// Later: answers just made are not shown yet.
void QuestionCard::focusAnswer() {
    QTimer::singleShot(0, this, [this] {
        if (m_number)
            m_number->setFocus();
        else if (!m_choices.empty())
            m_choices.front()->setFocus();
    });
}

void QuestionCard::addChoices() {
    const auto form = m_question->kind == core::QuestionKind::Single ? ChoiceForm::One : ChoiceForm::Several;
    for (const core::PosedChoice& choice : m_question->choices) {
        auto* button = new ChoiceButton(form, qs(core::plainText(choice.label)), this);
        button->setObjectName(QStringLiteral("choice.") + qs(choice.id));
        connect(button, &ChoiceButton::toggled, this, &QuestionCard::updateSubmit);
        m_choices << button;
        m_answers->addWidget(button);
    }
}

void QuestionCard::addNumber() {
    m_numberRow = new QWidget(this);
    auto* row = new QHBoxLayout(m_numberRow);
    row->setContentsMargins(0, 0, 0, 0);
    m_number = new NumberField(NumberRange::Real, m_numberRow);
    m_number->setObjectName(QStringLiteral("answer"));
    constexpr double kWidth = 110;
    m_number->setFieldWidth(kWidth);
    m_number->clear();
    m_number->setAccessibleName(tr("Your answer"));
    row->addWidget(m_number);
    row->addWidget(new Label(qs(m_question->unit), FontUse::Body, Role::Text2, m_numberRow));
    row->addStretch(1);
    m_answers->addWidget(m_numberRow);
    connect(m_number, &QLineEdit::textChanged, this, &QuestionCard::updateSubmit);
    connect(m_number, &QLineEdit::returnPressed, this, &QuestionCard::submit);
}

core::GivenAnswer QuestionCard::current() const {
    core::GivenAnswer answer;
    for (qsizetype i = 0; i < m_choices.size(); ++i)
        if (m_choices[i]->isChecked()) answer.chosen.push_back(m_question->choices[std::size_t(i)].id);
    if (m_number)
        if (const auto number = core::parseNumber(m_number->text().trimmed().toStdString(), "answer")) answer.number = *number;
    return answer;
}

void QuestionCard::updateSubmit() {
    const core::GivenAnswer answer = current();
    m_submit->setEnabled(!answer.chosen.empty() || answer.number.has_value());
}

void QuestionCard::submit() {
    if (m_revealed || !m_question) return;
    const core::GivenAnswer answer = current();
    if (answer.chosen.empty() && !answer.number) return;
    reveal(answer);
    emit submitted(answer);
}

void QuestionCard::reveal(const core::GivenAnswer& answer) {
    m_revealed = true;
    const core::Mark mark = core::mark(*m_question, answer);
    m_submit->hide();
    m_hint->hide();
    m_hintText->hide();
    static_cast<CardStepper*>(m_stepper)->setPhase(2);
    showVerdicts(answer, mark);
    auto* verdict = new Label(mark.right ? tr("Right.") : tr("Not quite."), FontUse::BodyStrong,
                              mark.right ? Role::Ok : Role::Danger, m_result);
    verdict->setObjectName(QStringLiteral("verdict"));
    m_resultRows->addWidget(verdict);
    for (const core::PosedChoice& choice : m_question->choices)
        if (std::ranges::find(mark.wronglyChosen, choice.id) != mark.wronglyChosen.end() ||
            std::ranges::find(mark.missed, choice.id) != mark.missed.end())
            addExplanation(choice);
    auto* reason = new ProseLabel(FontUse::Body, Role::Text, m_result);
    reason->setObjectName(QStringLiteral("reason"));
    reason->setProse(m_question->reason);
    connect(reason, &QLabel::linkActivated, this, &QuestionCard::linkActivated);
    m_resultRows->addWidget(reason);
    m_result->show();
}

void QuestionCard::showVerdicts(const core::GivenAnswer& answer, const core::Mark&) {
    for (qsizetype i = 0; i < m_choices.size(); ++i) {
        const core::PosedChoice& choice = m_question->choices[std::size_t(i)];
        const bool chosen = std::ranges::find(answer.chosen, choice.id) != answer.chosen.end();
        m_choices[i]->setVerdict(choice.right ? (chosen ? ChoiceVerdict::Right : ChoiceVerdict::Missed)
                                              : (chosen ? ChoiceVerdict::Wrong : ChoiceVerdict::Other));
    }
    if (!m_number) return;
    m_number->setEnabled(false);
    if (answer.number) m_number->setText(QLocale().toString(*answer.number, 'g', 6));
}

void QuestionCard::addExplanation(const core::PosedChoice& choice) {
    auto* text = new ProseLabel(FontUse::Body, Role::Text, m_result);
    core::Prose prose = choice.explanation;
    if (!prose.empty()) {
        core::ProseSpan label;
        label.text = core::plainText(choice.label) + " – ";
        label.emphasis = core::Emphasis::Strong;
        prose.front().spans.insert(prose.front().spans.begin(), std::move(label));
    }
    text->setProse(std::move(prose));
    m_resultRows->addWidget(text);
    if (choice.misconception.empty()) return;
    auto* link = new Button(ButtonKind::Text, tr("Take this idea apart"), m_result);
    link->setObjectName(QStringLiteral("misconception.") + qs(choice.misconception));
    connect(link, &Button::clicked, this,
            [this, target = QStringLiteral("lesson:") + qs(choice.misconception)] { emit linkActivated(target); });
    m_resultRows->addWidget(link, 0, Qt::AlignLeft);
}

void QuestionCard::arrange() {
    const Theme& theme = themeOf(*this);
    layout()->setContentsMargins(theme.ipx(16), theme.ipx(14), theme.ipx(16), theme.ipx(14));
    layout()->setSpacing(theme.ipx(12));
    m_answers->setSpacing(theme.ipx(8));
    m_resultRows->setSpacing(theme.ipx(8));
}

void QuestionCard::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Theme& theme = themeOf(*this);
    constexpr double kCorner = 8;
    drawBox(painter, QRectF(rect()), theme.px(kCorner), theme.color(Role::Canvas), theme.color(Role::Border));
}

void QuestionCard::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
