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
    Device& device;
    Fault fault;
    core::AttentionKind attention;
};

}  // namespace gpu
