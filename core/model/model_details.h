// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What tells decoder-only Transformers apart beyond their widths: norms, biases, positions, the form of attention and
// MLP, experts, prediction of several tokens. Every block of a model has the same attention; its MLP is dense or one of
// experts, by block. Not described: state-space and linear-attention layers, encoders, adapters.
#pragma once

#include "core/base/enum_text.h"

#include <cstdint>

namespace core {

enum class NormKind { Layer, Rms, Bare };  // Bare: LayerNorm without weights (OLMo)
enum class MlpKind { Plain, Gated };       // two or three matrices
enum class Activation { Gelu, Silu, Relu, Squared };  // Squared: ReLU squared
enum class PositionKind { Learned, Rotary, Alibi, None };
// A norm on queries and keys: one weight per feature of a head, shared by the heads; or one per feature of all heads.
enum class QkNorm { None, PerHead, Whole };

// clang-format off
template <> std::span<const std::pair<NormKind, std::string_view>> enumNames<NormKind>();
template <> std::span<const std::pair<MlpKind, std::string_view>> enumNames<MlpKind>();
template <> std::span<const std::pair<Activation, std::string_view>> enumNames<Activation>();
template <> std::span<const std::pair<PositionKind, std::string_view>> enumNames<PositionKind>();
template <> std::span<const std::pair<QkNorm, std::string_view>> enumNames<QkNorm>();
// clang-format on

// Multi-head latent attention (DeepSeek-V2, 2024): keys and values are rebuilt from a narrow latent vector per token.
struct LatentAttention {
    int kvRank = 0;     // width of the latent vector; 0 = ordinary attention
    int queryRank = 0;  // likewise for queries; 0 = they are projected directly
    int nope = 0;       // features of a head without position
    int rope = 0;       // and with; these keys are shared by all heads
    int value = 0;      // features of a head's values
    bool operator==(const LatentAttention&) const = default;
};

struct ExpertSpec {
    int count = 0;       // routed experts of a block; 0 = a dense model
    int perToken = 0;    // of these, how many a token visits
    int ffn = 0;         // width of one
    int sharedFfn = 0;   // width of all experts together that every token visits
    int firstDense = 0;  // leading blocks with the dense MLP
    int every = 1, offset = 0;  // of the others, block i has experts where i mod every = offset
    bool sharedGate = false;    // a learned weight on the shared experts' output
    bool routerBias = false;    // one number an expert beside the router's matrix
    bool bias = false;          // in the experts' own matrices
    bool operator==(const ExpertSpec&) const = default;
};

struct ModelDetails {
    int headSize = 0;  // 0 = hidden / heads
    NormKind norm = NormKind::Rms;
    bool normBias = false;
    int normsPerBlock = 2;
    bool embeddingNorm = false, finalNorm = true;
    QkNorm qkNorm = QkNorm::None;
    MlpKind mlp = MlpKind::Gated;
    Activation activation = Activation::Silu;
    PositionKind positions = PositionKind::Rotary;
    double rotaryShare = 1;     // of the features of a head that are turned
    bool otherScaling = false;  // rotary frequencies stretched in another way than ropeFactor says
    int positionOffset = 0;  // rows of the position table beyond the longest sequence (OPT: 2)
    bool qkvBias = false, attentionBias = false /* of the output */, mlpBias = false, headBias = false;
    bool sinks = false;     // one learned score a head (gpt-oss)
    bool parallel = false;  // attention and MLP read the same input: one sum over tensor ranks a block
    bool multipliers = false;  // fixed factors on embeddings, residuals, scores or logits
    bool dropout = false;   // trained with dropout: masks are kept for the backward pass
    int globalLayers = 0;   // blocks that look back to the start in spite of slidingWindow
    int mtpLayers = 0;      // modules that predict further tokens: two norms, a 2h → h projection, a block, a norm
    LatentAttention latent;
    ExpertSpec experts;
    bool operator==(const ModelDetails&) const = default;
};

}  // namespace core
