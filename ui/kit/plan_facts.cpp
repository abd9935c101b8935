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
