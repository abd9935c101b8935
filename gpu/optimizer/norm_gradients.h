// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Under sequence parallelism every tensor rank has seen its own rows only: the gradients of the norms, whose weights
// all ranks hold, are summed over the tensor group, once a step, after the replicas. Neighbouring tensors go in one
// call; nothing is copied.
#pragma once

#include "gpu/collectives/communicator.h"
#include "gpu/optimizer/adamw.h"

#include <vector>

namespace gpu {

void sumNormGradients(const core::ShardMap& shards, const std::vector<AdamW::Owned>& owned, Communicator& tensorGroup);

}  // namespace gpu
