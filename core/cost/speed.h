// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a card does its work.
// GPU: FLOPs / (peak · η_f) + (operands + bytes) / (bandwidth · η_m) + kernels · gap, or, where the host is slower at
// launching them, kernels · launch (Accelerator::efficiency). A product thus reaches η_f when it is large and less the more
// it waits for its operands. The software may be faster or slower than that by assumptions.efficiency.
// Virtual card, in virtual time (a core of its own): Hockney's n½, (FLOPs + F½) / calibrated rate a product and
// (bytes + B½) / calibrated bandwidth a pass: work of that size runs at half speed.
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/layer_work.h"

namespace core {

inline constexpr double kHalfSpeedFlops = 2.5e5;
inline constexpr double kHalfSpeedBytes = 1.5e4;

// Of one core in the engine's products with the storage type of `precision`.
[[nodiscard]] double virtualCardFlops(const Calibration& calibration, Precision precision);

class CardSpeed {
public:
    CardSpeed(const Plan& plan, const Accelerator& accelerator, const Calibration& calibration);

    // Of work that is launched together: the host runs ahead within it, not beyond.
    [[nodiscard]] Seconds seconds(const Work& work) const;
    [[nodiscard]] Seconds streaming(double bytes) const;  // one long pass: the optimizer
    // What MFU compares with: the maker's dense peak of the precision, or the calibrated rate of a virtual
    // card.
    [[nodiscard]] double peakFlops() const { return m_peak; }
    [[nodiscard]] bool isVirtual() const { return m_virtual; }

private:
    bool m_virtual;
    double m_peak, m_bandwidth, m_software;
    Efficiency m_reached;
};

}  // namespace core
