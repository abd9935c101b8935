// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of one micro-batch on one tensor rank.
#pragma once

#include "core/memory/saved_tensors.h"
#include "core/plan/plan.h"

#include <algorithm>
#include <cstdint>

namespace gpu {

struct LayerShape {
    std::int64_t batch = 0, sequence = 0;
    std::int64_t hidden = 0, headSize = 0;
    std::int64_t heads = 0, kvHeads = 0, ffn = 0;          // of this tensor rank
    std::int64_t vocabularyFirst = 0, vocabularyRows = 0;  // slice of this tensor rank, without padding
    std::int64_t vocabularyPadded = 0;                     // rows of a slice, equal on all tensor ranks

    int rowParts = 1;  // sequence parallelism cuts the rows of the residual stream into so many

    [[nodiscard]] std::int64_t tokens() const { return batch * sequence; }
    [[nodiscard]] std::int64_t rows() const { return tokens() / rowParts; }  // of the stream, on this rank
    [[nodiscard]] bool splitsRows() const { return rowParts > 1; }
    [[nodiscard]] std::int64_t width() const { return heads * headSize; }  // hidden / tp
    [[nodiscard]] std::int64_t fusedWidth() const { return (heads + 2 * kvHeads) * headSize; }  // q, k, v
};

[[nodiscard]] inline LayerShape layerShape(const core::Plan& plan, int tensorRank, std::int64_t batch) {
    const std::int64_t tp = plan.layout.tp, vocabulary = plan.model.vocabulary;
    const std::int64_t padded = (vocabulary + tp - 1) / tp, first = tensorRank * padded;
    return {.batch = batch,
            .sequence = plan.sequence(),
            .hidden = plan.model.hidden,
            .headSize = plan.model.headSize(),
            .heads = plan.model.heads / tp,
            .kvHeads = plan.model.kvHeads / tp,
            .ffn = plan.model.ffn / tp,
            .vocabularyFirst = first,
            .vocabularyRows = std::clamp<std::int64_t>(vocabulary - first, 0, padded),
            .vocabularyPadded = padded,
            .rowParts = core::rowParts(plan)};
}

}  // namespace gpu
