// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SwiGLU (Shazeer 2020): a = silu(gate) · up, silu(x) = x·σ(x).
//   ∂gate = g · up · σ·(1 + gate·(1 − σ)),  ∂up = g · silu(gate).
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vector_math.h"

namespace gpu::cpu {
namespace {

template <class T>
SHARDSCOPE_VECTORISED void activateRows(MatrixView<const T> gate, MatrixView<const T> up,
                                        MatrixView<T> activated) {
    for (std::int64_t r = 0; r < gate.rows; ++r) {
        const T* const left = gate.row(r);
        const T* const right = up.row(r);
        T* const out = activated.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < gate.columns; ++c) {
            const SumOf<T> x = load(left[c]);
            store(out[c], x * fastSigmoid(x) * load(right[c]));
        }
    }
}

template <class T>
SHARDSCOPE_VECTORISED void gradientRows(MatrixView<const T> gate, MatrixView<const T> up,
                                        MatrixView<T> gradient, MatrixView<T> gateGradient) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < gate.rows; ++r) {
        const T* const left = gate.row(r);
        const T* const right = up.row(r);
        T* const g = gradient.row(r);
        T* const dGate = gateGradient.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < gate.columns; ++c) {
            const S x = load(left[c]), s = fastSigmoid(x), behind = load(g[c]);
            store(dGate[c], behind * load(right[c]) * s * (S(1) + x * (S(1) - s)));
            store(g[c], behind * x * s);
        }
    }
}

}  // namespace

void swiGlu(ConstMatrix gate, ConstMatrix up, Matrix activated) {
    visitType(gate.type,
              [&]<class T>(TypeTag<T>) { activateRows<T>(gate.as<T>(), up.as<T>(), activated.as<T>()); });
}

void swiGluInputGradient(ConstMatrix gate, ConstMatrix up, Matrix gradient, Matrix gateGradient) {
    visitType(gate.type, [&]<class T>(TypeTag<T>) {
        gradientRows<T>(gate.as<T>(), up.as<T>(), gradient.as<T>(), gateGradient.as<T>());
    });
}

}  // namespace gpu::cpu
