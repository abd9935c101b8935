// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a decoder-only Transformer and its exact parameter count.
// GPT family: learned positions, LayerNorm, GELU, biases, tied embeddings. LLaMA family: rotary positions, RMSNorm,
// SwiGLU, grouped-query attention, a head of its own, no biases. Mixture-of-experts and latent attention are not
// described here.
#pragma once

#include "core/base/enum_text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class Family { Gpt, Llama };
enum class Embeddings { Tied, Untied };
template <>
std::span<const std::pair<Family, std::string_view>> enumNames<Family>();
template <>
std::span<const std::pair<Embeddings, std::string_view>> enumNames<Embeddings>();

struct ModelSpec {
    std::string name;  // preset name, or what the plan calls it
    Family family = Family::Gpt;
    int layers = 0;
    int hidden = 0;
    int heads = 0;
    int kvHeads = 0;  // == heads without grouped-query attention
    int ffn = 0;      // width of the MLP, 4·hidden for GPT
    int vocabulary = 0;
    int maxSequence = 0;
    Embeddings embeddings = Embeddings::Tied;
    // LLaMA family: base of the rotary frequencies, Llama 3.1's stretching of the slow ones (1 = none; see
    // core/model/rope.h), and how far back a token looks (0 = to the start).
    double ropeTheta = 10000, ropeFactor = 1;
    int slidingWindow = 0;

    [[nodiscard]] int headSize() const { return heads > 0 ? hidden / heads : 0; }
    bool operator==(const ModelSpec&) const = default;
};

// Elements, by part; the parts sum to total. A tied head counts 0.
struct ParameterCount {
    std::int64_t embedding = 0;  // token and learned position tables
    std::int64_t attention = 0;
    std::int64_t mlp = 0;
    std::int64_t norm = 0;
    std::int64_t head = 0;
    std::int64_t total = 0;
    bool operator==(const ParameterCount&) const = default;
};

[[nodiscard]] ParameterCount countParameters(const ModelSpec& spec);

// Presets, from a 4-layer toy to GPT-3 175B; smallest first.
[[nodiscard]] const std::vector<ModelSpec>& modelPresets();
[[nodiscard]] const ModelSpec* findModelPreset(std::string_view name);

}  // namespace core
