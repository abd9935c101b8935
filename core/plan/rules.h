// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The families of rules that validate() puts together. Each assumes that the families before it found no
// errors.
#pragma once

#include "core/base/problem.h"
#include "core/plan/batch.h"
#include "core/plan/plan.h"

namespace core {

// Every number alone: positive, finite, within its range.
[[nodiscard]] Problems numberProblems(const Plan& plan);
struct ChunkRange {
    int least = 1, most = 1;  // model chunks per rank
};
[[nodiscard]] ChunkRange chunksOf(ScheduleKind schedule);
[[nodiscard]] MicroBatchRule microBatchRule(const Plan& plan);
// What each pipeline schedule asks of chunks and micro-batches.
[[nodiscard]] Problems scheduleProblems(const Plan& plan);
// Warm-up, annealing and cycle of the learning rate.
[[nodiscard]] Problems learningRateProblems(const Plan& plan);
// Number formats that exclude each other; fp16's loss scale.
[[nodiscard]] Problems precisionProblems(const Plan& plan);
// Stage and offload.
[[nodiscard]] Problems zeroProblems(const Plan& plan);
// The accelerator's name, its number formats, the links that groups cross.
[[nodiscard]] Problems hardwareProblems(const Plan& plan);
// Warnings: what Megatron-LM, DeepSpeed or FSDP would refuse, with their own words where they have some.
[[nodiscard]] Problems frameworkProblems(const Plan& plan);

}  // namespace core
