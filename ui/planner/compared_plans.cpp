// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/compared_plans.h"

#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"

namespace ui {

ComparedPlans::ComparedPlans(const Hall& hall, QObject* parent)
    : QObject(parent)
    , m_hall(hall)
    , m_jobs(QStringLiteral("compared")) {
    connect(&hall.evaluator, &Evaluator::evaluated, this, &ComparedPlans::changed);
}

ComparedPlan ComparedPlans::a() const {
    return m_pinned ? *m_pinned : ComparedPlan{tr("this plan"), m_hall.evaluator.snapshot()};
}

ComparedPlan ComparedPlans::b() const {
    if (m_other) return *m_other;
    return m_pinned ? ComparedPlan{tr("this plan"), m_hall.evaluator.snapshot()} : ComparedPlan{};
}

void ComparedPlans::pin() {
    const SnapshotPtr snapshot = m_hall.evaluator.snapshot();
    m_pinned = ComparedPlan{tr("pinned: %1").arg(layoutWords(snapshot->plan)), snapshot};
    emit changed();
}

void ComparedPlans::unpin() {
    m_pinned.reset();
    emit changed();
}

void ComparedPlans::setOther(const QString& name, const core::Plan& plan) {
    m_jobs.submit([this, name, plan, calibration = m_hall.evaluator.calibration(), asked = ++m_asked] {
        SnapshotPtr snapshot = std::make_shared<const core::Snapshot>(core::evaluate(plan, calibration));
        return [this, name, snapshot, asked] {
            if (asked != m_asked) return;
            m_other = ComparedPlan{name, snapshot};
            emit changed();
        };
    });
}

void ComparedPlans::dropOther() {
    ++m_asked;
    if (!m_other) return;
    m_other.reset();
    emit changed();
}

QString layoutWords(const core::Plan& plan) {
    const core::LayoutSpec& l = plan.layout;
    QStringList words{QStringLiteral("T%1 P%2 D%3").arg(l.tp).arg(l.pp).arg(l.dp)};
    if (l.cp > 1) words.front() += QStringLiteral(" C%1").arg(l.cp);
    if (l.ep > 1) words.front() += QStringLiteral(" E%1").arg(l.ep);
    words << QStringLiteral("ZeRO-%1").arg(plan.zero.stage) << ComparedPlans::tr("micro %1").arg(plan.batch.micro);
    if (l.virtualStages > 1) words << ComparedPlans::tr("%1 chunks").arg(l.virtualStages);
    if (plan.schedule != core::ScheduleKind::OneFOneB && plan.layout.pp > 1) words << nameOf(plan.schedule);
    if (plan.recompute != core::Recompute::None) words << ComparedPlans::tr("recompute %1").arg(qs(core::toText(plan.recompute)));
    if (plan.sequenceParallel == core::SequenceParallel::On) words << ComparedPlans::tr("sequence parallel");
    return words.join(QLatin1String(", "));
}

}  // namespace ui
