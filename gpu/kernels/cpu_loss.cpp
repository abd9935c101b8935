// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cross-entropy over a vocabulary split by columns (Shoeybi et al. 2019, section 3): loss = log Σ exp(z −
// max) − (z_target − max). The logits' memory becomes the exponentials, then the gradient.
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vector_math.h"

#include <limits>

namespace gpu::cpu {

namespace {

template <class T>
SHARDSCOPE_VECTORISED void rowMaximaOf(MatrixView<const T> logits, SumOf<T>* maxima) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < logits.rows; ++r) {
        const T* const row = logits.row(r);
        S largest = -std::numeric_limits<S>::infinity();
#pragma omp simd reduction(max : largest)
        for (std::int64_t c = 0; c < logits.columns; ++c) {
            const S value = load(row[c]);
            largest = value > largest ? value : largest;
        }
        maxima[r] = largest;
    }
}

template <class T>
SHARDSCOPE_VECTORISED void exponentialsOf(MatrixView<T> logits, const SumOf<T>* maxima,
                                          std::span<const std::int32_t> targets, std::int64_t firstColumn,
                                          SumOf<T>* sums, SumOf<T>* targetLogits) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < logits.rows; ++r) {
        T* const row = logits.row(r);
        const S largest = maxima[r];
        const std::int64_t target = targets[std::size_t(r)] - firstColumn;
        targetLogits[r] = target >= 0 && target < logits.columns ? load(row[target]) - largest : S(0);
        S sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < logits.columns; ++c) {
            const S e = fastExp(load(row[c]) - largest);
            store(row[c], e);
            sum += e;
        }
        sums[r] = sum;
    }
}

template <class T>
SHARDSCOPE_VECTORISED void logitGradientsOf(MatrixView<T> values, const SumOf<T>* sums,
                                            std::span<const std::int32_t> targets, std::int64_t firstColumn) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < values.rows; ++r) {
        T* const row = values.row(r);
        const S inverse = S(1) / sums[r];
#pragma omp simd
        for (std::int64_t c = 0; c < values.columns; ++c) store(row[c], load(row[c]) * inverse);
        const std::int64_t target = targets[std::size_t(r)] - firstColumn;
        if (target >= 0 && target < values.columns) store(row[target], load(row[target]) - S(1));
    }
}

}  // namespace

void rowMaxima(ConstMatrix logits, Vector maxima) {
    visitType(logits.type,
              [&]<class T>(TypeTag<T>) { rowMaximaOf<T>(logits.as<T>(), maxima.as<SumOf<T>>().data()); });
}

void exponentials(Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                  std::int64_t firstColumn, Vector sums, Vector targetLogits) {
    visitType(logits.type, [&]<class T>(TypeTag<T>) {
        using S = SumOf<T>;
        exponentialsOf<T>(logits.as<T>(), maxima.as<S>().data(), targets, firstColumn, sums.as<S>().data(),
                          targetLogits.as<S>().data());
    });
}

void logitGradients(Matrix values, ConstVector sums, std::span<const std::int32_t> targets,
                    std::int64_t firstColumn) {
    visitType(values.type, [&]<class T>(TypeTag<T>) {
        logitGradientsOf<T>(values.as<T>(), sums.as<SumOf<T>>().data(), targets, firstColumn);
    });
}

}  // namespace gpu::cpu
