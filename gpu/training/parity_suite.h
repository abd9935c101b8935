// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The built-in matrix of the parity check: every (tp, pp, dp) up to 8 ranks that a very small GPT allows,
// under every ZeRO stage with gpipe and 1f1b; those of a very small LLaMA with shared key-value heads; uneven splits of
// both; on some of them every schedule, with recomputation of every kind; gradient buckets, prefetch and live parameters
// of several sizes, with states offloaded; both families again under sequence parallelism; and the bitwise tiers between all of these.
#pragma once

#include "gpu/training/parity.h"

#include <functional>
#include <string>
#include <vector>

namespace gpu {

// 4 layers, 16 wide, 4 heads, 64 tokens of vocabulary, sequences of 8.
[[nodiscard]] core::Plan smallParityPlan(int tp, int pp, int dp, int zeroStage, core::ScheduleKind schedule);
// The same with RMSNorm, rotary positions, SwiGLU, two key-value heads and a head of its own; tp is 1 or 2.
[[nodiscard]] core::Plan smallLlamaParityPlan(int tp, int pp, int dp, int zeroStage, core::ScheduleKind schedule);
[[nodiscard]] std::vector<core::Plan> parityMatrix();
// (tp, ZeRO stage) × schedule, each with another kind of recomputation: pp 2, dp 2, two chunks where the
// schedule has any.
[[nodiscard]] std::vector<core::Plan> scheduleMatrix();
// "tp 2, pp 2, dp 2, ZeRO-1, 1f1b", and "… 2 chunks, recompute full (block, 1)" where there are any
[[nodiscard]] std::string layoutText(const core::Plan& plan);
// Pseudo-random tokens below the vocabulary, by sample and position.
[[nodiscard]] SampleSource syntheticSamples(const core::Plan& plan);

// Plans of one key sum in the same order, so their fingerprints must be equal. Stages of ZeRO fall into the
// classes {0, 1} and {2, 3}, into one without accumulation; a table that does not take the micro-batches in
// order is a class of its own.
[[nodiscard]] std::string bitwiseKey(const core::Plan& plan);

struct SuiteRow {
    core::Plan plan;
    ParityReport report;
};
struct SuiteResult {
    std::vector<SuiteRow> rows;
    std::vector<std::string> bitwiseBreaks;  // layouts whose fingerprint differs from the first of their key
    [[nodiscard]] bool passed() const;
};
[[nodiscard]] SuiteResult runParitySuite(const std::vector<core::Plan>& plans,
                                         const std::function<void(const SuiteRow&)>& onRow = {},
                                         const std::shared_ptr<Backend>& backend = {});

}  // namespace gpu
