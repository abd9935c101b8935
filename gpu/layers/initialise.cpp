// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Initial weights. Philox with key = seed and counter = (pair of global elements, tensor); Box–Muller turns
// its words into two normal numbers. Every layout draws the same model.
#include "gpu/layers/philox.h"
#include "gpu/layers/pipeline_stage.h"

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string_view>

namespace gpu {
namespace {

constexpr double kStandardDeviation = 0.02;

// 53 bits in (0, 1].
double uniform(std::uint32_t high, std::uint32_t low) {
    const std::uint64_t bits = (std::uint64_t(high) << 32 | low) >> 11;
    return (double(bits) + 1) * 0x1p-53;
}

double normal(std::uint64_t seed, int tensor, std::int64_t element) {
    const auto pair = std::uint64_t(element) / 2;
    const PhiloxWords w =
        philox({std::uint32_t(pair), std::uint32_t(pair >> 32), std::uint32_t(tensor), 0}, seed);
    const double radius = std::sqrt(-2 * std::log(uniform(w[0], w[1])));
    const double angle = 2 * std::numbers::pi * uniform(w[2], w[3]);
    return radius * (element % 2 == 0 ? std::cos(angle) : std::sin(angle));
}

enum class Start { Zero, One, Normal, NormalPerDepth };

Start startOf(std::string_view name) {
    if (name.ends_with(".bias")) return Start::Zero;
    if (name.ends_with("norm1.weight") || name.ends_with("norm2.weight") ||
        name.ends_with("final_norm.weight"))
        return Start::One;
    // The two projections into the residual stream shrink with depth, so that its variance does not grow
    // (GPT-2).
    if (name.ends_with("attention.out.weight") || name.ends_with("mlp.down.weight"))
        return Start::NormalPerDepth;
    return Start::Normal;
}

}  // namespace

void initialiseUnit(const core::Plan& plan, const core::ShardMap& shards, int unit, int tensorRank,
                    std::span<double> parameters) {
    for (const core::LocalTensor& local : shards.locals(unit)) {
        const Start start = startOf(shards.tensors()[std::size_t(local.tensor)].name);
        const double deviation = start == Start::NormalPerDepth
                                     ? kStandardDeviation / std::sqrt(2.0 * plan.model.layers)
                                     : kStandardDeviation;
        double* out = parameters.data() + local.offset;
        for (std::int64_t row = 0; row < local.rows; ++row) {
            for (std::int64_t column = 0; column < local.columns; ++column, ++out) {
                const std::int64_t element = shards.globalIndex(local, tensorRank, row, column);
                if (element == core::ShardMap::kPadding || start == Start::Zero)
                    *out = 0;
                else if (start == Start::One)
                    *out = 1;
                else
                    *out = deviation * normal(plan.run.seed, local.tensor, element);
            }
        }
    }
}

}  // namespace gpu
