// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Puts the sections below each other and asks core for advice when the plan rests.
#include "ui/window/plan_panel.h"

#include "ui/kit/button.h"
#include "ui/kit/callout.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/state/command_set.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"
#include "ui/window/engine_words.h"
#include "ui/window/fold.h"
#include "ui/window/panel_scroll.h"
#include "ui/window/plan_sections.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {
constexpr int kWidth = 296, kTitleHeight = 44, kMargin = 14;
constexpr int kRestMilliseconds = 150;
}  // namespace

PlanPanel::PlanPanel(const Hall& hall, CommandSet& commands, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_scroll(new PanelScroll(this))
    , m_callout(new Callout(Tone::Warn, Icon::Bulb, this))
    , m_jobs(QStringLiteral("advice")) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 1, 0);
    column->setSpacing(0);
    column->addWidget(makeTitle(commands));
    auto* inner = new QWidget(m_scroll);
    auto* sections = new QVBoxLayout(inner);
    sections->setContentsMargins(0, 0, 0, 0);
    sections->setSpacing(0);
    m_sections = {new ModelSection(hall, inner), new LayoutSection(hall, inner), new ZeroSection(hall, inner),
                  new BatchSection(hall, inner), new ScheduleSection(hall, inner), new LinksSection(hall, inner)};
    for (PlanSection* section : m_sections) sections->addWidget(section);
    auto* all = new QHBoxLayout;
    all->setContentsMargins(kMargin - 8, 4, kMargin, 4);
    auto* fields = new Button(ButtonKind::Text, tr("All fields…"), this);
    fields->setObjectName(QStringLiteral("allFields"));
    if (QAction* action = commands.action(QStringLiteral("plan.fields"))) {
        fields->setToolTip(action->toolTip());
        connect(fields, &Button::clicked, action, &QAction::trigger);
    }
    all->addWidget(fields);
    all->addStretch(1);
    sections->addStretch(1);
    m_scroll->setWidget(inner);
    column->addWidget(m_scroll, 1);
    column->addLayout(all);
    // As the way to all fields, below the sections and never scrolled away with them.
    m_foot = new QWidget(this);
    auto* foot = new QHBoxLayout(m_foot);
    foot->setContentsMargins(kMargin, 8, kMargin, 8);
    foot->addWidget(m_callout);
    m_foot->hide();
    column->addWidget(m_foot);
    arrange();
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(kRestMilliseconds);
    connect(&m_quiet, &QTimer::timeout, this, &PlanPanel::askForAdvice);
    connect(&hall.evaluator, &Evaluator::evaluated, this, [this] { m_quiet.start(); });
    connect(&hall.document, &PlanDocument::planChanged, this,
            [this](const core::Plan& plan) { m_title->setText(planTitle(plan)); });
    m_title->setText(planTitle(hall.document.plan()));
}

QWidget* PlanPanel::makeTitle(CommandSet& commands) {
    auto* row = new QWidget(this);
    row->setObjectName(QStringLiteral("planTitle"));
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(kMargin, 0, 8, 0);
    line->setSpacing(2);
    m_title = new Label({}, FontUse::BodyStrong, Role::Text, row);
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* undo = new Button(Icon::Undo, tr("Undo"), row);
    auto* more = new Button(Icon::More, tr("More about this plan"), row);
    line->addWidget(m_title, 1);
    line->addWidget(undo);
    line->addWidget(more);
    row->setFixedHeight(themeOf(*this).ipx(kTitleHeight));
    if (QAction* action = commands.action(QStringLiteral("edit.undo"))) {
        connect(undo, &Button::clicked, action, &QAction::trigger);
        const auto follow = [undo, action] {
            undo->setEnabled(action->isEnabled());
            undo->setToolTip(action->text());
        };
        connect(action, &QAction::changed, undo, follow);
        follow();
    }
    auto* menu = new QMenu(more);
    for (const char* id : {"file.open", "file.save", "file.saveAs", "plan.fields", "plan.textbook"})
        if (QAction* action = commands.action(QString::fromLatin1(id))) menu->addAction(action);
    connect(more, &Button::clicked, menu,
            [more, menu] { menu->popup(more->mapToGlobal(QPoint(0, more->height() + 2))); });
    return row;
}

