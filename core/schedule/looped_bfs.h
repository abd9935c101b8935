// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looped breadth-first pipeline (Lamy-Poirier 2022): every rank runs all micro-batches through its first
// chunk, then through the next, and all backward passes the other way round, the last micro-batch first (as
// PyTorch does). Makespan of equal stages (m + (p−1)/v)(F+B); all m·v chunk activations are held at the peak.
// Each chunk's weights are used in one run forward and one backward: the partner of ZeRO-3.
#pragma once

#include "core/schedule/schedule.h"

namespace core::loopedBfs {

void generate(Schedule& schedule);

}  // namespace core::loopedBfs
