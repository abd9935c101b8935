// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What all ranks have to agree on in every update: the loss and the global gradient norm. Some bytes each, so it costs the
// latency of its rings, which a short step feels across nodes.
#pragma once

#include "core/cost/group_links.h"
#include "core/plan/plan.h"

namespace core {

// Of the engine, once a step. The loss (fp64) is summed over the data and pipeline groups; the norm over tensor and
// pipeline groups, and over the data group where ZeRO splits the gradients: the largest element (8 bytes), then two exact
// sums (16 bytes), or one sum in fp64.
[[nodiscard]] Seconds agreementSeconds(const Plan& plan, const GroupLinks& links);

}  // namespace core
