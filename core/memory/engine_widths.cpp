// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/engine_widths.h"

namespace core {

namespace {

int bytesOf(Precision precision) {
    switch (precision) {
    case Precision::Fp64:
        return 8;
    case Precision::Fp32:
        return 4;
    case Precision::Bf16:
    case Precision::Fp16:
    case Precision::Fp8:  // planned only, stored as 16 bits
        return 2;
    }
    return 4;
}

}  // namespace

Precision engineGradientType(const Plan& plan) {
    if (plan.gradientDtype) return *plan.gradientDtype;
    return plan.precision == Precision::Bf16 ? Precision::Fp32 : plan.precision;
}

EngineWidths engineWidths(const Plan& plan) {
    const int sum = plan.precision == Precision::Fp64 ? 8 : 4;
    return {bytesOf(plan.precision), sum, bytesOf(engineGradientType(plan)), sum};
}

}  // namespace core
