// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Timed products and passes.
#include "gpu/training/calibration.h"

#include "gpu/device/virtual_clock.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/training/hello.h"

#include <algorithm>
#include <functional>
#include <vector>

namespace gpu {

namespace {

constexpr int kRounds = 7;

// Median CPU seconds of one call of `body`.
double medianSeconds(int callsPerRound, const std::function<void()>& body) {
    body();
    std::vector<double> seconds;
    for (int round = 0; round < kRounds; ++round) {
        const double start = threadCpuSeconds();
        for (int call = 0; call < callsPerRound; ++call) body();
        seconds.push_back((threadCpuSeconds() - start) / callsPerRound);
    }
    std::nth_element(seconds.begin(), seconds.begin() + kRounds / 2, seconds.end());
    return seconds[kRounds / 2];
}

double productFlops(Kernels& kernels) {
    constexpr std::int64_t kTokens = 256, kHidden = 128, kFfn = 512;
    std::vector<float> x(kTokens * kHidden, 0.5f), weight(kFfn * kHidden, 0.25f), y(kTokens * kFfn);
    const double seconds = medianSeconds(10, [&] {
        kernels.multiply({x.data(), kTokens, kHidden}, Transposed::No, {weight.data(), kFfn, kHidden},
                         Transposed::Yes, {y.data(), kTokens, kFfn}, Accumulate::No);
    });
    return 2.0 * kTokens * kHidden * kFfn / seconds;
}

double passBandwidth(Kernels& kernels) {
    constexpr std::int64_t kRows = 2048, kColumns = 512;
    std::vector<float> y(kRows * kColumns, 1.f), residual(y), bias(kColumns, 0.5f);
    const double seconds = medianSeconds(3, [&] {
        kernels.addBiasAndResidual({y.data(), kRows, kColumns}, bias.data(),
                                   {residual.data(), kRows, kColumns});
    });
    constexpr double kBytesPerElement = 12;  // two reads and a write
    return kBytesPerElement * kRows * kColumns / seconds;
}

}  // namespace

core::Calibration measureCalibration() {
    const auto kernels = makeCpuKernels(1);
    core::Calibration calibration;
    calibration.virtualCardFlops = productFlops(*kernels);
    calibration.virtualCardBandwidth = passBandwidth(*kernels);
    calibration.cores = usableCores();
    calibration.measured = true;
    return calibration;
}

}  // namespace gpu
