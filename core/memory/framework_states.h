// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Model states and buffers of the frameworks that people train with, per card. Bytes per parameter (Ψ on this
// card, D the ZeRO group), Adam:
//   Megatron bf16    2 + 4 + 12          → stage 1: 6 + 12/D, 2: 2 + 16/D, 3: 18/D    (2 and 3:
//   Megatron-FSDP) Megatron fp16    2 + 2 + 16          → stage 1: 4 + 16/D                          (fp32
//   copy of 16-bit gradients) DeepSpeed 16 bit 2 + 2 + 12          → stage 1: 4 + 12/D, 2: 2 + 18/D, 3: 18/D
//   (estimators of the ZeRO stages) DeepSpeed bf16, fp32 accumulation    → stage 1: 6 + 12/D (BF16_Optimizer)
//   PyTorch FSDP     4 + 4 + 8           → stage 1: 8 + 8/D, 2: 2 + 16/D, 3: 16/D     (fp32 shards, 16-bit
//   compute copy) any, fp32        4 + 4 + 8           → stage 1: 8 + 8/D, 2: 4 + 12/D, 3: 16/D
// Buffers follow the frameworks' defaults and are entries of their own, as is what lies outside the
// allocator.
#pragma once

#include "core/memory/entry_sink.h"
#include "core/memory/stage_units.h"

namespace core {

// Framework megatron, deepspeed or fsdp.
void addFrameworkStates(EntrySink& sink, const Plan& plan, const StageUnits& units);

// What a GPU process holds outside the tensors: context and collective library. Nothing on virtual cards.
void addFrameworkOverhead(EntrySink& sink, const Plan& plan);

// Bytes per element of the weights that layers compute with, and of the gradients that data ranks exchange.
[[nodiscard]] int parameterBytes(const Plan& plan);
[[nodiscard]] int gradientBytes(const Plan& plan);
// What the optimizer's states are called in a ledger; they take 4 bytes (bf16 2, int8 1) · optimizer.states() a weight.
[[nodiscard]] std::string_view optimizerLabel(const Plan& plan);

// Context and modules with lazy loading, measured 0.3-0.5 GB in public reports.
inline constexpr Bytes kContextBytes = Bytes(kGiB / 2);
// Rule of thumb for one NCCL communicator and its channels' buffers.
inline constexpr Bytes kCommunicatorBytes = Bytes(500'000'000);

}  // namespace core
