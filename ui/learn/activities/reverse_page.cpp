// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/reverse_page.h"

#include "ui/kit/button.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/segmented.h"
#include "ui/kit/view_header.h"
#include "ui/learn/activities/picture_canvas.h"
#include "ui/learn/choice_button.h"

#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QVBoxLayout>

namespace ui {

namespace {

QString planText(core::PictureKind kind, const core::Plan& plan) {
    const QString layout = ReversePage::tr("tp %1 · pp %2 · dp %3").arg(plan.layout.tp).arg(plan.layout.pp).arg(plan.layout.dp);
    const QString zero = QStringLiteral("ZeRO-%1").arg(plan.zero.stage);
    switch (kind) {
    case core::PictureKind::Memory: return ReversePage::tr("%1, %2").arg(zero, nameOf(plan.schedule));
    case core::PictureKind::Timeline:
        return ReversePage::tr("%1 stages, %2 micro-batches, %3")
            .arg(plan.layout.pp)
            .arg(plan.microBatches())
            .arg(nameOf(plan.schedule));
    case core::PictureKind::Traffic: break;
    }
    return ReversePage::tr("%1, %2").arg(layout, zero);
}

QString reasonOf(core::PictureKind kind, const core::Snapshot& snapshot) {
    if (kind == core::PictureKind::Memory) {
        const core::MemoryTrace trace = core::memoryTrace(snapshot, 0);
        return ReversePage::tr("The floor of %1 is what ZeRO leaves of the states; the teeth above it, up to %2, are the "
                               "micro-batches that the schedule keeps: at most %3 at a time.")
            .arg(bytesText(trace.states), bytesText(trace.peak()))
            .arg(snapshot.timeline->peakInFlight.front());
    }
    if (kind == core::PictureKind::Timeline)
        return ReversePage::tr("Count the rows and the forward boxes of one of them; the order of forward and backward tells the "
                               "schedule. Its bubble is %1.")
            .arg(percentText(snapshot.timeline->bubbleFraction));
    return ReversePage::tr("Sums in tensor groups need tensor parallelism, sends need stages; in data groups ZeRO-0 sums once, ZeRO-2 "
                           "scatters after every micro-batch, and ZeRO-3 gathers weights besides. Together %1.")
        .arg(bytesText(snapshot.traffic->wire()));
}

}  // namespace

ReversePage::ReversePage(QWidget* parent)
    : ActivityPage(tr("Reverse quiz"),
                   tr("Here is the answer; what was the question? The picture was computed from one of four plans of a small "
                      "model on eight cards. Say which."),
                   parent)
    , m_canvas(new PictureCanvas(this)) {
    auto* header = new ViewHeader(tr("Which plan makes this picture?"), this);
    header->setKinds({{NumberKind::Predicted, tr("predicted")}});
    stage().addWidget(header);
    stage().addWidget(m_canvas, 1);
    m_kinds = new Segmented({tr("Memory"), tr("Timeline"), tr("Traffic")}, this);
    m_kinds->setObjectName(QStringLiteral("reverseKind"));
    strip().addWidget(m_kinds, 0, Qt::AlignLeft);
    m_answers = new QWidget(this);
    new QVBoxLayout(m_answers);
    m_answers->layout()->setContentsMargins(0, 0, 0, 0);
    strip().addWidget(m_answers);
    auto* line = new QHBoxLayout;
    m_submit = new Button(ButtonKind::Primary, tr("Submit"), this);
    m_submit->setObjectName(QStringLiteral("reverseSubmit"));
    m_next = new Button(ButtonKind::Normal, Icon::Right, tr("Another picture"), this);
    m_next->setObjectName(QStringLiteral("reverseNext"));
    line->addWidget(m_submit);
    line->addWidget(m_next);
    line->addStretch(1);
    strip().addLayout(line);
    m_verdict = addText({}, FontUse::Body);
    m_score = addText({}, FontUse::Label, Role::Text2);
    strip().addStretch(1);
    connect(m_kinds, &Segmented::chosen, this, [this](int kind) { ask(core::PictureKind(kind), m_seed); });
    connect(m_submit, &Button::clicked, this, &ReversePage::judge);
    connect(m_next, &Button::clicked, this, &ReversePage::next);
    ask(core::PictureKind::Memory, QRandomGenerator::global()->generate());
}

void ReversePage::ask(core::PictureKind kind, quint64 seed) {
    m_seed = seed;
    m_question = core::drawReverse(kind, seed);
    m_kinds->setCurrent(int(kind));
    m_canvas->setPicture(kind, std::make_shared<const core::Snapshot>(core::evaluate(m_question.choices[m_question.right])));
    qDeleteAll(m_choices);
    m_choices.clear();
    for (const core::Plan& plan : m_question.choices) {
        auto* choice = new ChoiceButton(ChoiceForm::One, planText(kind, plan), m_answers);
        connect(choice, &ChoiceButton::toggled, this, [this] { m_submit->setEnabled(true); });
        m_answers->layout()->addWidget(choice);
        m_choices << choice;
    }
    m_submit->setEnabled(false);
    m_verdict->setText({});
}

void ReversePage::judge() {
    bool right = false;
    for (qsizetype i = 0; i < m_choices.size(); ++i) {
        const bool is = std::size_t(i) == m_question.right, chosen = m_choices[i]->isChecked();
        right = right || (is && chosen);
        m_choices[i]->setVerdict(is       ? (chosen ? ChoiceVerdict::Right : ChoiceVerdict::Missed)
                                 : chosen ? ChoiceVerdict::Wrong
                                          : ChoiceVerdict::Other);
    }
    ++m_asked;
    m_right += right;
    m_submit->setEnabled(false);
    m_verdict->setText((right ? tr("Right.") : tr("Not quite.")) + QLatin1Char(' ') +
                       reasonOf(m_question.kind, core::evaluate(m_question.choices[m_question.right])));
    m_score->setText(tr("%1 of %2 right").arg(m_right).arg(m_asked));
    m_next->setFocus();
}

void ReversePage::next() { ask(m_question.kind, QRandomGenerator::global()->generate()); }

QString ReversePage::verdict() const { return m_verdict->text(); }

}  // namespace ui
