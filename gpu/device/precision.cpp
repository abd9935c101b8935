// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/precision.h"

namespace gpu {

// core::engineLimits() admits fp32 only.
Precisions precisionsOf(const core::Plan& /*plan*/) { return {}; }

}  // namespace gpu
