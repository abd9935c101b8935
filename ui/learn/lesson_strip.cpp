// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Head and foot stand still, the text between them scrolls.
#include "ui/learn/lesson_strip.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/to_qt.h"
#include "ui/learn/card_stepper.h"
#include "ui/learn/lesson_runs.h"
#include "ui/learn/plain_scroll.h"
#include "ui/learn/prose_html.h"
#include "ui/learn/question_card.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollBar>
#include <QShortcut>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

// Of a pane, with a line kept in sight.
int pageOf(const PlainScroll& scroll) {
    constexpr double kLine = 25;
    return std::max(1, scroll.viewport()->height() - themeOf(scroll).ipx(kLine));
}

QString kindText(const core::Lesson& lesson) {
    switch (lesson.kind) {
    case core::LessonKind::Chapter: return LessonStrip::tr("Chapter %1").arg(lesson.number);
    case core::LessonKind::Case: return LessonStrip::tr("Case %1").arg(lesson.number);
    case core::LessonKind::Misconception: return LessonStrip::tr("Misconception %1").arg(lesson.number);
    }
    return {};
}

}  // namespace

LessonStrip::LessonStrip(LessonPlayer& player, QWidget* parent)
    : QWidget(parent)
    , m_player(player) {
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    buildHead(*all);
    buildBody(*all);
    buildFoot(*all);
    connect(&player, &LessonPlayer::stepChanged, this, &LessonStrip::showStep);
    connect(&player, &LessonPlayer::numbersChanged, this, &LessonStrip::showNumbers);
    connect(&player, &LessonPlayer::answered, this, [this] {
        showButtons();
        showResult();
    });
    arrange();
}

void LessonStrip::buildHead(QVBoxLayout& all) {
    m_head = new QWidget(this);
    auto* column = new QVBoxLayout(m_head);
    m_chapter = new Label({}, FontUse::Label, Role::Text2, m_head);
    m_count = new Label({}, FontUse::Label, Role::Text2, m_head);
    m_list = new Button(ButtonKind::Text, Icon::Left, tr("All lessons"), m_head);
    m_list->setObjectName(QStringLiteral("lessonList"));
    m_title = new Label({}, FontUse::Figure, Role::Text, m_head);
    m_title->setWrapped();
    m_dots = new StepDots(m_head);
    auto* line = new QHBoxLayout;
    line->addWidget(m_list);
    line->addStretch(1);
    line->addWidget(m_chapter);
    auto* dots = new QHBoxLayout;
    dots->addWidget(m_dots);
    dots->addStretch(1);
    dots->addWidget(m_count);
    column->addLayout(line);
    column->addWidget(m_title);
    column->addLayout(dots);
    connect(m_list, &Button::clicked, this, &LessonStrip::listRequested);
    all.addWidget(m_head);
}

