// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/pinned_plan.h"

#include "ui/kit/plan_facts.h"

namespace ui {

PinnedPlan& PinnedPlan::of(Evaluator& evaluator) {
    if (auto* known = evaluator.findChild<PinnedPlan*>()) return *known;
    return *new PinnedPlan(evaluator);
}

PinnedPlan::PinnedPlan(Evaluator& evaluator)
    : QObject(&evaluator)
    , m_evaluator(evaluator)
    , m_jobs(QStringLiteral("pinned")) {
    connect(&evaluator, &Evaluator::evaluated, this, &PinnedPlan::recalibrate);
}

bool PinnedPlan::canPin() const { return m_evaluator.snapshot()->memory.has_value(); }

QString PinnedPlan::words() const { return m_snapshot ? layoutWords(m_snapshot->plan) : QString(); }

void PinnedPlan::pin() {
    if (!canPin()) return;
    m_snapshot = m_evaluator.snapshot();
    emit changed();
}

void PinnedPlan::unpin() {
    m_snapshot.reset();
    emit changed();
}

void PinnedPlan::recalibrate() {
    if (!m_snapshot || m_snapshot->calibration == m_evaluator.calibration()) return;
    m_jobs.submit([this, asked = m_snapshot, calibration = m_evaluator.calibration()] {
        SnapshotPtr snapshot = std::make_shared<const core::Snapshot>(core::evaluate(asked->plan, calibration));
        return [this, asked, snapshot] {
            if (m_snapshot != asked) return;
            m_snapshot = snapshot;
            emit changed();
        };
    });
}

}  // namespace ui
