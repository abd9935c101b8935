// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast a card does its work.
// GPU: FLOPs / (peak · η_f) + bytes / (bandwidth · η_m) + kernels · launch, with the step efficiencies that
// Calculon (Isaev et al. 2023) ships for the A100: a matrix product of ≥ 128 GFLOP reaches 0.95 of the peak,
// ≥ 16 GFLOP 0.9, ≥ 1 GFLOP 0.6, less 0.1; a pass over ≥ 100 MB reaches 0.9 of the bandwidth, ≥ 10 MB 0.75, ≥
// 1 MB 0.6, less 0.3. Virtual card: FLOPs / calibrated rate + bytes / calibrated bandwidth, in virtual time
// (a core of its own).
#pragma once

#include "core/cluster/cluster.h"
#include "core/cost/layer_work.h"

namespace core {

inline constexpr double kKernelLaunchSeconds = 4e-6;

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