void PlanPanel::reveal(const QString& pointer) {
    for (PlanSection* section : m_sections) {
        if (!section->pointers().contains(pointer)) continue;
        QWidget* control = section->findChild<QWidget*>(pointer);
        if (control) unfold(*control);
        m_scroll->widget()->layout()->activate();
        m_scroll->ensureWidgetVisible(control ? control : section);
        if (!control) return;
        QList<QWidget*> inside = control->findChildren<QWidget*>();
        inside.prepend(control);
        const auto first = std::ranges::find_if(
            inside, [](const QWidget* widget) { return (widget->focusPolicy() & Qt::TabFocus) != 0; });
        if (first != inside.end()) (*first)->setFocus(Qt::ShortcutFocusReason);
        return;
    }
}

// It takes some evaluations, on the core that a dragged slider needs.
void PlanPanel::askForAdvice() {
    if (m_hall.document.isDragging()) return m_quiet.start();
    m_jobs.submit([this, snapshot = m_hall.evaluator.snapshot()]() -> LatestJob::Delivery {
        auto advice = core::lessBubble(*snapshot);
        return [this, advice = std::move(advice)] { showAdvice(advice); };
    });
}

void PlanPanel::showAdvice(std::optional<core::BubbleAdvice> advice) {
    const bool had = m_advice.has_value();
    m_explained = false;
    m_advice = std::move(advice);
    m_foot->setVisible(m_advice.has_value());
    if (m_advice) {
        m_callout->setText(adviceText(*m_advice));
        m_callout->setButtons(adviceButtons());
    }
    if (had != m_advice.has_value()) emit suggestionChanged();
}

QString PlanPanel::suggestion() const { return m_advice ? adviceText(*m_advice) : QString(); }

QString PlanPanel::useOfSuggestion() const {
    return m_advice && m_advice->microBatches > 0 && m_advice->fits ? tr("Use %1").arg(wholeNumber(m_advice->microBatches)) : QString();
}

void PlanPanel::useSuggestion() {
    if (m_advice && m_advice->microBatches > 0)
        m_hall.document.setField(QStringLiteral("/batch/micro_batches"), std::int64_t(m_advice->microBatches),
                                 PlanDocument::Edit::Committed);
}

QList<Button*> PlanPanel::adviceButtons() {
    QList<Button*> buttons;
    if (!useOfSuggestion().isEmpty()) {
        auto* use = new Button(ButtonKind::Normal, useOfSuggestion());
        use->setObjectName(QStringLiteral("useSuggestion"));
        connect(use, &Button::clicked, this, &PlanPanel::useSuggestion);
        buttons << use;
    }
    auto* why = new Button(ButtonKind::Text, tr("Why"));
    connect(why, &Button::clicked, this, &PlanPanel::explainAdvice);
    buttons << why;
    for (Button* button : buttons) button->setSize(ButtonSize::Small);
    return buttons;
}

// What is wrong, what would help, and its price; or that it does not pay.
QString PlanPanel::adviceText(const core::BubbleAdvice& advice) {
    if (advice.microBatches == 0)
        return tr("%1 of the pipeline's time is bubble. More micro-batches do not help: %2 comes from unequal stages.")
            .arg(percentText(advice.before), percentText(advice.unequal));
    const QString change = tr("%1 of the pipeline's time is bubble; with %2 micro-batches %3.")
                               .arg(percentText(advice.before), wholeNumber(advice.microBatches),
                                    percentText(advice.after));
    const QString price =
        advice.fits ? tr("Global batch %1, steps %2 times as long; %3 tokens/s.")
                          .arg(wholeNumber(advice.plan.batch.global), threeDigits(advice.stepRatio),
                               signedPercentText(advice.throughputRatio - 1))
                    : tr("That does not fit: the heaviest card would need %1.").arg(bytesText(advice.peak));
    return change + QLatin1Char(' ') + price;
}

void PlanPanel::explainAdvice() {
    if (!m_advice || std::exchange(m_explained, true)) return;
    QString why = tr("Each stage waits for p − 1 of m + p − 1 slots while the pipeline fills and drains.");
    if (m_advice->unequal > 0.005)
        why += QLatin1Char(' ') + tr("%1 would remain with any number: every stage waits for the busiest.")
                                      .arg(percentText(m_advice->unequal));
    m_callout->setText(m_callout->text() + QLatin1Char('\n') + why);
}

void PlanPanel::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRect(width() - 1, 0, 1, height()), theme.color(Role::Border));
    for (const int y : {theme.ipx(kTitleHeight) - 1, m_scroll->geometry().bottom() + 1})
        painter.fillRect(QRect(0, y, width(), 1), theme.color(Role::Border));
}

void PlanPanel::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange && m_title) arrange();
}

void PlanPanel::arrange() {
    setFixedWidth(themeOf(*this).ipx(kWidth));
}

}  // namespace ui
