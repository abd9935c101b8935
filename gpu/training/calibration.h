// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one core of this machine reaches in the engine's own work, by CPU time, so that other programs disturb
// little.
#pragma once

#include "core/cluster/cluster.h"

namespace gpu {

// Takes about 0.2 s of CPU time. Medians over rounds; matrix products of the size of a small block,
// element-wise passes over buffers larger than a core's own caches.
[[nodiscard]] core::Calibration measureCalibration();

}  // namespace gpu
