// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/plan_facts.h"

#include "ui/kit/format.h"
#include "ui/kit/to_qt.h"

#include <QCoreApplication>

namespace ui {

QString planLine(const core::Snapshot& snapshot) {
    const core::Plan& plan = snapshot.plan;
    const QString parameters = QCoreApplication::translate("plan_facts", "%1 parameters")
                                   .arg(shortNumber(double(snapshot.parameters.total)));
    const QString seed = QCoreApplication::translate("plan_facts", "seed %1").arg(plan.run.seed);
    return QStringList{qs(plan.name), parameters, QStringLiteral("ZeRO-%1").arg(plan.zero.stage),
                       nameOf(plan.schedule), seed}
        .join(QStringLiteral(", "));
}

QString nameOf(core::Recompute recompute) {
    return recompute == core::Recompute::None        ? QCoreApplication::translate("plan_facts", "none")
           : recompute == core::Recompute::Selective ? QCoreApplication::translate("plan_facts", "selective")
                                                     : QCoreApplication::translate("plan_facts", "full");
}

QString layoutWords(const core::Plan& plan) {
    const core::LayoutSpec& l = plan.layout;
    QStringList words{QStringLiteral("T%1 P%2 D%3").arg(l.tp).arg(l.pp).arg(l.dp)};
    if (l.cp > 1) words.front() += QStringLiteral(" C%1").arg(l.cp);
    if (l.ep > 1) words.front() += QStringLiteral(" E%1").arg(l.ep);
    words << QStringLiteral("ZeRO-%1").arg(plan.zero.stage)
          << QCoreApplication::translate("plan_facts", "micro %1").arg(plan.batch.micro);
    if (l.virtualStages > 1) words << QCoreApplication::translate("plan_facts", "%1 chunks").arg(l.virtualStages);
    if (plan.schedule != core::ScheduleKind::OneFOneB && l.pp > 1) words << nameOf(plan.schedule);
    if (plan.recompute != core::Recompute::None)
        words << QCoreApplication::translate("plan_facts", "recompute %1").arg(nameOf(plan.recompute));
    if (plan.sequenceParallel == core::SequenceParallel::On)
        words << QCoreApplication::translate("plan_facts", "sequence parallel");
    return words.join(QStringLiteral(", "));
}

QString nameOf(core::ScheduleKind kind) {
    switch (kind) {
    case core::ScheduleKind::GPipe:
        return QStringLiteral("GPipe");
    case core::ScheduleKind::OneFOneB:
        return QStringLiteral("1F1B");
    case core::ScheduleKind::Interleaved:
        return QCoreApplication::translate("plan_facts", "interleaved 1F1B");
    case core::ScheduleKind::LoopedBfs:
        return QCoreApplication::translate("plan_facts", "looped BFS");
    case core::ScheduleKind::ZbH1:
        return QStringLiteral("ZB-H1");
    case core::ScheduleKind::ZbH2:
        return QStringLiteral("ZB-H2");
    case core::ScheduleKind::ZbV:
        return QStringLiteral("ZB-V");
    case core::ScheduleKind::DualPipe:
        return QStringLiteral("DualPipe");
    case core::ScheduleKind::DualPipeV:
        return QStringLiteral("DualPipe-V");
    case core::ScheduleKind::Table:
        return QCoreApplication::translate("plan_facts", "own table");
    }
    return {};
}

bool inVirtualTime(const core::Plan& plan) { return plan.cluster.gpu == "virtual-card"; }

QString bubbleDefinition() {
    return QCoreApplication::translate(
        "plan_facts",
        "Bubble: the share of the pipeline's time, from the start of the step to the last pipeline op of "
        "any stage, in which a stage runs no op. Of all stages together: their mean.");
}

QString idleDefinition() {
    return QCoreApplication::translate(
        "plan_facts",
        "Idle: the share of the whole step in which a card neither computes nor sends, mean of all cards. "
        "It holds the bubble of the pipeline and, after the last op, the wait for other cards.");
}

std::optional<int> stageOfRank(const core::Snapshot& snapshot, int rank) {
    if (!snapshot.layout || rank < 0 || rank >= snapshot.layout->ranks()) return std::nullopt;
    return snapshot.layout->coordinates(core::Rank(rank)).pp;
}

}  // namespace ui
