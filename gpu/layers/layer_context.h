// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What every layer of a stage shares. References live as long as the stage.
#pragma once

#include "gpu/device/precision.h"
#include "gpu/layers/layer_shape.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/layers/rotary_table.h"
#include "gpu/layers/scratch.h"

namespace gpu {

struct LayerContext {
    const core::ShardMap& shards;
    Kernels& kernels;
    Communicator& tensorGroup;
    UnitStore& units;
    Scratch& scratch;
    int threads;  // of the rank
    Precisions types;
    const RotaryTable& rotary;
    Fault fault;
};

// Sum over the tensor group of partial results, in place; the matrix is contiguous. Megatron's g in the
// forward pass (behind row-parallel linears), its f in the backward pass (behind column-parallel ones).
inline void sumOverTensorGroup(const LayerContext& context, Matrix partial) {
    context.tensorGroup.allReduce(partial.values(), Reduce::Sum);
}

}  // namespace gpu
