// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Roofline of a card.
#include "core/cost/speed.h"

#include "core/memory/framework_states.h"

#include <algorithm>

namespace core {

double virtualCardFlops(const Calibration& calibration, Precision precision) {
    const auto& sixteen = precision == Precision::Bf16   ? calibration.virtualCardFlopsBf16
                          : precision == Precision::Fp16 ? calibration.virtualCardFlopsFp16
                                                         : std::nullopt;
    return sixteen.value_or(calibration.virtualCardFlops);
}

CardSpeed::CardSpeed(const Plan& plan, const Accelerator& accelerator, const Calibration& calibration)
    : m_virtual(accelerator.name == "virtual-card")
    , m_software(plan.assumptions.efficiency > 0 ? plan.assumptions.efficiency : 1)
    , m_reached(accelerator.efficiency) {
    const bool fp32 = parameterBytes(plan) >= 4;
    m_peak = m_virtual ? virtualCardFlops(calibration, plan.precision)
             : fp32    ? accelerator.peakFlops32
             : plan.precision == Precision::Bf16 && accelerator.peakFlopsBf16 > 0 ? accelerator.peakFlopsBf16
                                                                                  : accelerator.peakFlops16;
    m_bandwidth = m_virtual ? calibration.virtualCardBandwidth : accelerator.memoryBandwidth;
}

Seconds CardSpeed::seconds(const Work& work) const {
    if (m_virtual)
        return Seconds((work.flops + work.gemms * kHalfSpeedFlops) / m_peak +
                       (work.bytes + work.passes * kHalfSpeedBytes) / m_bandwidth) *
               (1 / m_software);
    const double kernels = work.gemms + work.passes;
    const double products = work.flops / (m_peak * m_reached.products);
    const double memory = (work.operands + work.bytes) / (m_bandwidth * m_reached.memory);
    const double card = (products + memory) / m_software + kernels * m_reached.kernelSeconds;
    return Seconds(std::max(card, kernels * m_reached.hostSeconds));
}

Seconds CardSpeed::streaming(double bytes) const {
    return Seconds(bytes / (m_virtual ? m_bandwidth : m_bandwidth * m_reached.memory) / m_software);
}

}  // namespace core
