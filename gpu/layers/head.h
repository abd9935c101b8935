// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Final norm, language-model head and cross-entropy. The vocabulary is split over the tensor group; logits
// are never gathered for the loss: three numbers a token are reduced instead (maximum, Σ exp, target logit).
// A tied head reads the token table, from unit 0 where stage 0 is here too, else from this stage's copy; its
// gradient always goes to kTiedHead, so that the sum with the embedding's has one order on every layout.
#pragma once

#include "gpu/layers/norm.h"
#include "gpu/layers/saved_set.h"

#include <cstddef>
#include <span>
#include <vector>

namespace gpu {

// Of the tokens of one micro-batch, on the host after the card's next synchronise(): Σ exp of each, then its target's logit.
struct LossTerms {
    std::vector<std::byte> bytes;
    DType type{};
    // Σ log(Σ exp) − target logit, in nats.
    [[nodiscard]] double sum() const;
};

class Head {
public:
    Head(const LayerContext& context, core::Embeddings embeddings, bool holdsEmbedding);

    // "final_norm.input" is filled in. The terms of the loss, equal on all tensor ranks, stay where they are until they are
    // there.
    void forward(const LayerShape& shape, const SavedSet& norm, const SavedSet& head,
                 std::span<const std::int32_t> targets, LossTerms& terms) const;
    // Writes the gradient (m, hidden) of this rank's rows of the final norm's input; `scale` multiplies the loss.
    void backward(const LayerShape& shape, const SavedSet& norm, const SavedSet& head, double scale,
                  Matrix gradient) const;
    // The same in two parts: the first leaves the gradient of the norm's output in `normGradient` (m, hidden) and that
    // of the logits in "head.probabilities".
    void inputGradient(const LayerShape& shape, const SavedSet& norm, const SavedSet& head, double scale,
                       Matrix normGradient, Matrix gradient) const;
    void weightGradient(const LayerShape& shape, const SavedSet& norm, const SavedSet& head,
                        ConstMatrix normGradient) const;
    // logits (vocabulary) of one token (row of the final norm's output), whole on every tensor rank.
    void logits(const LayerShape& shape, ConstVector normedRow, std::span<float> logits) const;

private:
    // From the gradient of the logits: this rank's partial sum of that of the norm's output (n, hidden).
    void tableInput(const LayerShape& shape, const SavedSet& head, Matrix normGradient) const;
    void tableWeights(const LayerShape& shape, const SavedSet& norm, const SavedSet& head,
                      const Scratch::Lease& room) const;
    void loss(const LayerShape& shape, Matrix logits, std::span<const std::int32_t> targets, LossTerms& terms) const;
    [[nodiscard]] std::span<const std::int32_t> onCard(std::span<const std::int32_t> numbers, Vector place) const;

    const LayerContext& m_context;
    int m_normUnit, m_tableUnit, m_gradientUnit;
    std::int64_t m_table;  // offset of the head's weight in its unit
    Norm m_norm;
};

}  // namespace gpu
