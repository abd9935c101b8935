// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/activities/hunt_page.h"

#include "ui/kit/button.h"
#include "ui/kit/label.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/segmented.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/learn/activities/hunt_canvas.h"
#include "ui/learn/choice_button.h"
#include "ui/learn/plain_scroll.h"

#include <QHBoxLayout>
#include <QRandomGenerator>
#include <QSpinBox>
#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kMostSeed = 999'999;

struct SuspectWords {
    QString name, reason;
};

SuspectWords wordsOf(core::Suspect suspect) {
    switch (suspect) {
    case core::Suspect::GradientSummedTwice:
        return {HuntPage::tr("The sum over the replicas is made once too often"),
                HuntPage::tr("Every gradient is the same factor too large. Adam divides by the size of its gradients, so the "
                             "loss hardly moves; gradients and norm show the factor, and all copies stay equal.")};
    case core::Suspect::NormGradientNotReduced:
        return {HuntPage::tr("Gradients of the norms are not summed over the tensor ranks"),
                HuntPage::tr("Only the norm weights are off. Each tensor rank updates its own copy with its own share, so the "
                             "copies drift apart: replica agreement shows it, the other tensors are sound.")};
    case core::Suspect::StaleTiedEmbedding:
        return {HuntPage::tr("The head's copy of the token table misses the embedding's gradient"),
                HuntPage::tr("Only the token table is off, and its two copies, on the first and the last stage, drift apart.")};
    case core::Suspect::NormCountedTwice:
        return {HuntPage::tr("The gradient norm counts copies of a tensor more than once"),
                HuntPage::tr("Every gradient is sound and every copy equal; only the norm is too large. With clipping on, steps "
                             "would be cut too early.")};
    case core::Suspect::WeightGradientSkipped:
        return {HuntPage::tr("A weight gradient of the split backward pass is left out"),
                HuntPage::tr("Tensors of the last stage miss the share of one micro-batch: off, but not by a common factor, and "
                             "the first stage is sound. All copies stay equal.")};
    case core::Suspect::RecomputationSkipped:
        return {HuntPage::tr("What recomputation should bring back is empty"),
                HuntPage::tr("Nearly every gradient is wrong and far too small, in all layers alike; all copies stay equal, so "
                             "nothing was lost between ranks.")};
    case core::Suspect::StaleGather:
        return {HuntPage::tr("Gathered weights are kept over the update"),
                HuntPage::tr("Gradients at the same weights are sound, and so is the first norm. But what a card had gathered last "
                             "is no longer what the owners of its slices keep: the next step begins with weights of before "
                             "the update. Replica agreement shows it, for whole layers.")};
    }
    return {};
}

}  // namespace

HuntPage::HuntPage(QWidget* parent)
    : ActivityPage(tr("Bug hunt"),
                   tr("The engine trains a small model on virtual cards, with one real fault planted in its parallel code. The "
                      "loss falls as it should. One rank without any parallelism trains the same beside it: find the fault "
                      "with the instruments, then name it."),
                   parent)
    , m_canvas(new HuntCanvas(this)) {
    auto* header = new ViewHeader(tr("Instruments"), this);
    header->setKinds({{NumberKind::Measured, tr("measured")}});
    m_instruments = header->addRightSegmented({tr("Loss"), tr("Gradient norm"), tr("Gradients by tensor"), tr("Replica agreement")});
    m_instruments->setObjectName(QStringLiteral("huntInstruments"));
    stage().addWidget(header);
    auto* scroll = new PlainScroll(this);
    scroll->hold(m_canvas);
    stage().addWidget(scroll, 1);
    connect(m_instruments, &Segmented::chosen, this, [this](int index) { m_canvas->setInstrument(Instrument(index)); });
    m_layout = addText({}, FontUse::Label, Role::Text2);
    auto* line = new QHBoxLayout;
    m_seed = new QSpinBox(this);
    m_seed->setRange(0, kMostSeed);
    m_seed->setObjectName(QStringLiteral("huntSeed"));
    m_seed->setAccessibleName(tr("Seed"));
    m_start = new Button(ButtonKind::Primary, Icon::Play, tr("Start the run"), this);
    m_start->setObjectName(QStringLiteral("startHunt"));
    auto* another = new Button(ButtonKind::Normal, tr("Another fault"), this);
    another->setObjectName(QStringLiteral("anotherHunt"));
    line->addWidget(new Label(tr("Seed"), FontUse::Body, Role::Text, this));
    line->addWidget(m_seed);
    line->addStretch(1);
    strip().addLayout(line);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(m_start);
    buttons->addWidget(another);
    buttons->addStretch(1);
    strip().addLayout(buttons);
    m_state = addText({}, FontUse::Label, Role::Text2);
    addText(tr("Which fault is it?"), FontUse::Title);
    m_suspects = new QWidget(this);
    new QVBoxLayout(m_suspects);
    m_suspects->layout()->setContentsMargins(0, 0, 0, 0);
    strip().addWidget(m_suspects);
    m_name = new Button(ButtonKind::Primary, tr("Name the fault"), this);
    m_name->setObjectName(QStringLiteral("nameFault"));
    strip().addWidget(m_name, 0, Qt::AlignLeft);
    m_verdict = addText({}, FontUse::Body);
    m_verdict->setObjectName(QStringLiteral("huntVerdict"));
    strip().addStretch(1);
    connect(m_seed, &QSpinBox::valueChanged, this, &HuntPage::draw);
    connect(m_start, &Button::clicked, this, &HuntPage::start);
    connect(another, &Button::clicked, this, [this] { m_seed->setValue(QRandomGenerator::global()->bounded(kMostSeed)); });
    connect(m_name, &Button::clicked, this, &HuntPage::judge);
    m_seed->setValue(QRandomGenerator::global()->bounded(1, kMostSeed));
}

