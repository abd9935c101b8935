// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// RMSNorm (Zhang & Sennrich 2019): y = x̂ · w, x̂ = x · rstd, rstd = 1/√(mean(x²) + ε).
//   ∂x = rstd · (g·w − x̂ · mean(g·w·x̂)),  ∂w = Σ g·x̂.
#include "gpu/kernels/column_sums.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

#include <algorithm>
#include <cmath>

namespace gpu::cpu {
namespace {

constexpr double kEpsilon = 1e-5;

template <class T>
SHARDSCOPE_VECTORISED void rmsRows(MatrixView<const T> x, const T* weight, MatrixView<T> y, SumOf<T>* rstd) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const T* const in = x.row(r);
        T* const out = y.row(r);
        S squares = 0;
#pragma omp simd reduction(+ : squares)
        for (std::int64_t c = 0; c < x.columns; ++c) squares += load(in[c]) * load(in[c]);
        const S s = S(1) / std::sqrt(squares / S(x.columns) + S(kEpsilon));
#pragma omp simd
        for (std::int64_t c = 0; c < x.columns; ++c) store(out[c], load(in[c]) * s * load(weight[c]));
        rstd[r] = s;
    }
}

template <class T>
SHARDSCOPE_VECTORISED void rmsInputGradient(MatrixView<const T> outputGradient, MatrixView<const T> x,
                                            const T* weight, const SumOf<T>* rstd,
                                            MatrixView<T> inputGradient, Accumulate accumulate) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < x.rows; ++r) {
        const T* const g = outputGradient.row(r);
        const T* const in = x.row(r);
        T* const out = inputGradient.row(r);
        const S s = rstd[r];
        S dot = 0;
#pragma omp simd reduction(+ : dot)
        for (std::int64_t c = 0; c < x.columns; ++c)
            dot += load(g[c]) * load(weight[c]) * (load(in[c]) * s);
        const S mean = dot / S(x.columns);
        if (accumulate == Accumulate::No) {
#pragma omp simd
            for (std::int64_t c = 0; c < x.columns; ++c)
                store(out[c], s * (load(g[c]) * load(weight[c]) - load(in[c]) * s * mean));
        } else {
#pragma omp simd
            for (std::int64_t c = 0; c < x.columns; ++c)
                store(out[c], load(out[c]) + s * (load(g[c]) * load(weight[c]) - load(in[c]) * s * mean));
        }
    }
}

template <class T, class G>
SHARDSCOPE_VECTORISED void rmsWeightGradient(MatrixView<const T> outputGradient, MatrixView<const T> x,
                                             const SumOf<T>* rstd, G* weightGradient) {
    alignas(64) SumOf<T> sums[kColumnBlock];
    for (std::int64_t first = 0; first < x.columns; first += kColumnBlock) {
        const std::int64_t columns = std::min(kColumnBlock, x.columns - first);
        loadBlock(weightGradient + first, columns, sums);
        for (std::int64_t r = 0; r < x.rows; ++r) {
            const T* const g = outputGradient.row(r) + first;
            const T* const in = x.row(r) + first;
            const SumOf<T> s = rstd[r];
#pragma omp simd
            for (std::int64_t c = 0; c < columns; ++c) sums[c] += load(g[c]) * (load(in[c]) * s);
        }
        storeBlock(sums, columns, weightGradient + first);
    }
}

}  // namespace

void rmsNorm(ConstMatrix x, ConstVector weight, Matrix y, Vector rstd) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        rmsRows<T>(x.as<T>(), weight.as<T>().data(), y.as<T>(), rstd.as<SumOf<T>>().data());
    });
}

void rmsNormInputGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector weight, ConstVector rstd,
                          Matrix inputGradient, Accumulate accumulate) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        rmsInputGradient<T>(outputGradient.as<T>(), x.as<T>(), weight.as<T>().data(),
                            rstd.as<SumOf<T>>().data(), inputGradient.as<T>(), accumulate);
    });
}

void rmsNormWeightGradient(ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd, Vector weightGradient) {
    visitType(x.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(weightGradient.type, [&]<class G>(TypeTag<G>) {
            rmsWeightGradient<T, G>(outputGradient.as<T>(), x.as<T>(), rstd.as<SumOf<T>>().data(),
                                    weightGradient.as<G>().data());
        });
    });
}

}  // namespace gpu::cpu
