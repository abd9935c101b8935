// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Activations of a Transformer layer as Megatron keeps them, Korthikanti et al. 2022, per tensor rank and
// micro-batch. GPT, 16 bit: s·b·h·(34 + 5as/h); tensor parallel s·b·h·(10 + 24/t + 5as/(ht)); with sequence
// parallelism all of it / t. Attention scores are materialised unless the plan says flash attention, dropout masks of
// 1 byte are kept. LLaMA: no biases, no dropout, SwiGLU, grouped keys and values. Experts: DeepSeekMoE's and Megatron's
// dispatch of whole tokens, an even load assumed. Context parallelism divides the
// tokens of a rank by c. Recomputation is applied by savedTensors(), not here.
#pragma once

#include "core/memory/saved_tensors.h"

namespace core {

[[nodiscard]] std::vector<SavedTensor> korthikantiTensors(const Plan& plan, LayerKind layer);

}  // namespace core
