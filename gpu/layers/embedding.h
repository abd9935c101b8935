// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Token embedding, plus learned positions in the GPT family. The vocabulary is split by rows over the tensor
// group: a rank contributes the tokens of its slice and zeros for the rest, and the group adds them up. Positions
// are replicated.
#pragma once

#include "gpu/layers/layer_context.h"
#include "gpu/layers/saved_set.h"

#include <optional>
#include <span>

namespace gpu {

class Embedding {
public:
    explicit Embedding(const LayerContext& context);

    // output (m, hidden): this rank's rows of the n (gpu/layers/row_split.h)
    void forward(const LayerShape& shape, const SavedSet& saved, std::span<const std::int32_t> tokens,
                 Matrix output) const;
    // The gradient (m, hidden), gathered to all rows, is whole on every rank: each adds its own rows of the table, and
    // all the same positions.
    void backward(const LayerShape& shape, const SavedSet& saved, ConstMatrix ownGradient) const;

private:
    void addPositions(const LayerShape& shape, ConstVector table, Matrix rows) const;

    const LayerContext& m_context;
    std::int64_t m_token;
    std::optional<std::int64_t> m_position;  // of the GPT family
};

}  // namespace gpu
