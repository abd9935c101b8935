// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about pipeline schedules.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> scheduleSentences() {
    static constexpr Sentence kRows[] = {
        {"schedule.planned-only", "the schedule {schedule} is planned only: it has no op table yet"},
        {"schedule.positive", "{value} {quantity}; a pipeline needs at least one"},
        {"schedule.one-chunk", "the schedule {schedule} holds one model chunk per rank, not {value}"},
        {"schedule.shape", "the table has no stages, no micro-batches or not one row per rank"},
        {"schedule.op-outside",
         "rank {rank} runs {op}, which is outside the stages and micro-batches of the table"},
        {"schedule.op-not-once",
         "stage {stage} does not run micro-batch {micro_batch} forward once and backward once"},
        {"schedule.backward-before-forward",
         "rank {rank} runs {op} before the forward pass whose activations it needs"},
        {"schedule.deadlock", "rank {rank} waits for ever at {op}"},
        {"fix.schedule.planned-only", "use {nearest}"},
        {"fix.schedule.positive", "use 1 or more"},
        {"fix.schedule.one-chunk", "set it to 1"},
    };
    return kRows;
}

}  // namespace core
