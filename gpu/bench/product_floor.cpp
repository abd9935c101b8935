// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The linear layers of a block and the head, timed one by one.
#include "gpu/bench/product_floor.h"

#include "gpu/kernels/cpu_kernels.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <vector>

namespace gpu {

namespace {

struct LinearShape {
    std::int64_t in = 0, out = 0;
    int times = 1;  // in the model
};

std::vector<LinearShape> linearShapes(const core::ModelSpec& model) {
    const std::int64_t hidden = model.hidden, kv = std::int64_t(model.kvHeads) * model.headSize();
    const bool gated = model.family == core::Family::Llama;
    return {{hidden, hidden + 2 * kv, model.layers},
            {hidden, hidden, model.layers},
            {hidden, model.ffn, gated ? 2 * model.layers : model.layers},
            {model.ffn, hidden, model.layers},
            {hidden, model.vocabulary, 1}};
}

double secondsOfProducts(Kernels& kernels, std::int64_t tokens, const LinearShape& shape, int rounds) {
    std::vector<float> x(std::size_t(tokens * shape.in), 0.5f),
        weight(std::size_t(shape.out * shape.in), 0.25f), y(std::size_t(tokens * shape.out)),
        gradient(weight.size());
    const Matrix xs{x.data(), tokens, shape.in}, weights{weight.data(), shape.out, shape.in},
        ys{y.data(), tokens, shape.out}, gradients{gradient.data(), shape.out, shape.in};
    double best = std::numeric_limits<double>::infinity();
    for (int round = 0; round < rounds; ++round) {
        const auto start = std::chrono::steady_clock::now();
        kernels.multiply(xs, Transposed::No, weights, Transposed::Yes, ys, Accumulate::No);
        kernels.multiply(ys, Transposed::No, weights, Transposed::No, xs, Accumulate::No);
        kernels.multiply(ys, Transposed::Yes, xs, Transposed::No, gradients, Accumulate::Yes);
        best =
            std::min(best, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
        std::fill(x.begin(), x.end(), 0.5f);  // keeps the numbers in range
        std::fill(gradient.begin(), gradient.end(), 0.f);
    }
    return best;
}

}  // namespace

ProductFloor measureProductFloor(const core::Plan& plan, int rounds) {
    const auto kernels = makeCpuKernels(plan.run.threadsPerRank);
    const std::int64_t tokens = std::int64_t(plan.batch.micro) * plan.sequence();
    double seconds = 0, flops = 0;
    for (const LinearShape& shape : linearShapes(plan.model)) {
        seconds += shape.times * secondsOfProducts(*kernels, tokens, shape, rounds);
        flops += shape.times * 3 * 2.0 * double(tokens) * double(shape.in) * double(shape.out);
    }
    ProductFloor floor;
    floor.flopsPerSecond = flops / seconds;
    // Forward: scores and values, 2 products; backward: twice as many. Half of each is masked.
    const double attention = 0.5 * 3 * 2 * 2.0 * double(tokens) * plan.sequence() * double(plan.model.heads) *
                             plan.model.headSize() * plan.model.layers;
    floor.seconds = plan.microBatches() * (seconds + attention / floor.flopsPerSecond);
    return floor;
}

}  // namespace gpu
