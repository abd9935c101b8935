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
#include <numeric>
#include <thread>
#include <vector>

namespace gpu {

namespace {

constexpr int kRounds = 15;

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

// The three products of a linear layer in training, over as many layers as no near cache holds at once.
template <Stored T>
double productFlops(Kernels& kernels) {
    constexpr std::int64_t kTokens = 128, kHidden = 128, kFfn = 512;
    constexpr std::size_t kLayers = 8;
    struct Layer {
        std::vector<T> x, weight, y;
        std::vector<float> gradient;
    };
    T half, quarter;
    store(half, 0.5f);
    store(quarter, 0.25f);
    std::vector<Layer> layers(
        kLayers, Layer{std::vector<T>(kTokens * kHidden, half), std::vector<T>(kFfn * kHidden, quarter),
                       std::vector<T>(kTokens * kFfn), std::vector<float>(kFfn * kHidden)});
    const double seconds = medianSeconds(1, [&] {
        for (Layer& layer : layers) {
            const Matrix x{layer.x.data(), kTokens, kHidden}, weight{layer.weight.data(), kFfn, kHidden},
                y{layer.y.data(), kTokens, kFfn}, gradient{layer.gradient.data(), kFfn, kHidden};
            kernels.multiply(x, Transposed::No, weight, Transposed::Yes, y, Accumulate::No);
            kernels.multiply(y, Transposed::No, weight, Transposed::No, x, Accumulate::No);
            kernels.multiply(y, Transposed::Yes, x, Transposed::No, gradient, Accumulate::Yes);
            std::fill(layer.x.begin(), layer.x.end(), half);  // keeps the numbers in range
        }
    });
    return 3 * 2.0 * kTokens * kHidden * kFfn * double(kLayers) / seconds;
}

double passBandwidth(Kernels& kernels) {
    constexpr std::int64_t kRows = 2048, kColumns = 512;
    std::vector<float> y(kRows * kColumns, 1.f), residual(y), bias(kColumns, 0.5f);
    const double seconds = medianSeconds(3, [&] {
        kernels.addBiasAndResidual({y.data(), kRows, kColumns}, bias, {residual.data(), kRows, kColumns});
    });
    constexpr double kBytesPerElement = 12;  // two reads and a write
    return kBytesPerElement * kRows * kColumns / seconds;
}

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
}

}  // namespace

core::Calibration measureCalibration() {
    core::Calibration calibration;
    calibration.cores = usableCores();
    // All cores at once, as in a run: they share caches and memory, and perhaps the units of one physical
    // core.
    std::vector<double> flops(std::size_t(calibration.cores)), bf16(flops), fp16(flops), bandwidth(flops);
    std::vector<std::thread> threads;
    for (std::size_t core = 0; core < flops.size(); ++core)
        threads.emplace_back([&, core] {
            const auto kernels = makeCpuKernels(1);
            flops[core] = productFlops<float>(*kernels);
            bf16[core] = productFlops<Bf16>(*kernels);
            fp16[core] = productFlops<Fp16>(*kernels);
            bandwidth[core] = passBandwidth(*kernels);
        });
    for (std::thread& thread : threads) thread.join();
    calibration.virtualCardFlops = meanOf(flops);
    calibration.virtualCardFlopsBf16 = meanOf(bf16);
    calibration.virtualCardFlopsFp16 = meanOf(fp16);
    calibration.virtualCardBandwidth = meanOf(bandwidth);
    calibration.measured = true;
    return calibration;
}

}  // namespace gpu
