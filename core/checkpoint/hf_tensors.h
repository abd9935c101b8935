// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The tensors of a Hugging Face model folder (GPT2LMHeadModel, LlamaForCausalLM of Transformers 4.57), and where each
// lies in the tensors of core/layout/model_tensors.h.
// GPT-2's linear layers are Conv1D there: weights (in, out), ours transposed; q, k and v are fused in both, in the same
// order. LLaMA's are (out, in) as here; q, k and v are tensors of their own there. Rotary planes need no permutation:
// rotate_half pairs features i and i + d/2 as core/model/rope.h does.
#pragma once

#include "core/layout/model_tensors.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

enum class Orientation { AsHere, Transposed };

struct HfTensor {
    std::string name;  // "transformer.h.0.attn.c_attn.weight"
    int tensor = 0;    // of ours, and its rows [row, row + rows) that this one holds
    std::int64_t row = 0, rows = 0, columns = 1;
    Orientation orientation = Orientation::AsHere;
    [[nodiscard]] std::vector<std::int64_t> shape() const;  // there
    bool operator==(const HfTensor&) const = default;
};

// Of a model of the families Gpt and Llama, in the order of `tensors`, which are modelTensors() of it; q, k and v one
// after the other.
[[nodiscard]] std::vector<HfTensor> hfTensors(Family family, const std::vector<ModelTensor>& tensors);

// The name without the prefix that a folder of the bare model (GPT2Model, LlamaModel) leaves out.
[[nodiscard]] std::string bareHfName(Family family, const std::string& name);
// Masks and frequencies that older versions of Transformers saved: they follow from the configuration.
[[nodiscard]] bool isHfBuffer(const std::string& name);

}  // namespace core
