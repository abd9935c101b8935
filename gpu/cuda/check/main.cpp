// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// shardscope-gpu-check parity|bench: holds the CUDA back end on this machine's cards against its twins on the host, and
// measures it. Plain C++: no Qt, no matrix library. Ends with 0 when all is right, 1 when something is off, 2 when it was
// asked for something else, 3 when there is no card to check.
#include "core/base/problem.h"
#include "core/base/text.h"
#include "gpu/cuda/check/bench.h"
#include "gpu/cuda/check/kernel_checks.h"
#include "gpu/training/cuda_plugin.h"
#include "gpu/training/parity_suite.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <exception>
#include <string_view>

namespace gpu::check {

namespace {

constexpr int kRight = 0, kOff = 1, kNotUnderstood = 2, kNoCard = 3;
constexpr double kPatienceSeconds = 480;  // of the layouts: each phase fits ten minutes

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

const char* nameOf(DType type) {
    switch (type) {
    case DType::Bf16:
        return "bf16";
    case DType::F16:
        return "fp16";
    case DType::F64:
        return "fp64";
    case DType::F32:
        break;
    }
    return "fp32";
}

struct Tally {
    int passed = 0, failed = 0;
    void count(bool right) { ++(right ? passed : failed); }
};

void checkAllKernels(const std::shared_ptr<Backend>& backend, Tally& tally) {
    const CancelToken never;
    backend->place(1);
    const auto card = backend->open(core::Rank(0), never);
    const core::Plan plan = planOfChecks();
    Arena arena(0, backend->cardOf(core::Rank(0), plan).memory, *card);
    const auto kernels = backend->makeKernels(*card, arena, plan);
    checkKernels(*card, *kernels, [&](const KernelResult& result) {
        tally.count(result.passed());
        fmt::print("{} {:<28} {}  error {:.1e} of {:.1e}\n", result.passed() ? "ok  " : "OFF ", result.name,
                   nameOf(result.type), result.error, result.tolerance);
        std::fflush(stdout);
    });
}

std::vector<core::Plan> layouts() {
    std::vector<core::Plan> plans;
    for (const auto& matrix : {parityMatrix(), scheduleMatrix()})
        for (core::Plan plan : matrix) {
            const bool onFiles = plan.zero.offloadOptimizer == core::Offload::Nvme ||
                                 plan.zero.offloadParameters == core::Offload::Nvme;
            if (onFiles) continue;
            plan.attention = core::AttentionKind::Flash;
            plan.run.backend = core::Backend::Cuda;
            plans.push_back(std::move(plan));
        }
    return plans;
}

// Each layout against one virtual card, as `shardscope-cli parity --suite` does on the host; what time does not suffice for
// is said.
void checkLayouts(const std::shared_ptr<Backend>& backend, Tally& tally) {
    const double start = now();
    int left = 0;
    for (const core::Plan& plan : layouts()) {
        if (now() - start > kPatienceSeconds) {
            ++left;
            continue;
        }
        const SuiteResult result = runParitySuite({plan}, {}, backend);
        const ParityReport& report = result.rows.front().report;
        tally.count(report.passed());
        fmt::print("{} {}  error {:.1e}, loss {:.1e}{}\n", report.passed() ? "ok  " : "OFF ", layoutText(plan),
                   report.maxRelativeError(), report.lossError, report.failure ? "  " + report.failure->text : "");
        std::fflush(stdout);
    }
    if (left > 0) fmt::print("left out for time: {} layouts\n", left);
}

int parity(const std::shared_ptr<Backend>& backend) {
    Tally kernels, layouts;
    fmt::print("Kernels against their twins\n");
    checkAllKernels(backend, kernels);
    fmt::print("Layouts against one virtual card\n");
    checkLayouts(backend, layouts);
    fmt::print("\nparity: kernels {} right, {} off; layouts {} right, {} off\n", kernels.passed, kernels.failed,
               layouts.passed, layouts.failed);
    return kernels.failed + layouts.failed == 0 ? kRight : kOff;
}

int measure(const std::shared_ptr<Backend>& backend) {
    backend->place(1);
    const core::Bytes memory = backend->cardOf(core::Rank(0), core::Plan{}).memory;
    fmt::print("{:<12} {:>5} {:>9} {:>10} {:>8} {:>13} {:>16}\n", "model", "micro", "step ms", "tokens/s", "MFU 6N",
               "MFU 6N+6LCT", "products' share");
    int status = kRight;
    for (const core::Plan& plan : benchPlans(memory)) {
        const BenchRow row = bench(plan, backend);
        if (!row.failure.empty()) {
            fmt::print("{:<12} {:>5} {}\n", row.model, row.micro, row.failure);
            status = kOff;
            continue;
        }
        const auto share = [](double fraction) { return fraction > 0 ? fmt::format("{:.1f} %", 100 * fraction) : "–"; };
        fmt::print("{:<12} {:>5} {:>9.2f} {:>10.0f} {:>8} {:>13} {:>16}\n", row.model, row.micro, 1e3 * row.stepSeconds,
                   row.tokensPerSecond, share(row.mfu6n), share(row.mfu6n6lct), share(row.productSeconds / row.stepSeconds));
        std::fflush(stdout);
    }
    fmt::print("bf16, sequence 1024, one card, 8 micro-batches a step, head tied; ● measured, medians of wall clock. MFU counts 6N FLOPs a token, or "
               "6N + 6LCT with causal attention.\nproducts' share: time of the same matrix products alone by cuBLASLt, of "
               "the step's.\n");
    return status;
}

int run(std::string_view phase) {
    const core::Result<CudaPlugin> plugin = CudaPlugin::load();
    const auto backend = plugin.and_then([](const CudaPlugin& found) { return found.open(); });
    if (!backend) {
        std::fprintf(stderr, "shardscope-gpu-check: %s\n", core::describe(backend.error().front()).c_str());
        return kNoCard;
    }
    const auto switches = cudaSwitches();
    const auto cards = plugin->cards();
    for (const CudaCard& card : *cards)
        fmt::print("GPU {}: {}, {}, compute capability {}.{}\n", card.ordinal, card.name, core::toText(card.memory), card.major,
                   card.minor);
    fmt::print("{}; {}\n", plugin->module().libraries(), toText(*switches));
    return phase == "parity" ? parity(*backend) : measure(*backend);
}

}  // namespace

}  // namespace gpu::check

int main(int argc, char** argv) {
    const std::string_view phase = argc == 2 ? argv[1] : "";
    if (phase != "parity" && phase != "bench") {
        std::fprintf(stderr, "usage: shardscope-gpu-check parity|bench\n");
        return gpu::check::kNotUnderstood;
    }
    try {
        return gpu::check::run(phase);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "shardscope-gpu-check: %s\n", error.what());
        return gpu::check::kOff;
    }
}
