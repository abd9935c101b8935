// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The shape of a decoder-only Transformer and its exact parameter count.
// GPT family: learned positions, LayerNorm, GELU, biases, tied embeddings. LLaMA family: rotary positions, RMSNorm,
// SwiGLU, grouped-query attention, a head of its own, no biases. The engine trains these two; every other shape is
// planned only and says by `details` what it is made of.
#pragma once

#include "core/base/enum_text.h"
#include "core/model/model_details.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class Family { Gpt, Llama, Other };
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
    int ffn = 0;      // width of the dense MLP, 4·hidden for GPT; where every block has experts, of one of them
    int vocabulary = 0;
    int maxSequence = 0;
    Embeddings embeddings = Embeddings::Tied;
    // Rotary positions: base of the rotary frequencies, Llama 3.1's stretching of the slow ones (1 = none; see
    // core/model/rope.h), and how far back a token looks (0 = to the start).
    double ropeTheta = 10000, ropeFactor = 1;
    int slidingWindow = 0;
    ModelDetails details;  // read with Family::Other; what it is of any family: detailsOf()

    [[nodiscard]] int headSize() const {
        return details.headSize > 0 ? details.headSize : heads > 0 ? hidden / heads : 0;
    }
    [[nodiscard]] bool hasExperts(int block) const {
        const ExpertSpec& e = details.experts;
        return e.count > 0 && e.every > 0 && block >= e.firstDense && block % e.every == e.offset;
    }
    [[nodiscard]] int expertBlocks() const;  // of all blocks, those with experts
    bool operator==(const ModelSpec&) const = default;
};

// The details of GPT and LLaMA shapes; of others their own.
[[nodiscard]] const ModelDetails& detailsOf(const ModelSpec& spec);

// Elements, by part; all but `active` and `mtp` sum to total. A tied head counts 0.
struct ParameterCount {
    std::int64_t embedding = 0;  // token and learned position tables
    std::int64_t attention = 0;  // biases and sinks included
    std::int64_t mlp = 0;        // all experts included
    std::int64_t norm = 0;
    std::int64_t router = 0;
    std::int64_t head = 0;
    std::int64_t other = 0;  // of the shapes described here nothing
    std::int64_t total = 0;
    std::int64_t active = 0;  // total less the routed experts that a token does not visit
    std::int64_t mtp = 0;     // modules that predict further tokens, beside the total
    bool operator==(const ParameterCount&) const = default;
};

// All 0 where a size is negative or the count is 2^62 or more; approximateParameters() still tells how large it is.
[[nodiscard]] ParameterCount countParameters(const ModelSpec& spec);
// total + mtp in floating point: for shapes whose count no integer holds.
[[nodiscard]] double approximateParameters(const ModelSpec& spec);

// Presets, from a 4-layer toy to models of 10^12 parameters; smallest first.
[[nodiscard]] const std::vector<ModelSpec>& modelPresets();
[[nodiscard]] const ModelSpec* findModelPreset(std::string_view name);

}  // namespace core
