// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/bench/survey.h"

#include "core/memory/engine_recipe.h"
#include "gpu/collectives/thread_group.h"
#include "gpu/device/cancel.h"
#include "gpu/device/virtual_clock.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/training/hello.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <thread>
#include <vector>

namespace gpu {

namespace {

double median(std::vector<double> values) {
    const auto middle = values.begin() + std::ptrdiff_t(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

// Processor time of one call of `body`; short ones are called several times between two looks at the clock.
double cpuSeconds(int rounds, const std::function<void()>& body) {
    constexpr double kLong = 2e-4;
    const double begin = threadCpuSeconds();
    body();
    const int calls = std::max(1, int(kLong / std::max(1e-7, threadCpuSeconds() - begin)));
    std::vector<double> seconds;
    for (int round = 0; round < rounds; ++round) {
        const double start = threadCpuSeconds();
        for (int call = 0; call < calls; ++call) body();
        seconds.push_back((threadCpuSeconds() - start) / calls);
    }
    return median(std::move(seconds));
}

// Tokens by widths as in a small and a wide block, up, down and square.
std::vector<core::TimedProduct> products(Kernels& kernels, int rounds) {
    std::vector<core::TimedProduct> rows;
    for (const std::int64_t tokens : {64, 256, 1024})
        for (const auto& [in, out] : {std::pair<std::int64_t, std::int64_t>{64, 64}, {128, 512}, {512, 128}, {512, 512}, {1024, 1024}}) {
            std::vector<float> x(std::size_t(tokens * in), 0.5f), weight(std::size_t(out * in), 0.25f), y(std::size_t(tokens * out));
            const double seconds = cpuSeconds(rounds, [&] {
                kernels.multiply(Matrix{x.data(), tokens, in}, Transposed::No, Matrix{weight.data(), out, in}, Transposed::Yes,
                                 Matrix{y.data(), tokens, out}, Accumulate::No);
            });
            rows.push_back({double(tokens), double(out), double(in), seconds});
        }
    return rows;
}

std::vector<core::TimedAttention> attention(Kernels& kernels, int rounds) {
    constexpr std::int64_t kHeads = 4, kHeadSize = 64;
    std::vector<core::TimedAttention> rows;
    for (const std::int64_t sequence : {64, 256, 512}) {
        const AttentionShape shape{1, sequence, kHeads, kHeads, kHeadSize};
        std::vector<float> qkv(std::size_t(sequence * 3 * kHeads * kHeadSize), 0.1f), output(std::size_t(sequence * kHeads * kHeadSize)),
            probabilities(std::size_t(kHeads * sequence * sequence)),
            scratch(std::size_t(core::attentionScratch(sequence, kHeadSize, int(sizeof(float)))));
        const double seconds = cpuSeconds(rounds, [&] {
            kernels.attention(shape, Matrix{qkv.data(), sequence, 3 * kHeads * kHeadSize}, Vector(std::span<float>(probabilities)),
                              Matrix{output.data(), sequence, kHeads * kHeadSize}, Vector(std::span<float>(scratch)));
        });
        rows.push_back({2.0 * double(sequence * sequence * kHeads * kHeadSize), seconds});  // of the causal half
    }
    return rows;
}

std::vector<core::SweepPoint> passes(Kernels& kernels, int rounds) {
    constexpr std::int64_t kColumns = 512;
    constexpr double kBytesPerElement = 12;  // two reads and a write
    std::vector<core::SweepPoint> rows;
    for (const std::int64_t count : {4, 64, 1024, 8192}) {
        std::vector<float> y(std::size_t(count * kColumns), 1.f), residual(y), bias(kColumns, 0.5f);
        const double seconds = cpuSeconds(rounds, [&] {
            kernels.addBiasAndResidual(Matrix{y.data(), count, kColumns}, Vector(std::span<float>(bias)), Matrix{residual.data(), count, kColumns});
        });
        rows.push_back({kBytesPerElement * double(count * kColumns), seconds});
    }
    return rows;
}

core::CollectiveSweep allReduces(int ranks, int rounds) {
    core::CollectiveSweep sweep{core::CollectiveKind::AllReduce, ranks, 1, {}};
    std::vector<core::Rank> members;
    for (int rank = 0; rank < ranks; ++rank) members.emplace_back(rank);
    for (const std::size_t count : {std::size_t{256}, std::size_t{16} << 10, std::size_t{1} << 20}) {
        const CancelToken cancel;
        ThreadGroup group(members, {}, cancel);
        std::vector<double> seconds;
        const auto run = [&](int member) {
            VirtualClock clock;
            const auto communicator = group.join(member, clock);
            std::vector<float> values(count, 1.f);
            for (int round = 0; round <= rounds; ++round) {
                communicator->barrier();
                const auto begin = std::chrono::steady_clock::now();
                communicator->allReduce(Vector(std::span<float>(values)), Reduce::Sum);
                communicator->barrier();
                if (member == 0 && round > 0)
                    seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
                std::ranges::fill(values, 1.f);
            }
        };
        std::vector<std::thread> threads;
        for (int member = 1; member < ranks; ++member) threads.emplace_back(run, member);
        run(0);
        for (std::thread& thread : threads) thread.join();
        sweep.points.push_back({double(count * sizeof(float)), median(std::move(seconds))});
    }
    return sweep;
}

}  // namespace

core::Survey surveyMachine(int rounds) {
    const auto kernels = makeCpuKernels(1);
    core::Survey survey;
    char host[256] = {};
    if (gethostname(host, sizeof host - 1) == 0) survey.machine = host;
    survey.cores = usableCores();
    const double memory = double(sysconf(_SC_PHYS_PAGES)) * double(sysconf(_SC_PAGESIZE));
    survey.memory = core::Bytes(std::int64_t(memory / survey.cores));
    survey.products = products(*kernels, rounds);
    survey.attention = attention(*kernels, rounds);
    survey.passes = passes(*kernels, rounds);
    survey.collectives = {allReduces(std::max(2, survey.cores), rounds)};
    return survey;
}

}  // namespace gpu
