// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/device/precision.h"

#include "core/memory/engine_widths.h"

namespace gpu {

namespace {

// core::engineLimits() admits no fp8.
DType typeOf(core::Precision precision) {
    switch (precision) {
    case core::Precision::Fp64:
        return DType::F64;
    case core::Precision::Bf16:
        return DType::Bf16;
    case core::Precision::Fp16:
        return DType::F16;
    case core::Precision::Fp32:
    case core::Precision::Fp8:
        break;
    }
    return DType::F32;
}

}  // namespace

Precisions precisionsOf(const core::Plan& plan) {
    const DType stored = typeOf(plan.precision);
    return {stored, sumType(stored), typeOf(core::engineGradientType(plan)), sumType(stored)};
}

}  // namespace gpu
