// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/engine_recipe.h"

#include "core/memory/engine_widths.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace core {
namespace {

struct Shape {
    bool llama, keepsScores;
    EngineWidths widths;
    std::int64_t tokens, rows, hidden, heads, fused, headSize, ffn, vocabulary, sequence, batch, threads;
    [[nodiscard]] bool splitsRows() const { return rows < tokens; }
    [[nodiscard]] const char* streamShape() const { return splitsRows() ? "n·h/t" : "n·h"; }
};

// Heads, ffn and vocabulary per tensor rank; rows: those of the residual stream that it has.
Shape shapeOf(const Plan& plan) {
    const std::int64_t tp = plan.layout.tp, tokens = std::int64_t(plan.batch.micro) * plan.sequence();
    return {.llama = plan.model.family == Family::Llama,
            .keepsScores = plan.attention == AttentionKind::Materialised,
            .widths = engineWidths(plan),
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

// "2 · n·h": so many numbers of the storage type.
SavedTensor stored(const Shape& s, std::string_view name, std::string_view shape, std::int64_t elements) {
    return {std::string(name), fmt::format("{} · {}", s.widths.stored, shape), Bytes(s.widths.stored * elements)};
}

// What a norm keeps per row: RMSNorm has no mean.
void addNormStatistics(std::vector<SavedTensor>& tensors, const Shape& s, const std::string& norm) {
    const auto add = [&](const char* name) {
        tensors.push_back({norm + name, fmt::format("{} · {}", s.widths.sum, s.splitsRows() ? "n/t" : "n"),
                           Bytes(s.widths.sum * s.rows),
                           SavedKind::Statistic});
    };
    if (!s.llama) add(".mean");
    add(".rstd");
}

// The softmax itself, or one number a row from which it comes back (Dao et al. 2022).
SavedTensor keptOfScores(const Shape& s) {
    const std::int64_t rows = s.batch * s.heads * s.sequence;
    if (s.keepsScores) return stored(s, "attention.probabilities", "b·a/t·s·s", rows * s.sequence);
    return {"attention.row-sums", fmt::format("{} · b·a/t·s", s.widths.sum), Bytes(s.widths.sum * rows),
            SavedKind::Statistic};
}

constexpr const char* kMlp = "n·f/t";
const char* fusedShape(const Shape& s) { return s.llama ? "n·(h + 2k)/t" : "n·3h/t"; }

std::vector<SavedTensor> blockTensors(const Shape& s, std::int64_t hiddenLocal) {
    const std::int64_t stream = s.rows * s.hidden, mlp = s.tokens * s.ffn;
    std::vector<SavedTensor> tensors{stored(s, "block.input", s.streamShape(), stream)};
    addNormStatistics(tensors, s, "norm1");
    const std::vector<SavedTensor> attention{
        stored(s, "norm1.output", s.streamShape(), stream),
        stored(s, "attention.qkv", fusedShape(s), s.tokens * s.fused),
        keptOfScores(s),
        stored(s, "attention.output", "n·h/t", s.tokens * hiddenLocal),
        stored(s, "residual", s.streamShape(), stream),
    };
    tensors.insert(tensors.end(), attention.begin(), attention.end());
    addNormStatistics(tensors, s, "norm2");
    tensors.push_back(stored(s, "norm2.output", s.streamShape(), stream));
    if (s.llama) tensors.push_back(stored(s, "mlp.gate", kMlp, mlp));
    tensors.push_back(stored(s, "mlp.hidden", kMlp, mlp));
    tensors.push_back(stored(s, "mlp.activated", kMlp, mlp));
    return tensors;
}

std::vector<SavedTensor> blockGradientTensors(const Shape& s) {
    const std::int64_t stream = s.rows * s.hidden, mlp = s.tokens * s.ffn;
    std::vector<SavedTensor> tensors{stored(s, "mlp.gradient", s.streamShape(), stream),
                                     stored(s, "mlp.hidden.gradient", kMlp, mlp)};
    if (s.llama) tensors.push_back(stored(s, "mlp.gate.gradient", kMlp, mlp));
    tensors.push_back(stored(s, "norm2.gradient", s.streamShape(), stream));
    tensors.push_back(stored(s, "attention.gradient", s.streamShape(), stream));
    tensors.push_back(stored(s, "attention.qkv.gradient", fusedShape(s), s.tokens * s.fused));
    tensors.push_back(stored(s, "norm1.gradient", s.streamShape(), stream));
    return tensors;
}

std::vector<SavedTensor> finalNormTensors(const Shape& s) {
    const std::int64_t stream = s.rows * s.hidden;
    std::vector<SavedTensor> tensors{stored(s, "final_norm.input", s.streamShape(), stream)};
    addNormStatistics(tensors, s, "final_norm");
    tensors.push_back(stored(s, "final_norm.output", s.streamShape(), stream));
    return tensors;
}

// All rows of the stream beside this rank's own: gathered ones, partial sums.
std::int64_t roomForRows(const Shape& s) {
    return s.splitsRows() ? scratchBytes(s.tokens * s.hidden, s.widths.stored) : 0;
}

// Largest stack of scratch tensors that a block's backward pass holds on top of the gradient of the residual
// stream.
std::int64_t blockScratch(const Plan& plan, const Shape& s, std::int64_t hiddenLocal) {
    const int width = s.widths.stored;
    const std::int64_t stream = scratchBytes(s.rows * s.hidden, width), room = roomForRows(s);
    const std::int64_t mlp = (s.llama ? 2 : 1) * scratchBytes(s.tokens * s.ffn, width) + room + stream;
    const std::int64_t heads =
        s.keepsScores ? scratchBytes(s.threads * attentionScratch(s.sequence, s.headSize, width), s.widths.sum) : 0;
    const std::int64_t attention =
        scratchBytes(s.tokens * s.fused, width) + room +
        std::max(scratchBytes(s.tokens * hiddenLocal, width) + heads, stream);
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
    return Bytes(std::int64_t(engineWidths(plan).sum) * plan.sequence() * (plan.model.headSize() / 2) * 2);
}

std::vector<SavedTensor> engineSavedTensors(const Plan& plan, LayerKind layer) {
    const Shape s = shapeOf(plan);
    switch (layer) {
    case LayerKind::Embedding:
        return {{"embedding.tokens", "4 · n", Bytes(4 * s.tokens), SavedKind::Index}};
    case LayerKind::Block:
    case LayerKind::ExpertBlock:  // the engine has no experts: there are none of these
        return blockTensors(s, plan.model.hidden / plan.layout.tp);
    case LayerKind::FinalNorm:
        return finalNormTensors(s);
    case LayerKind::Head:
        return {stored(s, "head.probabilities", "n·V/t", s.tokens * s.vocabulary)};
    }
    return {};
}

std::vector<SavedTensor> engineWeightTensors(const Plan& plan, LayerKind layer) {
    std::vector<SavedTensor> tensors = engineSavedTensors(plan, layer);
    std::erase_if(tensors, [](const SavedTensor& tensor) {
        return tensor.name == "attention.qkv" || tensor.name == "attention.probabilities" ||
               tensor.name == "attention.row-sums" || tensor.name == "mlp.hidden" || tensor.name == "mlp.gate";
    });
    return tensors;
}

std::vector<SavedTensor> engineGradientTensors(const Plan& plan, LayerKind layer) {
    const Shape s = shapeOf(plan);
    const std::int64_t stream = s.rows * s.hidden;
    switch (layer) {
    case LayerKind::Embedding:
        return {stored(s, "embedding.gradient", s.streamShape(), stream)};
    case LayerKind::Block:
    case LayerKind::ExpertBlock:
        return blockGradientTensors(s);
    case LayerKind::FinalNorm:
        return {stored(s, "final_norm.gradient", s.streamShape(), stream)};
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
    const int sum = s.widths.sum;
    const std::int64_t stream = scratchBytes(s.rows * s.hidden, s.widths.stored), room = roomForRows(s);
    const std::int64_t loss = lastStage ? scratchBytes(s.tokens, sum) + scratchBytes(2 * s.tokens, sum) : 0;
    const std::int64_t head = lastStage ? stream + room : 0;
    return Bytes(
        std::max(loss, stream + std::max(head, blockScratch(plan, s, plan.model.hidden / plan.layout.tp))));
}

}  // namespace core
