// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/engine_recipe.h"

#include <algorithm>

namespace core {
namespace {

constexpr int kWidth = 4;  // bytes of an element

struct Shape {
    bool llama;
    std::int64_t tokens, rows, hidden, heads, fused, headSize, ffn, vocabulary, sequence, batch, threads;
    [[nodiscard]] bool splitsRows() const { return rows < tokens; }
    [[nodiscard]] const char* streamFormula() const { return splitsRows() ? "4 · n·h/t" : "4 · n·h"; }
};

// Heads, ffn and vocabulary per tensor rank; rows: those of the residual stream that it has.
Shape shapeOf(const Plan& plan) {
    const std::int64_t tp = plan.layout.tp, tokens = std::int64_t(plan.batch.micro) * plan.sequence();
    return {.llama = plan.model.family == Family::Llama,
            .tokens = tokens,
            .rows = tokens / rowParts(plan),
            .hidden = plan.model.hidden,
            .heads = plan.model.heads / tp,
            .fused = (plan.model.heads + 2 * plan.model.kvHeads) / tp * plan.model.headSize(),
            .headSize = plan.model.headSize(),
            .ffn = plan.model.ffn / tp,
            .vocabulary = (plan.model.vocabulary + tp - 1) / tp,  // the last rank's slice is padded
            .sequence = plan.sequence(),
            .batch = plan.batch.micro,
            .threads = std::max(1, plan.run.threadsPerRank)};
}

// What a norm keeps per row: RMSNorm has no mean.
void addNormStatistics(std::vector<SavedTensor>& tensors, const Shape& s, const std::string& norm) {
    const Bytes perRow(kWidth * s.rows);
    const char* formula = s.splitsRows() ? "4 · n/t" : "4 · n";
    if (!s.llama) tensors.push_back({norm + ".mean", formula, perRow, SavedKind::Statistic});
    tensors.push_back({norm + ".rstd", formula, perRow, SavedKind::Statistic});
}

std::vector<SavedTensor> blockTensors(const Shape& s, std::int64_t hiddenLocal) {
    const Bytes stream(kWidth * s.rows * s.hidden), mlp(kWidth * s.tokens * s.ffn);
    std::vector<SavedTensor> tensors{{"block.input", s.streamFormula(), stream}};
    addNormStatistics(tensors, s, "norm1");
    const std::vector<SavedTensor> attention{
        {"norm1.output", s.streamFormula(), stream},
        {"attention.qkv", s.llama ? "4 · n·(h + 2k)/t" : "4 · n·3h/t", Bytes(kWidth * s.tokens * s.fused)},
        {"attention.probabilities", "4 · b·a/t·s·s", Bytes(kWidth * s.batch * s.heads * s.sequence * s.sequence)},
        {"attention.output", "4 · n·h/t", Bytes(kWidth * s.tokens * hiddenLocal)},
        {"residual", s.streamFormula(), stream},
    };
    tensors.insert(tensors.end(), attention.begin(), attention.end());
    addNormStatistics(tensors, s, "norm2");
    tensors.push_back({"norm2.output", s.streamFormula(), stream});
    if (s.llama) tensors.push_back({"mlp.gate", "4 · n·f/t", mlp});
    tensors.push_back({"mlp.hidden", "4 · n·f/t", mlp});
    tensors.push_back({"mlp.activated", "4 · n·f/t", mlp});
    return tensors;
}

std::vector<SavedTensor> blockGradientTensors(const Shape& s) {
    const Bytes stream(kWidth * s.rows * s.hidden), mlp(kWidth * s.tokens * s.ffn);
    std::vector<SavedTensor> tensors{{"mlp.gradient", s.streamFormula(), stream},
                                     {"mlp.hidden.gradient", "4 · n·f/t", mlp}};
    if (s.llama) tensors.push_back({"mlp.gate.gradient", "4 · n·f/t", mlp});
    tensors.push_back({"norm2.gradient", s.streamFormula(), stream});
    tensors.push_back({"attention.gradient", s.streamFormula(), stream});
    tensors.push_back({"attention.qkv.gradient", s.llama ? "4 · n·(h + 2k)/t" : "4 · n·3h/t",
                       Bytes(kWidth * s.tokens * s.fused)});
    tensors.push_back({"norm1.gradient", s.streamFormula(), stream});
    return tensors;
}

std::vector<SavedTensor> finalNormTensors(const Shape& s) {
    const Bytes stream(kWidth * s.rows * s.hidden);
    std::vector<SavedTensor> tensors{{"final_norm.input", s.streamFormula(), stream}};
    addNormStatistics(tensors, s, "final_norm");
    tensors.push_back({"final_norm.output", s.streamFormula(), stream});
    return tensors;
}

// All rows of the stream beside this rank's own: gathered ones, partial sums.
std::int64_t roomForRows(const Shape& s) {
    return s.splitsRows() ? scratchBytes(s.tokens * s.hidden, kWidth) : 0;
}

// Largest stack of scratch tensors that a block's backward pass holds on top of the gradient of the residual
// stream.
std::int64_t blockScratch(const Plan& plan, const Shape& s, std::int64_t hiddenLocal) {
    const std::int64_t stream = scratchBytes(s.rows * s.hidden, kWidth), room = roomForRows(s);
    const std::int64_t mlp = (s.llama ? 2 : 1) * scratchBytes(s.tokens * s.ffn, kWidth) + room + stream;
    const std::int64_t heads = scratchBytes(s.threads * attentionScratch(s.sequence, s.headSize, kWidth), kWidth);
    const std::int64_t attention = scratchBytes(s.tokens * s.fused, kWidth) + room +
                                   std::max(scratchBytes(s.tokens * hiddenLocal, kWidth) + heads, stream);
    // Running a block again: its output, which nobody reads, and what its forward pass needs.
    const std::int64_t again = plan.recompute == Recompute::Full ? stream + std::max(room, heads) : 0;
    return std::max({mlp, attention, again});
}

}  // namespace

std::int64_t attentionScratch(std::int64_t sequence, std::int64_t headSize, int storedBytes) {
    const std::int64_t tile = std::min(kAttentionTileRows, sequence) * sequence;
    return storedBytes == 2 ? 7 * sequence * headSize + 2 * tile : tile;
}

Bytes rotaryTableBytes(const Plan& plan) {
    if (plan.model.family != Family::Llama) return Bytes(0);
    constexpr std::int64_t kSumWidth = 4;  // statistics are fp32 beside 16-bit activations too
    return Bytes(kSumWidth * plan.sequence() * (plan.model.headSize() / 2) * 2);
}

std::vector<SavedTensor> engineSavedTensors(const Plan& plan, LayerKind layer) {
    const Shape s = shapeOf(plan);
    switch (layer) {
    case LayerKind::Embedding:
        return {{"embedding.tokens", "4 · n", Bytes(4 * s.tokens), SavedKind::Index}};
    case LayerKind::Block:
        return blockTensors(s, plan.model.hidden / plan.layout.tp);
    case LayerKind::FinalNorm:
        return finalNormTensors(s);
    case LayerKind::Head:
        return {{"head.probabilities", "4 · n·V/t", Bytes(4 * s.tokens * s.vocabulary)}};
    }
    return {};
}

std::vector<SavedTensor> engineWeightTensors(const Plan& plan, LayerKind layer) {
    std::vector<SavedTensor> tensors = engineSavedTensors(plan, layer);
    std::erase_if(tensors, [](const SavedTensor& tensor) {
        return tensor.name == "attention.qkv" || tensor.name == "attention.probabilities" ||
               tensor.name == "mlp.hidden" || tensor.name == "mlp.gate";
    });
    return tensors;
}

std::vector<SavedTensor> engineGradientTensors(const Plan& plan, LayerKind layer) {
    const Shape s = shapeOf(plan);
    const Bytes stream(4 * s.rows * s.hidden);
    switch (layer) {
    case LayerKind::Embedding:
        return {{"embedding.gradient", s.streamFormula(), stream}};
    case LayerKind::Block:
        return blockGradientTensors(s);
    case LayerKind::FinalNorm:
        return {{"final_norm.gradient", s.streamFormula(), stream}};
    case LayerKind::Head:
        break;  // the gradient of the logits lies in head.probabilities
    }
    return {};
}

// Forward passes write into saved tensors, and into room for all rows where a rank has a part of them; the loss keeps
// three numbers a token. Backward passes hold the gradient of the residual stream and, on top of it, what one block (or
// the head) needs.
Bytes engineScratchBytes(const Plan& plan, bool /*firstStage*/, bool lastStage) {
    const Shape s = shapeOf(plan);
    const std::int64_t stream = scratchBytes(s.rows * s.hidden, kWidth), room = roomForRows(s);
    const std::int64_t loss =
        lastStage ? scratchBytes(s.tokens, kWidth) + scratchBytes(2 * s.tokens, kWidth) : 0;
    const std::int64_t head = lastStage ? stream + room : 0;
    return Bytes(
        std::max(loss, stream + std::max(head, blockScratch(plan, s, plan.model.hidden / plan.layout.tp))));
}

}  // namespace core
