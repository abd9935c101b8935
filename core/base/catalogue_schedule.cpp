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
        {"schedule.shape", "the table has no stages, no micro-batches or not one row per rank"},
        {"schedule.op-outside",
         "rank {rank} runs {op}, which is outside the stages and micro-batches of the table"},
        {"schedule.op-not-once",
         "stage {stage} does not run micro-batch {micro_batch} forward once and backward once"},
        {"schedule.backward-before-forward",
         "rank {rank} runs {op} before the forward pass whose activations it needs"},
        {"schedule.op-on-wrong-rank", "rank {rank} runs {op}, but rank {home} holds that stage"},
        {"schedule.weight-before-input", "rank {rank} runs {op} before the input gradient that it continues"},
        {"schedule.deadlock", "the table deadlocks: {cycle}"},
        {"schedule.not-a-table", "this is no table of ops"},
        {"schedule.unreadable-op", "\"{op}\" of rank {rank} is no op"},
        {"schedule.too-few-ops",
         "{ops} ops cannot run {stages} stages × {micro_batches} micro-batches forward and backward"},
        {"schedule.no-table", "the schedule table needs a table of ops"},
        {"schedule.unused-table", "the plan has a table of ops, but its schedule is {schedule}"},
        {"schedule.table-shape",
         "the table is for pp={ranks}, {chunks} chunks a rank and {micro_batches} micro-batches; the plan has "
         "pp={pp}, {virtual_stages} and {plan_micro_batches}"},
        {"recompute.only-full", "recompute={recompute} takes no method and no number of layers"},
        {"fix.schedule.once", "give the stage one F and one B, or one F, I and W, of that micro-batch"},
        {"fix.schedule.leave-out", "leave {op} out"},
        {"fix.schedule.home-rank", "move {op} to the row of rank {home}"},
        {"fix.schedule.after-forward", "move {op} behind the F of its stage and micro-batch"},
        {"fix.schedule.after-input", "move {op} behind the I of its stage and micro-batch"},
        {"fix.schedule.not-a-table",
         "give one line a rank, such as 0F0 0F1 0B0 0B1, or the JSON that the command schedule prints"},
        {"fix.schedule.unreadable-op", "write ops as stage, F, B, I or W, micro-batch: 0F3"},
        {"fix.schedule.too-few-ops", "give every stage an F and a B (or an I and a W) of every micro-batch"},
        {"fix.schedule.no-table", "give schedule_table in the plan, or a FILE with --schedule-table (command schedule: --table)"},
        {"fix.schedule.unused-table", "set schedule to table, or leave schedule_table out"},
        {"fix.schedule.table-shape", "change the table, or pp, virtual_stages and the global batch"},
        {"fix.recompute.full", "set recompute to full, or leave them out"},
        {"fix.schedule.planned-only", "use {nearest}"},
        {"fix.schedule.positive", "use 1 or more"},
        {"fix.schedule.chunks-flag", "use {nearest}"},
        {"fix.schedule.deadlock",
         "let one of the ops that stand in the way, such as {op}, come later on its rank"},
    };
    return kRows;
}

}  // namespace core
