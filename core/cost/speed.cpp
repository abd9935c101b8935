// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Roofline of a card.
#include "core/cost/speed.h"

#include "core/memory/framework_states.h"

namespace core {

namespace {

double productEfficiency(double flops) {
    if (flops >= 128e9) return 0.81;
    if (flops >= 16e9) return 0.77;
    return flops >= 1e9 ? 0.51 : 0.085;
}

double passEfficiency(double bytes) {
    if (bytes >= 100e6) return 0.9;
    if (bytes >= 10e6) return 0.75;
    return bytes >= 1e6 ? 0.6 : 0.3;
}

}  // namespace

double virtualCardFlops(const Calibration& calibration, Precision precision) {
    const auto& sixteen = precision == Precision::Bf16   ? calibration.virtualCardFlopsBf16
                          : precision == Precision::Fp16 ? calibration.virtualCardFlopsFp16
                                                         : std::nullopt;
    return sixteen.value_or(calibration.virtualCardFlops);
}

CardSpeed::CardSpeed(const Plan& plan, const Accelerator& accelerator, const Calibration& calibration)
    : m_virtual(accelerator.name == "virtual-card") {
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
                       (work.bytes + work.passes * kHalfSpeedBytes) / m_bandwidth);
    double seconds = (work.gemms + work.passes) * kKernelLaunchSeconds;
    if (work.gemms > 0) seconds += work.flops / (m_peak * productEfficiency(work.flops / work.gemms));
    if (work.passes > 0) seconds += work.bytes / (m_bandwidth * passEfficiency(work.bytes / work.passes));
    return Seconds(seconds);
}

Seconds CardSpeed::streaming(double bytes) const {
    return Seconds(bytes / (m_virtual ? m_bandwidth : m_bandwidth * passEfficiency(bytes)));
}

}  // namespace core
