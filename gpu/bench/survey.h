// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A survey of this machine's cores with the engine's own kernels: matrix products over sizes and shapes, causal attention,
// passes over memory, and collectives among threads over sizes. fp32, one core each; collectives by the wall clock, with as
// many ranks as there are cores, two at least. Medians.
#pragma once

#include "core/calibration/survey.h"

namespace gpu {

[[nodiscard]] core::Survey surveyMachine(int rounds);

}  // namespace gpu
