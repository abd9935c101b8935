// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What other tools say a card needs for the same plan, each by its own formula, term by term in the categories of our
// ledger, so that the term that sets it apart can be named. The formulas are those of the versions named; what a tool
// leaves out is not filled in. Held against the tools' own numbers by a test. Pure.
//
// Symbols: Ψ parameters, T tensor, P pipeline, D data size, N cards, s sequence, b micro-batch, h hidden, a heads,
// f ffn, L layers, V vocabulary, m micro-batches, E experts.
//   DeepSpeed 0.16 (runtime/zero: estimate_zero2/3_model_states_mem_needs): 2Ψ + 18Ψ/N; 4·largest module + 18Ψ/N
//   Megatron-LM (theoretical_memory_usage.py): fullest shard (layers/P + one table)/T at 18 or 6 + 12/D bytes, and
//     activations of L layers on the first stage: s·b·h·(18 + 4f/h)·L/T with sequence parallelism and selective
//     recomputation, else s·b·h·(10 + 24/T)·L, plus 5 %
//   EleutherAI cookbook (calc_transformer_mem.py): 2Ψ/(T·P), gradients 4Ψ and optimizer 12Ψ of the whole model, ZeRO
//     divides by N, activations of all layers
//   llm-analysis 0.2.2: weights, gradients and optimizer of L/P layers and one table, divided by T; two matrices a MLP;
//     activations of L layers and the logits, which a micro-batch of 1 counts twice
//   accelerate 1.15 (estimate-memory): 16Ψ in fp32, 8Ψ in 16 bit, whatever the layout
//   textbook: 2Ψ/T + 2Ψ + 12Ψ, divided by D from ZeRO stages 3, 2 and 1 on
#pragma once

#include "core/memory/ledger.h"
#include "core/plan/plan.h"

#include <string>
#include <vector>

namespace core {

enum class RivalFor { ThisPlan, AnotherSetting };  // a path that the tool takes only for another ZeRO stage or recomputation

struct RivalEstimate {
    std::string title;   // code of the message catalogue: name of the tool and of its path
    std::string remark;  // likewise: what it counts and what it leaves out
    std::string source;  // file or paper
    RivalFor meant = RivalFor::ThisPlan;
    Ledger ledger;  // per card; entries of 0 bytes are left out
};

// The plan's own numbers must be sound: sizes of at least 1, a model that can be counted.
[[nodiscard]] std::vector<RivalEstimate> rivalEstimates(const Plan& plan);

// The category in which two ledgers are furthest apart.
struct LedgerGap {
    MemoryCategory category{};
    Bytes theirs, ours;
    bool operator==(const LedgerGap&) const = default;
};
[[nodiscard]] LedgerGap widestGap(const Ledger& theirs, const Ledger& ours);

}  // namespace core
