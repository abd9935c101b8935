// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a card does its work.
// GPU: FLOPs / (peak · η_f) + bytes / (bandwidth · η_m) + kernels · launch, with step efficiencies in the manner
// of Calculon (Isaev et al. 2023). η_f: 0.81 for a matrix product of ≥ 128 GFLOP, 0.77 for ≥ 16, 0.51 for ≥ 1,
// 0.085 below: Calculon's steps for the A100 times 0.85, by which a layer of the 22B model takes the time that
// Korthikanti et al. 2022 measured (table 4). η_m: 0.9 for a pass over ≥ 100 MB, 0.75 for ≥ 10, 0.6 for ≥ 1, else 0.3.
// Virtual card, in virtual time (a core of its own): Hockney's n½, (FLOPs + F½) / calibrated rate a product and
// (bytes + B½) / calibrated bandwidth a pass: work of that size runs at half speed.
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/layer_work.h"

namespace core {

inline constexpr double kKernelLaunchSeconds = 4e-6;
inline constexpr double kHalfSpeedFlops = 2.5e5;
inline constexpr double kHalfSpeedBytes = 1.5e4;

// Of one core in the engine's products with the storage type of `precision`.
[[nodiscard]] double virtualCardFlops(const Calibration& calibration, Precision precision);

class CardSpeed {
public:
    CardSpeed(const Plan& plan, const Accelerator& accelerator, const Calibration& calibration);

    [[nodiscard]] Seconds seconds(const Work& work) const;
    [[nodiscard]] Seconds streaming(double bytes) const;  // one long pass: the optimizer
    // What MFU compares with: the maker's dense peak of the precision, or the calibrated rate of a virtual
    // card.
    [[nodiscard]] double peakFlops() const { return m_peak; }
    [[nodiscard]] bool isVirtual() const { return m_virtual; }

private:
    bool m_virtual;
    double m_peak, m_bandwidth;
};

}  // namespace core
