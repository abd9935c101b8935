// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LayerNorm (Ba et al. 2016). With x̂ = (x − mean) · rstd and w the weight:
//   ∂x = rstd · (g·w − mean(g·w) − x̂ · mean(g·w·x̂)),  ∂w = Σ g·x̂,  ∂b = Σ g.
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <algorithm>
#include <cmath>

namespace gpu::cpu {
namespace {

constexpr double kEpsilon = 1e-5;

template <class T>
SHARDSCOPE_VECTORISED void normRows(MatrixView<const T> x, const T* weight, const T* bias, MatrixView<T> y,
                                    SumOf<T>* mean, SumOf<T>* rstd) {
    using S = SumOf<T>;
    const std::int64_t n = x.columns;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const T* const in = x.row(r);
        T* const out = y.row(r);
        S sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < n; ++c) sum += load(in[c]);
        const S m = sum / S(n);
        S squares = 0;
#pragma omp simd reduction(+ : squares)
        for (std::int64_t c = 0; c < n; ++c) squares += (load(in[c]) - m) * (load(in[c]) - m);
        const S s = S(1) / std::sqrt(squares / S(n) + S(kEpsilon));
#pragma omp simd
        for (std::int64_t c = 0; c < n; ++c)
            store(out[c], (load(in[c]) - m) * s * load(weight[c]) + load(bias[c]));
        mean[r] = m;
        rstd[r] = s;
    }
}

template <class T>
SHARDSCOPE_VECTORISED void normInputGradient(MatrixView<const T> outputGradient, MatrixView<const T> x,
                                             const T* weight, const SumOf<T>* mean, const SumOf<T>* rstd,
                                             MatrixView<T> inputGradient, Accumulate accumulate) {
    using S = SumOf<T>;
    const std::int64_t n = x.columns;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const T* const g = outputGradient.row(r);
        const T* const in = x.row(r);
        T* const out = inputGradient.row(r);
        const S m = mean[r], s = rstd[r];
        S sum = 0, dot = 0;
#pragma omp simd reduction(+ : sum, dot)
        for (std::int64_t c = 0; c < n; ++c) {
            const S gw = load(g[c]) * load(weight[c]);
            sum += gw;
            dot += gw * ((load(in[c]) - m) * s);
        }
        const S meanSum = sum / S(n), meanDot = dot / S(n);
        if (accumulate == Accumulate::No) {
#pragma omp simd
            for (std::int64_t c = 0; c < n; ++c)
                store(out[c], s * (load(g[c]) * load(weight[c]) - meanSum - (load(in[c]) - m) * s * meanDot));
        } else {
#pragma omp simd
            for (std::int64_t c = 0; c < n; ++c)
                store(out[c], load(out[c]) + s * (load(g[c]) * load(weight[c]) - meanSum -
                                                  (load(in[c]) - m) * s * meanDot));
        }
    }
}

template <class T, class G>
SHARDSCOPE_VECTORISED void normWeightGradient(MatrixView<const T> outputGradient, MatrixView<const T> x,
                                              const SumOf<T>* mean, const SumOf<T>* rstd, G* weightGradient,
                                              G* biasGradient) {
    using S = SumOf<T>;
    alignas(64) S weightSums[kColumnBlock], biasSums[kColumnBlock];
    for (std::int64_t first = 0; first < x.columns; first += kColumnBlock) {
        const std::int64_t columns = std::min(kColumnBlock, x.columns - first);
        loadBlock(weightGradient + first, columns, weightSums);
        loadBlock(biasGradient + first, columns, biasSums);
        for (std::int64_t r = 0; r < x.rows; ++r) {
            const T* const g = outputGradient.row(r) + first;
            const T* const in = x.row(r) + first;
            const S m = mean[r], s = rstd[r];
#pragma omp simd
            for (std::int64_t c = 0; c < columns; ++c) {
                weightSums[c] += load(g[c]) * ((load(in[c]) - m) * s);
                biasSums[c] += load(g[c]);
            }
        }
        storeBlock(weightSums, columns, weightGradient + first);
        storeBlock(biasSums, columns, biasGradient + first);
    }
}

}  // namespace

void layerNorm(ConstMatrix x, ConstVector weight, ConstVector bias, Matrix y, Vector mean, Vector rstd) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        using S = SumOf<T>;
        normRows<T>(x.as<T>(), weight.as<T>().data(), bias.as<T>().data(), y.as<T>(), mean.as<S>().data(),
                    rstd.as<S>().data());
    });
}

void layerNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector mean,
                            ConstVector rstd, Matrix inputGradient, Accumulate accumulate) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        using S = SumOf<T>;
        normInputGradient<T>(outputGradient.as<T>(), x.as<T>(), weight.as<T>().data(), mean.as<S>().data(),
                             rstd.as<S>().data(), inputGradient.as<T>(), accumulate);
    });
}

void layerNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector mean, ConstVector rstd,
                             Vector weightGradient, Vector biasGradient) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        using S = SumOf<T>;
        visitSum<T>(weightGradient.type, [&]<class G>(TypeTag<G>) {
            normWeightGradient<T, G>(outputGradient.as<T>(), x.as<T>(), mean.as<S>().data(),
                                     rstd.as<S>().data(), weightGradient.as<G>().data(),
                                     biasGradient.as<G>().data());
        });
    });
}

}  // namespace gpu::cpu