void LessonStrip::buildBody(QVBoxLayout& all) {
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    m_stepTitle = new ProseLabel(FontUse::Title, Role::Text, body);
    m_text = new ProseLabel(FontUse::Lesson, Role::Text, body);
    m_kitchenBox = new QWidget(body);
    auto* kitchen = new QVBoxLayout(m_kitchenBox);
    kitchen->setContentsMargins(0, 0, 0, 0);
    m_voiceButton = new Button(ButtonKind::Text, Icon::Pot, tr("Said in kitchen words"), m_kitchenBox);
    m_voiceButton->setObjectName(QStringLiteral("voice"));
    m_kitchen = new ProseLabel(FontUse::Lesson, Role::Text2, m_kitchenBox);
    kitchen->addWidget(m_voiceButton, 0, Qt::AlignLeft);
    kitchen->addWidget(m_kitchen);
    m_card = new QuestionCard(CardSteps::Shown, body);
    m_runBox = new QWidget(body);
    auto* run = new QVBoxLayout(m_runBox);
    run->setContentsMargins(0, 0, 0, 0);
    m_runText = new ProseLabel(FontUse::Body, Role::Text, m_runBox);
    m_run = new Button(ButtonKind::Primary, Icon::Play, tr("Run it"), m_runBox);
    m_run->setObjectName(QStringLiteral("runLesson"));
    m_runState = new Label({}, FontUse::Label, Role::Text2, m_runBox);
    m_runState->setWrapped();
    auto* line = new QHBoxLayout;
    line->addWidget(m_run);
    line->addWidget(m_runState, 1);
    m_runTable = new LessonRunTable(m_runBox);
    run->addWidget(m_runText);
    run->addLayout(line);
    run->addWidget(m_runTable);
    for (QWidget* part : {static_cast<QWidget*>(m_stepTitle), static_cast<QWidget*>(m_text),
                          static_cast<QWidget*>(m_card), m_runBox, m_kitchenBox})
        column->addWidget(part);
    column->addStretch(1);
    m_scroll = new PlainScroll(this);
    m_scroll->hold(body);
    all.addWidget(m_scroll, 1);
    connect(m_voiceButton, &Button::clicked, this, [this] {
        setVoice(m_voice == Voice::Kitchen ? Voice::Plain : Voice::Kitchen);
        emit voiceChanged();
    });
    connect(m_run, &Button::clicked, this, [this] { m_running ? emit stopRequested() : emit runRequested(); });
    connect(m_card, &QuestionCard::submitted, this, [this](const core::GivenAnswer& answer) { m_player.answer(answer); });
    connect(m_card, &QuestionCard::linkActivated, this, &LessonStrip::linkActivated);
    for (ProseLabel* label : {m_text, m_kitchen, m_runText})
        connect(label, &QLabel::linkActivated, this, &LessonStrip::linkActivated);
}

void LessonStrip::buildFoot(QVBoxLayout& all) {
    m_foot = new QWidget(this);
    auto* line = new QHBoxLayout(m_foot);
    m_back = new Button(ButtonKind::Normal, Icon::Left, tr("Back"), m_foot);
    m_next = new Button(ButtonKind::Normal, Icon::Right, tr("Next"), m_foot);
    m_back->setObjectName(QStringLiteral("back"));
    m_next->setObjectName(QStringLiteral("next"));
    m_back->setSize(ButtonSize::Tall);
    m_next->setSize(ButtonSize::Tall);
    line->addWidget(m_back);
    line->addStretch(1);
    line->addWidget(m_next);
    connect(m_back, &Button::clicked, &m_player, &LessonPlayer::goBack);
    connect(m_next, &Button::clicked, &m_player, &LessonPlayer::goOn);
    const auto key = [this](int code, auto act) {
        auto* shortcut = new QShortcut(QKeySequence(code), this);
        shortcut->setContext(Qt::WindowShortcut);
        connect(shortcut, &QShortcut::activated, this, act);
    };
    key(Qt::Key_PageDown, [this] { pageDown(); });
    key(Qt::Key_PageUp, [this] { pageUp(); });
    all.addWidget(m_foot);
}

void LessonStrip::pageDown() {
    if (!m_presenting || !m_player.lesson()) return m_player.goOn();
    QScrollBar& bar = *m_scroll->verticalScrollBar();
    if (bar.value() < bar.maximum()) return bar.setValue(bar.value() + pageOf(*m_scroll));
    if (m_player.phase() != Phase::Predict) return m_player.goOn();
    m_player.reveal();
    showResult();
}

void LessonStrip::pageUp() {
    QScrollBar& bar = *m_scroll->verticalScrollBar();
    if (m_presenting && bar.value() > 0) return bar.setValue(bar.value() - pageOf(*m_scroll));
    m_player.goBack();
}

// When the layouts inside one another have given the result its place.
void LessonStrip::showResult() {
    constexpr int kLayoutMilliseconds = 60;
    QTimer::singleShot(kLayoutMilliseconds, this, [this] {
        constexpr double kMargin = 16;
        const int margin = themeOf(*this).ipx(kMargin), top = m_card->y() - margin, bottom = m_card->geometry().bottom() + margin;
        QScrollBar& bar = *m_scroll->verticalScrollBar();
        bar.setValue(std::max(bar.value(), std::min(top, bottom - m_scroll->viewport()->height())));
    });
}

