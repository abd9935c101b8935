// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Exact parameter counts of the two families.
//   GPT    block: qkv 3h(h+1), out h(h+1), mlp f(h+1)+h(f+1), two LayerNorms 4h
//   LLaMA  block: q h², k and v 2·h·kv·(h/a), out h², mlp 3hf, two RMSNorms 2h
#include "core/model/model_spec.h"

#include <array>

namespace core {

template <>
std::span<const std::pair<Family, std::string_view>> enumNames<Family>() {
    static constexpr std::array<std::pair<Family, std::string_view>, 2> kNames{
        {{Family::Gpt, "gpt"}, {Family::Llama, "llama"}}};
    return kNames;
}

template <>
std::span<const std::pair<Embeddings, std::string_view>> enumNames<Embeddings>() {
    static constexpr std::array<std::pair<Embeddings, std::string_view>, 2> kNames{
        {{Embeddings::Tied, "tied"}, {Embeddings::Untied, "untied"}}};
    return kNames;
}

ParameterCount countParameters(const ModelSpec& spec) {
    const std::int64_t hidden = spec.hidden, layers = spec.layers, ffn = spec.ffn,
                       vocabulary = spec.vocabulary;
    const std::int64_t keyValue = std::int64_t(spec.kvHeads) * spec.headSize();
    const bool gpt = spec.family == Family::Gpt;
    const std::int64_t qkv = hidden + 2 * keyValue;  // output features of the fused projection

    ParameterCount count;
    count.embedding = vocabulary * hidden + (gpt ? spec.maxSequence * hidden : 0);
    count.attention = layers * (qkv * hidden + hidden * hidden + (gpt ? qkv + hidden : 0));
    count.mlp = layers * (gpt ? 2 * ffn * hidden + ffn + hidden : 3 * ffn * hidden);
    count.norm = (2 * layers + 1) * hidden * (gpt ? 2 : 1);
    count.head = spec.embeddings == Embeddings::Untied ? vocabulary * hidden : 0;
    count.total = count.embedding + count.attention + count.mlp + count.norm + count.head;
    return count;
}

}  // namespace core
