// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Around the linears of a tensor group (Shoeybi et al. 2019; Korthikanti et al. 2022, section 4.2.2). Whole rows: what
// follows a row-parallel linear, or leads to a column-parallel one, is summed over the group on every rank. Sequence
// parallelism: a rank has rows [r·n/t, (r+1)·n/t) of the residual stream, norms and biases (positions of the
// micro-batch's sequences, one sequence after the other); they are gathered before a column-parallel linear and
// sum-scattered behind a row-parallel one, the other way round in the backward pass.
#pragma once

#include "gpu/layers/layer_context.h"

namespace gpu {

// Room for all rows of the stream beside this rank's; nothing where a rank has them all.
[[nodiscard]] inline Scratch::Lease roomForRows(const LayerContext& context, const LayerShape& shape) {
    return context.scratch.lease(shape.splitsRows() ? shape.tokens() : 0, shape.hidden);
}

// own (rows, hidden) → (tokens, hidden): in `room`, or `own` itself.
[[nodiscard]] inline ConstMatrix gatherRows(const LayerContext& context, const LayerShape& shape, ConstMatrix own,
                                            const Scratch::Lease& room) {
    if (!shape.splitsRows()) return own;
    context.tensorGroup.allGather(own.values(), room.values());
    return room.matrix();
}

// Where partial sums (tokens, hidden) of all rows go before sumRows() leaves this rank's in `own`.
[[nodiscard]] inline Matrix partialRows(const LayerShape& shape, Matrix own, const Scratch::Lease& room) {
    return shape.splitsRows() ? room.matrix() : own;
}

// Sum over the group of the partial sums. Megatron's g forward and f backward, or their sequence-parallel pair.
inline void sumRows(const LayerContext& context, const LayerShape& shape, ConstMatrix partial, Matrix own) {
    if (shape.splitsRows())
        context.tensorGroup.reduceScatter(partial.values(), own.values());
    else
        context.tensorGroup.allReduce(own.values(), Reduce::Sum);
}

}  // namespace gpu