void LessonStrip::setVoice(Voice voice) {
    m_voice = voice;
    showNumbers();
}

void LessonStrip::showStep() {
    const core::Lesson& lesson = *m_player.lesson();
    const core::LessonStep& step = m_player.step();
    m_chapter->setText(kindText(lesson));
    m_count->setText(tr("Step %1 of %2").arg(m_player.stepIndex() + 1).arg(m_player.stepCount()));
    m_title->setText(qs(lesson.title.in(m_player.language())));
    m_dots->setSteps(m_player.stepIndex(), m_player.stepCount());
    core::ProseSpan heading;
    heading.text = step.title.in(m_player.language());
    heading.emphasis = core::Emphasis::Strong;
    m_stepTitle->setProse({{core::BlockKind::Paragraph, {}, {heading}}});
    m_card->setVisible(m_player.question().has_value());
    if (m_player.question()) {
        m_card->show(*m_player.question());
        if (const core::GivenAnswer* given = m_player.given()) m_card->reveal(*given);
    }
    m_runBox->setVisible(step.run.has_value());
    setRunState({}, m_running);
    m_scroll->verticalScrollBar()->setValue(0);
    showNumbers();
    showButtons();
}

void LessonStrip::showNumbers() {
    if (!m_player.lesson()) return;
    const core::LessonStep& step = m_player.step();
    m_text->setProse(m_player.rendered(step.text));
    m_runText->setProse(m_player.rendered(step.runText));
    const core::Prose kitchen = m_player.rendered(step.kitchen);
    m_kitchenBox->setVisible(!kitchen.empty());
    m_kitchen->setProse(kitchen);
    m_kitchen->setVisible(m_voice == Voice::Kitchen && !kitchen.empty());
    m_voiceButton->setText(m_voice == Voice::Kitchen ? tr("Leave the kitchen words out") : tr("Said in kitchen words"));
}

void LessonStrip::showButtons() {
    // A button that is disabled with the keyboard in it would hand it on to another, which a blank then presses.
    if (!m_player.canGoOn() && m_next->hasFocus()) m_presenting ? m_scroll->setFocus() : m_card->focusAnswer();
    if (!m_player.canGoBack() && m_back->hasFocus()) m_scroll->setFocus();
    m_back->setEnabled(m_player.canGoBack());
    m_next->setEnabled(m_player.canGoOn());
    const bool last = m_player.stepIndex() + 1 == m_player.stepCount();
    m_next->setText(last ? tr("Finish") : tr("Next"));
}

void LessonStrip::setRunState(const QString& words, bool running) {
    m_running = running;
    m_runState->setText(words);
    m_run->setText(running ? tr("Stop it") : tr("Run it"));
    m_run->setIconName(running ? Icon::Stop : Icon::Play);
    m_run->setKind(running ? ButtonKind::Normal : ButtonKind::Primary);
}

void LessonStrip::arrange() {
    const Theme& theme = themeOf(*this);
    const int side = theme.ipx(20);
    m_head->layout()->setContentsMargins(side, theme.ipx(12), side, theme.ipx(12));
    m_head->layout()->setSpacing(theme.ipx(6));
    m_scroll->widget()->layout()->setContentsMargins(side, theme.ipx(16), side, theme.ipx(16));
    m_scroll->widget()->layout()->setSpacing(theme.ipx(14));
    m_foot->layout()->setContentsMargins(side, theme.ipx(10), side, theme.ipx(10));
}

void LessonStrip::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.setPen(theme.color(Role::Border));
    painter.drawLine(0, m_head->geometry().bottom(), width(), m_head->geometry().bottom());
    painter.drawLine(0, m_foot->geometry().top(), width(), m_foot->geometry().top());
}

void LessonStrip::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) arrange();
}

}  // namespace ui
