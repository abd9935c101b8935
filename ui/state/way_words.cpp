// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/way_words.h"

#include "ui/kit/format.h"

#include <QCoreApplication>
#include <QStringList>

#include <cmath>

namespace ui {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(ways)
};

QString changeText(core::FitChange change, const core::Plan& plan) {
    switch (change) {
    case core::FitChange::SmallerMicroBatch:
        return Texts::tr("Micro-batch %1, micro-batches %2").arg(plan.batch.micro).arg(plan.microBatches());
    case core::FitChange::FlashAttention:
        return Texts::tr("Flash attention");
    case core::FitChange::SequenceParallel:
        return Texts::tr("Sequence parallelism");
    case core::FitChange::Recompute:
        return plan.recompute == core::Recompute::Full ? Texts::tr("Full recompute")
                                                       : Texts::tr("Selective recompute");
    case core::FitChange::HigherZero:
        return Texts::tr("ZeRO stage %1").arg(plan.zero.stage);
    case core::FitChange::MoreTensor:
        return Texts::tr("Tensor %1, data %2").arg(plan.layout.tp).arg(plan.layout.dp);
    case core::FitChange::MorePipeline:
        return Texts::tr("Pipeline %1, data %2").arg(plan.layout.pp).arg(plan.layout.dp);
    case core::FitChange::Offload:
        return Texts::tr("Optimizer states in host memory");
    case core::FitChange::LargerCards:
        return Texts::tr("Cards of %1").arg(bytesText(plan.run.cardMemory));
    }
    return {};
}

}  // namespace

WayWords wayWords(const core::FitAdvice& way) {
    QStringList changes;
    for (const core::FitChange change : way.changes) changes.append(changeText(change, way.plan));
    WayWords words{changes.join(QStringLiteral(" + ")), {}};
    const core::FitChange first = way.changes.front();
    if (std::abs(way.stepRatio - 1) > 0.005)
        words.note = Texts::tr("step time %1").arg(signedPercentText(way.stepRatio - 1));
    else if (first == core::FitChange::SmallerMicroBatch)
        words.note = Texts::tr("same global batch");
    else if (first == core::FitChange::HigherZero)
        words.note = Texts::tr("split over %1 replicas").arg(way.plan.layout.dp);
    else if (first == core::FitChange::LargerCards)
        words.note = Texts::tr("the limit is yours to set");
    return words;
}

}  // namespace ui
