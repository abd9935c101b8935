// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of the choices that describe a model, and the details of the two families that are named.
#include "core/model/model_spec.h"

#include <array>

namespace core {

template <>
std::span<const std::pair<Family, std::string_view>> enumNames<Family>() {
    static constexpr std::array<std::pair<Family, std::string_view>, 3> kNames{
        {{Family::Gpt, "gpt"}, {Family::Llama, "llama"}, {Family::Other, "other"}}};
    return kNames;
}

template <>
std::span<const std::pair<Embeddings, std::string_view>> enumNames<Embeddings>() {
    static constexpr std::array<std::pair<Embeddings, std::string_view>, 2> kNames{
        {{Embeddings::Tied, "tied"}, {Embeddings::Untied, "untied"}}};
    return kNames;
}

template <>
std::span<const std::pair<NormKind, std::string_view>> enumNames<NormKind>() {
    static constexpr std::array<std::pair<NormKind, std::string_view>, 3> kNames{
        {{NormKind::Layer, "layer"}, {NormKind::Rms, "rms"}, {NormKind::Bare, "bare"}}};
    return kNames;
}

template <>
std::span<const std::pair<MlpKind, std::string_view>> enumNames<MlpKind>() {
    static constexpr std::array<std::pair<MlpKind, std::string_view>, 2> kNames{
        {{MlpKind::Plain, "plain"}, {MlpKind::Gated, "gated"}}};
    return kNames;
}

template <>
std::span<const std::pair<Activation, std::string_view>> enumNames<Activation>() {
    static constexpr std::array<std::pair<Activation, std::string_view>, 4> kNames{
        {{Activation::Gelu, "gelu"},
         {Activation::Silu, "silu"},
         {Activation::Relu, "relu"},
         {Activation::Squared, "squared"}}};
    return kNames;
}

template <>
std::span<const std::pair<PositionKind, std::string_view>> enumNames<PositionKind>() {
    static constexpr std::array<std::pair<PositionKind, std::string_view>, 4> kNames{
        {{PositionKind::Learned, "learned"},
         {PositionKind::Rotary, "rotary"},
         {PositionKind::Alibi, "alibi"},
         {PositionKind::None, "none"}}};
    return kNames;
}

template <>
std::span<const std::pair<QkNorm, std::string_view>> enumNames<QkNorm>() {
    static constexpr std::array<std::pair<QkNorm, std::string_view>, 3> kNames{
        {{QkNorm::None, "none"}, {QkNorm::PerHead, "per-head"}, {QkNorm::Whole, "whole"}}};
    return kNames;
}

const ModelDetails& detailsOf(const ModelSpec& spec) {
    static constexpr ModelDetails kGpt{.norm = NormKind::Layer,
                                       .normBias = true,
                                       .mlp = MlpKind::Plain,
                                       .activation = Activation::Gelu,
                                       .positions = PositionKind::Learned,
                                       .qkvBias = true,
                                       .attentionBias = true,
                                       .mlpBias = true,
                                       .dropout = true};
    static constexpr ModelDetails kLlama{};
    if (spec.family == Family::Gpt) return kGpt;
    return spec.family == Family::Llama ? kLlama : spec.details;
}

}  // namespace core
