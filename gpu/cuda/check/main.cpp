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
#include "gpu/pipeline/repeats.h"
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
constexpr double kPatienceSeconds = 400, kPatienceOfGraphs = 80;  // of the layouts: each phase fits ten minutes

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

// The back end with graphs and without, whatever the environment says of them.
struct Backends {
    std::shared_ptr<Backend> plain, graphs;
};

// Each layout against one virtual card, as `shardscope-cli parity --suite` does on the host; what time does not suffice for
// is said.
void checkLayouts(const std::shared_ptr<Backend>& backend, const std::vector<core::Plan>& plans, double patience,
                  const char* suffix, Tally& tally) {
    const double start = now();
    int left = 0;
    for (const core::Plan& plan : plans) {
        if (now() - start > patience) {
            ++left;
            continue;
        }
        const SuiteResult result = runParitySuite({plan}, {}, backend);
        const ParityReport& report = result.rows.front().report;
        tally.count(report.passed());
        fmt::print("{} {}{}  error {:.1e}, loss {:.1e}{}\n", report.passed() ? "ok  " : "OFF ", layoutText(plan), suffix,
                   report.maxRelativeError(), report.lossError, report.failure ? "  " + report.failure->text : "");
        std::fflush(stdout);
    }
    if (left > 0) fmt::print("left out for time: {} layouts{}\n", left, suffix);
}

std::vector<core::Plan> repeatable(std::vector<core::Plan> plans) {
    std::erase_if(plans, [](const core::Plan& plan) { return !Repeats::whyNot(plan).empty(); });
    return plans;
}

int parity(const Backends& backends) {
    Tally kernels, all;
    fmt::print("Kernels against their twins\n");
    checkAllKernels(backends.plain, kernels);
    fmt::print("Layouts against one virtual card\n");
    checkLayouts(backends.plain, layouts(), kPatienceSeconds, "", all);
    checkLayouts(backends.graphs, repeatable(layouts()), kPatienceOfGraphs, ", graphs", all);
    fmt::print("\nparity: kernels {} right, {} off; layouts {} right, {} off\n", kernels.passed, kernels.failed,
               all.passed, all.failed);
    return kernels.failed + all.failed == 0 ? kRight : kOff;
}

// Whether its figures are there.
bool printRow(const core::Plan& plan, const std::shared_ptr<Backend>& backend, bool graphs) {
    const BenchRow row = bench(plan, backend);
    const std::string reason = graphs ? Repeats::whyNot(plan) : "";
    const char* const word = !graphs ? "off" : row.playedSteps > 0 ? "on" : "not";
    if (!row.failure.empty()) {
        fmt::print("{:<12} {:>5} {:>6} {}\n", row.model, row.micro, graphs ? "on" : "off", row.failure);
        return false;
    }
    const auto share = [](double fraction) { return fraction > 0 ? fmt::format("{:.1f} %", 100 * fraction) : "–"; };
    fmt::print("{:<12} {:>5} {:>6} {:>9.2f} {:>10.0f} {:>8} {:>13} {:>16}{}\n", row.model, row.micro, word,
               1e3 * row.stepSeconds, row.tokensPerSecond, share(row.mfu6n), share(row.mfu6n6lct),
               share(row.productSeconds / row.stepSeconds), reason.empty() ? "" : "  no graphs: " + reason);
    std::fflush(stdout);
    return true;
}

int measure(const Backends& backends) {
    backends.plain->place(1);
    const core::Bytes memory = backends.plain->cardOf(core::Rank(0), core::Plan{}).memory;
    fmt::print("{:<12} {:>5} {:>6} {:>9} {:>10} {:>8} {:>13} {:>16}\n", "model", "micro", "graphs", "step ms", "tokens/s",
               "MFU 6N", "MFU 6N+6LCT", "products' share");
    int status = kRight;
    for (const core::Plan& plan : benchPlans(memory)) {
        if (!printRow(plan, backends.plain, false)) status = kOff;
        if (!printRow(plan, backends.graphs, true)) status = kOff;
    }
    fmt::print("bf16, sequence 1024, one card, 8 micro-batches a step, head tied; ● measured, medians of wall clock. MFU counts 6N FLOPs a token, or "
               "6N + 6LCT with causal attention.\nproducts' share: time of the same matrix products alone by cuBLASLt, of "
               "the step's.\n");
    return status;
}

int run(std::string_view phase) {
    const core::Result<CudaPlugin> plugin = CudaPlugin::load();
    const auto switches = cudaSwitches();
    const auto open = [&](bool graphs) {
        return plugin.and_then([&](const CudaPlugin& found) {
            return switches.and_then([&](CudaSwitches chosen) {
                chosen.graphs = graphs;
                return found.open(chosen);
            });
        });
    };
    const auto plain = open(false), graphs = open(true);
    if (!plain || !graphs) {
        std::fprintf(stderr, "shardscope-gpu-check: %s\n", core::describe((plain ? graphs : plain).error().front()).c_str());
        return kNoCard;
    }
    const auto cards = plugin->cards();
    for (const CudaCard& card : *cards)
        fmt::print("GPU {}: {}, {}, compute capability {}.{}\n", card.ordinal, card.name, core::toText(card.memory), card.major,
                   card.minor);
    fmt::print("{}; {} (both are checked)\n", plugin->module().libraries(), toText(*switches));
    const Backends backends{*plain, *graphs};
    return phase == "parity" ? parity(backends) : measure(backends);
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
