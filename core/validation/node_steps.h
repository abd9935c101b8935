// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// 1,440 published step times of Megatron-DeepSpeed on one node (resources/a100_node_steps.csv), each predicted with the
// A100's shared constants and two more, the software's efficiency and the host's time to launch a kernel (core/cost/
// step_fit.h), that were fitted to the other hidden size alone: nothing about the rows of its own hidden size was used.
// Rows of tensor size 8 are a table of their own: they are irregular in the source.
#pragma once

#include "core/validation/published.h"

namespace core {

[[nodiscard]] std::vector<PublishedTable> predictNodeSteps();

}  // namespace core
