// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Views keep their widgets; a step only decides which of them stand where.
#include "ui/learn/lesson_stage.h"

#include "ui/kit/splitter.h"
#include "ui/kit/theme.h"
#include "ui/learn/batch_view.h"
#include "ui/learn/compare_pane.h"
#include "ui/learn/lesson_controls.h"
#include "ui/learn/split_view.h"
#include "ui/learn/states_view.h"

#include <QVBoxLayout>

#include <algorithm>

namespace ui {

namespace {

constexpr int kUpper = 430, kLower = 330, kLowerWidth = 1034, kControlsWidth = 394, kNarrowControls = 322, kLeastControls = 300;

}  // namespace

LessonStage::LessonStage(LessonHall& hall, LessonPlayer& player, LearnViews views, QWidget* parent)
    : QWidget(parent)
    , m_hall(hall)
    , m_player(player)
    , m_views(std::move(views))
    , m_states(new StatesView(this))
    , m_matrices(new SplitView(this))
    , m_batch(new BatchView(this))
    , m_compare(new ComparePane(this))
    , m_problems(new ProblemsPane(this))
    , m_controls(new LessonControls(hall.hall, this))
    , m_main(new Splitter(Qt::Vertical, this))
    , m_upper(new Splitter(Qt::Horizontal))
    , m_lower(new Splitter(Qt::Horizontal))
    , m_shelf(new QWidget(this)) {
    m_shelf->hide();
    m_controls->setMinimumWidth(kLeastControls);
    m_main->addWidget(m_upper);
    m_main->addWidget(m_lower);
    m_main->setStretchFactor(0, 1);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->addWidget(m_main);
    for (QWidget* view : {m_views.topology, m_views.planMemory, m_views.runMemory, m_views.planTimeline,
                          m_views.runTimeline, m_views.loss, m_views.gradientNorm, m_views.throughput, m_views.learningRate,
                          m_views.stepParts, static_cast<QWidget*>(m_states), static_cast<QWidget*>(m_matrices),
                          static_cast<QWidget*>(m_batch), static_cast<QWidget*>(m_compare), static_cast<QWidget*>(m_problems)})
        view->setParent(m_shelf);
    connect(&player, &LessonPlayer::stepChanged, this, &LessonStage::showStep);
    connect(&player, &LessonPlayer::numbersChanged, this, &LessonStage::showNumbers);
    connect(&player, &LessonPlayer::answered, this, &LessonStage::showNumbers);
}

QWidget* LessonStage::widgetOf(core::LessonView view) const {
    switch (view) {
    case core::LessonView::Topology: return m_views.topology;
    case core::LessonView::Memory: return m_running ? m_views.runMemory : m_views.planMemory;
    case core::LessonView::Timeline: return m_running ? m_views.runTimeline : m_views.planTimeline;
    case core::LessonView::States: return m_states;
    case core::LessonView::Compare: return m_compare;
    case core::LessonView::BrokenRules: return m_problems;
    case core::LessonView::Loss: return m_views.loss;
    case core::LessonView::GradientNorm: return m_views.gradientNorm;
    case core::LessonView::Throughput: return m_views.throughput;
    case core::LessonView::LearningRate: return m_views.learningRate;
    case core::LessonView::StepParts: return m_views.stepParts;
    case core::LessonView::Matrices: return m_matrices;
    case core::LessonView::Batch: return m_batch;
    }
    return nullptr;
}

void LessonStage::showRun() {
    if (m_running) return;
    m_running = true;
    arrange();
}

void LessonStage::showStep() {
    m_running = false;
    arrange();
    const core::LessonStep& step = m_player.step();
    QStringList pointers;
    for (const std::string& pointer : step.controls) pointers << QString::fromStdString(pointer);
    m_controls->setControls(pointers);
    m_views.aimTopology(step.cards, step.camera);
    // The stages of ZeRO stand beside each other only where the step speaks of them.
    const ShownStages stages =
        pointers.contains(QStringLiteral("/zero/stage")) || step.zeroUpTo ? ShownStages::All : ShownStages::Own;
    m_states->canvas().setStages(stages);
    m_views.showStages(stages);
    showNumbers();
}

void LessonStage::arrange() {
    for (Splitter* splitter : {m_upper, m_lower})
        while (splitter->count() > 0) splitter->widget(0)->setParent(m_shelf);
    QList<QWidget*> shown;
    for (const core::LessonView view : m_player.step().views)
        if (QWidget* widget = widgetOf(view); widget && !shown.contains(widget)) shown << widget;
    const int controls = shown.size() > 2 ? themeOf(*this).ipx(kNarrowControls) : kControlsWidth;
    QList<int> widths;
    for (qsizetype i = 0; i < shown.size(); ++i) {
        (i == 0 ? m_upper : m_lower)->addWidget(shown[i]);
        shown[i]->show();
        if (i > 0) widths << (kLowerWidth - controls) / int(shown.size() - 1);
    }
    m_upper->setVisible(!shown.isEmpty());
    m_lower->addWidget(m_controls);
    m_controls->show();
    m_lower->setSizes(widths << controls);
    for (int i = 0; i + 1 < m_lower->count(); ++i) m_lower->setStretchFactor(i, 1);
    m_main->setSizes({kUpper, kLower});
}

void LessonStage::showNumbers() {
    if (!m_player.lesson()) return;
    const bool open = m_player.phase() == Phase::Predict;
    m_states->canvas().setSnapshot(m_player.scope().plan);
    constexpr int kMostZero = 3;
    m_states->canvas().hideAbove(open ? m_player.scope().plan->plan.zero.stage : m_player.step().zeroUpTo.value_or(kMostZero));
    if (std::ranges::count(m_player.step().views, core::LessonView::Matrices) > 0)
        m_matrices->canvas().setSnapshot(*m_player.scope().plan,
                                         open || !m_player.question() ? AllReduces::Hidden : AllReduces::Counted);
    m_batch->canvas().setPlan(m_player.scope().plan->plan, open ? Accumulation::Hidden : Accumulation::Counted);
    m_compare->show(m_player.scope(), m_player.step().others, open ? OtherColumns::Hidden : OtherColumns::Shown);
    m_problems->show(*m_player.scope().plan, open ? RulesShown::Later : RulesShown::Now);
    m_controls->setLock(open ? ControlsLock::Locked : ControlsLock::Free);
    m_controls->setFormula(open ? core::Prose{} : m_player.rendered(m_player.step().formula));  // it holds the answer
}

}  // namespace ui
