// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rotary positions (Su et al. 2021), in place, in LLaMA's arrangement: features i and i + d/2 of a head are the
// plane that position p turns by p · frequency(i).
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vectorised.h"

namespace gpu::cpu {
namespace {

template <class T>
SHARDSCOPE_VECTORISED void turnRows(MatrixView<T> heads, std::int64_t firstRow, const RotaryShape& shape,
                                    const SumOf<T>* cosines, const SumOf<T>* sines, SumOf<T> direction) {
    using S = SumOf<T>;
    const std::int64_t half = shape.headSize / 2;
    for (std::int64_t r = 0; r < heads.rows; ++r) {
        const std::int64_t position = (firstRow + r) % shape.sequence;
        const S* const cosine = cosines + position * half;
        const S* const sine = sines + position * half;
        for (std::int64_t head = 0; head < heads.columns; head += shape.headSize) {
            T* const low = heads.row(r) + head;
            T* const high = low + half;
#pragma omp simd
            for (std::int64_t i = 0; i < half; ++i) {
                const S a = load(low[i]), b = load(high[i]), s = direction * sine[i];
                store(low[i], a * cosine[i] - b * s);
                store(high[i], b * cosine[i] + a * s);
            }
        }
    }
}

}  // namespace

void rotate(Matrix heads, std::int64_t firstRow, const RotaryShape& shape, ConstVector cosines,
            ConstVector sines, Turn turn) {
    visitType(heads.type, [&]<class T>(TypeTag<T>) {
        using S = SumOf<T>;
        turnRows<T>(heads.as<T>(), firstRow, shape, cosines.as<S>().data(), sines.as<S>().data(),
                    turn == Turn::Forward ? S(1) : S(-1));
    });
}

}  // namespace gpu::cpu