void HuntPage::setSeed(quint64 seed) {
    m_seed->setValue(int(seed));
    draw();
}

void HuntPage::draw() {
    m_hunt = core::drawHunt(quint64(m_seed->value()));
    const core::Plan& plan = m_hunt.plan;
    m_layout->setText(tr("tp %1 · pp %2 · dp %3, ZeRO-%4, %5, %6 updates")
                          .arg(plan.layout.tp)
                          .arg(plan.layout.pp)
                          .arg(plan.layout.dp)
                          .arg(plan.zero.stage)
                          .arg(nameOf(plan.schedule))
                          .arg(plan.run.steps));
    m_hasRun = false;
    m_canvas->clear();
    m_state->setText({});
    m_verdict->setText({});
    m_start->setEnabled(true);
    qDeleteAll(m_choices);
    m_choices.clear();
    for (const core::Suspect suspect : m_hunt.suspects) {
        auto* choice = new ChoiceButton(ChoiceForm::One, wordsOf(suspect).name, m_suspects);
        choice->setObjectName(QStringLiteral("suspect.") + qs(core::toText(suspect)));
        connect(choice, &ChoiceButton::toggled, this, [this] { m_name->setEnabled(m_hasRun); });
        m_suspects->layout()->addWidget(choice);
        m_choices << choice;
    }
    m_name->setEnabled(false);
}

void HuntPage::start() {
    m_start->setEnabled(false);
    m_state->setText(tr("Training"));
    emit huntRequested(m_hunt.seed);
}

void HuntPage::showReport(const core::HuntReport& report) {
    m_hasRun = true;
    m_canvas->setReport(report);
    m_start->setEnabled(true);
    m_state->setText(tr("The run has ended. Read the instruments at the right."));
    m_name->setEnabled(std::ranges::any_of(m_choices, [](const ChoiceButton* choice) { return choice->isChecked(); }));
}

void HuntPage::showFailure(const QString& reason) {
    m_start->setEnabled(true);
    m_state->setText(reason);
}

void HuntPage::judge() {
    bool right = false;
    for (qsizetype i = 0; i < m_choices.size(); ++i) {
        const bool culprit = m_hunt.suspects[std::size_t(i)] == m_hunt.culprit, chosen = m_choices[i]->isChecked();
        right = right || (culprit && chosen);
        m_choices[i]->setVerdict(culprit  ? (chosen ? ChoiceVerdict::Right : ChoiceVerdict::Missed)
                                 : chosen ? ChoiceVerdict::Wrong
                                          : ChoiceVerdict::Other);
    }
    m_name->setEnabled(false);
    m_start->setFocus();
    m_verdict->setText((right ? tr("Right.") : tr("Not quite.")) + QLatin1Char(' ') + wordsOf(m_hunt.culprit).reason);
}

QString HuntPage::verdict() const { return m_verdict->text(); }

}  // namespace ui
