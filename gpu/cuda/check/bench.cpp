// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Steps and products, timed.
#include "gpu/cuda/check/bench.h"

#include "core/cost/step_estimate.h"
#include "core/model/model_spec.h"
#include "gpu/device/device_block.h"
#include "gpu/training/job.h"
#include "gpu/training/parity_suite.h"
#include "gpu/training/rank_worker.h"

#include <algorithm>
#include <chrono>

namespace gpu::check {

namespace {

constexpr int kWarmUp = 3, kSteps = 7, kRounds = 12;
constexpr int kAccumulated = 8;  // micro-batches a step, as real batches of half a million tokens have many

struct Shape {
    const char* name;
    int layers, hidden, heads;
    double billions;
};
constexpr Shape kShapes[] = {
    {"GPT-2 124M", 12, 768, 12, 0.124}, {"GPT-2 355M", 24, 1024, 16, 0.355},
    {"GPT-2 774M", 36, 1280, 20, 0.774}, {"GPT-2 1.5B", 48, 1600, 25, 1.558}};

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

double medianOf(std::vector<double> values) {
    std::ranges::nth_element(values, values.begin() + std::ptrdiff_t(values.size() / 2));
    return values[values.size() / 2];
}

// Small numbers without a pattern; norms begin at 1 all the same, since their weights are what products leave alone.
void fillQuickly(RankWorker& worker) {
    worker.store().fill([](int, std::span<double> whole) {
        std::uint64_t state = 88172645463325252u;
        for (double& value : whole) {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            value = 0.04 * (double(state >> 11) * 0x1p-53 - 0.5);
        }
    });
    worker.optimizer().copyMasters();
}

struct LinearShape {
    std::int64_t in, out;
    int times;
};

std::vector<LinearShape> linearShapes(const core::ModelSpec& model) {
    const std::int64_t hidden = model.hidden, ffn = model.ffn;
    return {{hidden, 3 * hidden, model.layers},
            {hidden, hidden, model.layers},
            {hidden, ffn, model.layers},
            {ffn, hidden, model.layers},
            {hidden, model.vocabulary, 1}};
}

// The step's products of linear layers, each shape timed by the card's clock.
double secondsOfProducts(const core::Plan& plan, Device& device, Kernels& kernels) {
    const std::int64_t tokens = std::int64_t(plan.batch.micro) * plan.sequence();
    double seconds = 0;
    for (const LinearShape& shape : linearShapes(plan.model)) {
        const auto block = [&](std::int64_t elements) {
            return DeviceBlock(device, core::Bytes(2 * elements), "a benchmark");
        };
        const DeviceBlock x = block(tokens * shape.in), weight = block(shape.out * shape.in), y = block(tokens * shape.out),
                          gradient = block(shape.out * shape.in);
        const auto matrix = [](const DeviceBlock& memory, std::int64_t rows, std::int64_t columns) {
            return Matrix(memory.data(), rows, columns, columns, DType::Bf16);
        };
        const Matrix xs = matrix(x, tokens, shape.in), weights = matrix(weight, shape.out, shape.in),
                     ys = matrix(y, tokens, shape.out), gradients = matrix(gradient, shape.out, shape.in);
        for (const DeviceBlock* memory : {&x, &weight, &y, &gradient})
            device.clear({memory->data(), memory->size().value() / 2, DType::Bf16});
        const auto once = [&] {
            kernels.multiply(xs, Transposed::No, weights, Transposed::Yes, ys, Accumulate::No);
            kernels.multiply(ys, Transposed::No, weights, Transposed::No, xs, Accumulate::No);
            kernels.multiply(ys, Transposed::Yes, xs, Transposed::No, gradients, Accumulate::Yes);
        };
        once();
        device.restartTimes();
        const int begin = device.timePoint();
        for (int round = 0; round < kRounds; ++round) once();
        const int end = device.timePoint();
        seconds += shape.times * (device.secondsOf(end) - device.secondsOf(begin)) / kRounds;
    }
    return seconds;
}

}  // namespace

std::vector<core::Plan> benchPlans(core::Bytes cardMemory) {
    std::vector<core::Plan> plans;
    for (const Shape& shape : kShapes) {
        core::Plan plan;
        plan.model = {.name = shape.name,
                      .layers = shape.layers,
                      .hidden = shape.hidden,
                      .heads = shape.heads,
                      .kvHeads = shape.heads,
                      .ffn = 4 * shape.hidden,
                      .vocabulary = 50304,
                      .maxSequence = 1024};
        plan.attention = core::AttentionKind::Flash;
        plan.precision = core::Precision::Bf16;
        plan.gradientDtype = core::Precision::Bf16;
        plan.run.backend = core::Backend::Cuda;
        // 16 bytes a parameter are for the model; activations take about 34 · s · h a layer and 2 · vocabulary a token twice.
        const double free = double(cardMemory.value()) * 0.8 - 16e9 * shape.billions;
        const double sample = 1024.0 * (34.0 * shape.hidden * shape.layers + 6.0 * 50304);
        plan.batch.micro = std::clamp(int(free / sample), 1, 16);
        plan.batch.global = kAccumulated * plan.batch.micro;
        plans.push_back(std::move(plan));
    }
    return plans;
}

BenchRow bench(const core::Plan& plan, const std::shared_ptr<Backend>& backend) {
    BenchRow row;
    row.model = plan.model.name;
    row.micro = plan.batch.micro;
    Job job(plan, Fault::None, backend);
    std::vector<double> seconds;
    const auto failure = job.run([&](RankWorker& worker) {
        fillQuickly(worker);
        Device& device = worker.arena().device();
        const SampleSource samples = syntheticSamples(plan);
        for (int step = 0; step < kWarmUp + kSteps; ++step) {
            const double start = now();
            (void)worker.trainStep(step, samples);
            device.synchronise();
            if (step >= kWarmUp) seconds.push_back(now() - start);
        }
        if (const Repeats* const repeats = worker.repeats()) row.playedSteps = repeats->played();
        const auto kernels = backend->makeKernels(device, worker.arena(), plan);
        row.productSeconds = kAccumulated * secondsOfProducts(plan, device, *kernels);
    });
    if (failure) {
        row.failure = failure->text;
        return row;
    }
    const double tokens = double(plan.batch.global) * plan.sequence();
    const double parameters = double(core::countParameters(plan.model).total);
    row.stepSeconds = medianOf(seconds);
    row.tokensPerSecond = tokens / row.stepSeconds;
    const double peak = backend->peakFlops(plan);
    if (peak > 0) {
        const double attention = 6.0 * plan.model.layers * plan.model.hidden * plan.sequence();
        row.mfu6n = 6 * parameters * row.tokensPerSecond / peak;
        row.mfu6n6lct = (6 * parameters + attention) * row.tokensPerSecond / peak;
    }
    return row;
}

}  // namespace gpu::check
