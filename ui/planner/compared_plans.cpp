// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/compared_plans.h"

#include "ui/kit/plan_facts.h"

namespace ui {

ComparedPlans::ComparedPlans(const Hall& hall, QObject* parent)
    : QObject(parent)
    , m_hall(hall)
    , m_pin(PinnedPlan::of(hall.evaluator))
    , m_jobs(QStringLiteral("compared")) {
    connect(&hall.evaluator, &Evaluator::evaluated, this, &ComparedPlans::changed);
    connect(&m_pin, &PinnedPlan::changed, this, &ComparedPlans::changed);
    connect(&hall.evaluator, &Evaluator::evaluated, this, &ComparedPlans::recalibrate);
}

ComparedPlan ComparedPlans::a() const {
    if (m_pin.isPinned()) return {tr("pinned: %1").arg(m_pin.words()), m_pin.snapshot()};
    return {tr("this plan"), m_hall.evaluator.snapshot()};
}

ComparedPlan ComparedPlans::b() const {
    if (m_other) return *m_other;
    return m_pin.isPinned() ? ComparedPlan{tr("this plan"), m_hall.evaluator.snapshot()} : ComparedPlan{};
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

// The other plan is held against this one by the same speed of the machine.
void ComparedPlans::recalibrate() {
    if (m_other && m_other->snapshot->calibration != m_hall.evaluator.calibration()) setOther(m_other->name, m_other->snapshot->plan);
}

void ComparedPlans::dropOther() {
    ++m_asked;
    if (!m_other) return;
    m_other.reset();
    emit changed();
}

}  // namespace ui
