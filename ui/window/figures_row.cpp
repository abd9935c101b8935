// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/figures_row.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/theme.h"
#include "ui/state/command_set.h"
#include "ui/state/evaluator.h"
#include "ui/state/pinned_plan.h"
#include "ui/state/plan_document.h"
#include "ui/state/sentences.h"

#include <QHBoxLayout>
#include <QPainter>

#include <algorithm>

namespace ui {

namespace {

constexpr int kReasonWidth = 360, kShortReason = 90, kLineEnd = 36;

}  // namespace

FiguresRow::FiguresRow(const Hall& hall, CommandSet& commands, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_strip(new FigureStrip(this))
    , m_reason(new Label({}, FontUse::Label, Role::Text2, this))
    , m_mend(new Button(ButtonKind::Normal, {}, this))
    , m_pin(new Button(ButtonKind::Normal, Icon::Pin, {}, this))
    , m_start(new Button(ButtonKind::Primary, Icon::Play, tr("Start"), this)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 12, 1);
    row->setSpacing(10);
    row->addWidget(m_strip);
    row->addStretch(1);
    row->addWidget(m_reason, 4);
    row->addWidget(m_mend);
    row->addWidget(m_pin);
    row->addWidget(m_start);
    m_reason->setWrapped();
    m_reason->setMaximumWidth(themeOf(*this).ipx(kReasonWidth));
    m_reason->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_reason->setObjectName(QStringLiteral("startReason"));
    m_mend->setSize(ButtonSize::Small);
    m_mend->setObjectName(QStringLiteral("startMend"));
    m_pin->setObjectName(QStringLiteral("pinPlan"));
    m_start->setObjectName(QStringLiteral("startButton"));
    m_strip->setObjectName(QStringLiteral("figures"));
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFixedHeight(themeOf(*this).ipx(FigureStrip::kHeight));
    setStart({});
    connect(m_mend, &Button::clicked, this, [this] {
        if (m_check.mend) useMend(m_hall.document, *m_check.mend);
    });
    if (QAction* start = commands.action(QStringLiteral("run.start")))
        connect(m_start, &Button::clicked, start, &QAction::trigger);
    if (QAction* pin = commands.action(QStringLiteral("plan.pin"))) connect(m_pin, &Button::clicked, pin, &QAction::trigger);
    connect(&hall.evaluator, &Evaluator::evaluated, this, &FiguresRow::showFigures);
    connect(&PinnedPlan::of(hall.evaluator), &PinnedPlan::changed, this, &FiguresRow::showFigures);
    showFigures();
}

void FiguresRow::showFigures() {
    const core::Snapshot& snapshot = *m_hall.evaluator.snapshot();
    const SnapshotPtr& pinned = PinnedPlan::of(m_hall.evaluator).snapshot();
    m_strip->setFigures(pinned ? planFigures(snapshot, *pinned) : planFigures(snapshot));
    showPin();
}

void FiguresRow::showPin() {
    const PinnedPlan& pin = PinnedPlan::of(m_hall.evaluator);
    m_pin->setIconName(pin.isPinned() ? Icon::Close : Icon::Pin);
    m_pin->setText(pin.isPinned() ? tr("Unpin A") : tr("Pin as A"));
    m_pin->setToolTip(pin.isPinned() ? tr("End the comparison with A: %1").arg(pin.words())
                                     : tr("Hold this plan fast: every view then shows it as an outline behind what is changed"));
    m_pin->setEnabled(pin.isPinned() || pin.canPin());
}

void FiguresRow::setStart(const StartCheck& check) {
    m_check = check;
    m_reason->setText(check.brief);
    const Theme& theme = themeOf(*this);
    const double wide = textWidth(theme.font(FontUse::Label), check.brief);
    m_reason->setWordWrap(wide > theme.px(kShortReason));
    // Two lines of it, before the figures get their room.
    m_reason->setMinimumWidth(m_reason->wordWrap() ? int(std::min(wide / 2 + theme.px(kLineEnd), theme.px(kReasonWidth))) : 0);
    const bool isFault = check.gate == StartGate::Asks || check.gate == StartGate::Refused;
    m_reason->setRole(isFault ? Role::Danger : Role::Text2);
    m_reason->setVisible(!check.reason.isEmpty());
    m_reason->setToolTip(check.reason);
    m_mend->setVisible(check.mend.has_value());
    if (check.mend) m_mend->setText(mendText(*check.mend));
    m_start->setEnabled(check.gate != StartGate::Refused);
    const bool asks = check.gate == StartGate::Asks || check.gate == StartGate::Replaces;
    m_start->setText(check.gate == StartGate::Leads ? tr("Show the run") : asks ? tr("Start…") : tr("Start"));
    m_start->setToolTip(check.reason);
}

void FiguresRow::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = themeOf(*this);
    painter.fillRect(rect(), theme.color(Role::Panel));
    painter.fillRect(QRect(0, height() - 1, width(), 1), theme.color(Role::Border));
}

}  // namespace ui
