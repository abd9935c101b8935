// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Words only; no state.
#include "ui/window/engine_words.h"

#include "core/cluster/cluster.h"
#include "core/cost/speed.h"
#include "ui/kit/format.h"

#include <QCoreApplication>

namespace ui {

namespace {
// In the context that lupdate finds for a function of this namespace.
QString tr(const char* text) { return QCoreApplication::translate("ui", text); }
}  // namespace

StateWord stateWord(EngineState state) {
    switch (state) {
    case EngineState::Off:
        return {tr("Off"), Tone::Neutral};
    case EngineState::Starting:
        return {tr("Starting"), Tone::Neutral};
    case EngineState::Training:
        return {tr("Training"), Tone::Ok};
    case EngineState::Paused:
        return {tr("Paused"), Tone::Warn};
    case EngineState::Validating:
        return {tr("Validating"), Tone::Ok};
    case EngineState::Stopping:
        return {tr("Stopping"), Tone::Neutral};
    case EngineState::Finished:
        return {tr("Finished"), Tone::Ok};
    case EngineState::Stopped:
        return {tr("Stopped"), Tone::Neutral};
    case EngineState::Failed:
        return {tr("Failed"), Tone::Danger};
    }
    return {};
}

bool isLive(EngineState state) {
    switch (state) {
    case EngineState::Starting:
    case EngineState::Training:
    case EngineState::Paused:
    case EngineState::Validating:
    case EngineState::Stopping:
        return true;
    case EngineState::Off:
    case EngineState::Finished:
    case EngineState::Stopped:
    case EngineState::Failed:
        break;
    }
    return false;
}

QString scheduleName(core::ScheduleKind kind) {
    switch (kind) {
    case core::ScheduleKind::GPipe:
        return tr("GPipe");
    case core::ScheduleKind::OneFOneB:
        return tr("1F1B");
    case core::ScheduleKind::Interleaved:
        return tr("Interleaved 1F1B");
    case core::ScheduleKind::LoopedBfs:
        return tr("Looped BFS");
    case core::ScheduleKind::ZbH1:
        return tr("ZB-H1");
    case core::ScheduleKind::ZbH2:
        return tr("ZB-H2");
    case core::ScheduleKind::ZbV:
        return tr("ZB-V");
    case core::ScheduleKind::DualPipe:
        return tr("DualPipe");
    case core::ScheduleKind::DualPipeV:
        return tr("DualPipeV");
    case core::ScheduleKind::Table:
        return tr("Own table");
    }
    return {};
}

QString planLine(const core::Plan& plan) {
    return tr("%1, %2 parameters, ZeRO-%3, %4, seed %5")
        .arg(QString::fromStdString(plan.name), shortNumber(double(core::countParameters(plan.model).total)))
        .arg(plan.zero.stage)
        .arg(scheduleName(plan.schedule))
        .arg(plan.run.seed);
}

QString planTitle(const core::Plan& plan) {
    const QString model = QString::fromStdString(plan.model.name.empty() ? plan.name : plan.model.name);
    const int cards = plan.layout.cards(), there = plan.cluster.nodes * plan.cluster.gpusPerNode;
    if (cards != there)
        return tr("%1: %2 cards needed, %3 there").arg(model, QLocale().toString(cards), QLocale().toString(there));
    return cards == 1 ? tr("%1 on 1 card").arg(model)
                      : tr("%1 on %2 cards").arg(model, QLocale().toString(cards));
}

QString acceleratorLine(const core::Plan& plan, const core::Calibration& calibration) {
    const core::Accelerator* card = core::acceleratorOf(plan.cluster);
    if (!card) return {};
    if (card->name == "virtual-card") {
        const QString speed = threeDigits(core::virtualCardFlops(calibration, plan.precision) / 1e9);
        return calibration.measured ? tr("virtual time, %1 GFLOP/s a core measured here").arg(speed)
                                    : tr("virtual time, %1 GFLOP/s a core by default").arg(speed);
    }
    const bool wide = plan.precision == core::Precision::Fp32;
    return tr("%1, %2 TFLOP/s in %3")
        .arg(QString::fromStdString(card->title),
             threeDigits((wide ? card->peakFlops32 : card->peakFlops16) / 1e12),
             wide ? tr("fp32") : tr("bf16"));
}

}  // namespace ui
