// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How a layer reaches the parameters and gradients of its unit; the ZeRO stages implement it (gpu/zero).
// Flat buffers in the order of core::ShardMap::locals(unit). Called by the rank's thread only.
#pragma once

#include "gpu/device/tensor.h"

namespace gpu {

class UnitStore {
public:
    virtual ~UnitStore() = default;
    // Whole local parameters of the unit, valid until release(unit). ZeRO-3 gathers them here; calls nest
    // (tied use).
    [[nodiscard]] virtual ConstVector acquire(int unit) = 0;
    virtual void release(int unit) = 0;
    // Where the weight gradients of this micro-batch are *added*. ZeRO-2/3 hand out a zeroed bucket.
    // `kTiedHead` gradients are kept apart from the embedding's also where both live on one stage.
    [[nodiscard]] virtual Vector gradient(int unit) = 0;
    // All weight gradients of the unit for this micro-batch are in. ZeRO-2/3 reduce-scatter the bucket here.
    virtual void gradientReady(int unit) = 0;
};

}  // namespace gpu
