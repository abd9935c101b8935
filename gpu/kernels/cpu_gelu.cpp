// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GELU in its tanh form (Hendrycks & Gimpel 2016; GPT-2's "gelu_new", not the exact erf):
//   gelu(x) = x/2 · (1 + tanh u) = x · σ(2u),  u = √(2/π) · (x + 0.044715 x³).
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/vector_math.h"

namespace gpu::cpu {
namespace {

template <class S>
constexpr S kCubic = S(0.044715);
template <class S>
constexpr S kTwoRootTwoOverPi = S(1.59576912160573071);

template <class S>
SHARDSCOPE_INLINED S twoU(S x) {
    return kTwoRootTwoOverPi<S> * (x + kCubic<S> * x * x * x);
}

template <class T>
SHARDSCOPE_VECTORISED void biasGeluOf(MatrixView<T> hidden, const T* bias, MatrixView<T> activated) {
    for (std::int64_t r = 0; r < hidden.rows; ++r) {
        T* const in = hidden.row(r);
        T* const out = activated.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < hidden.columns; ++c) {
            store(in[c], load(in[c]) + load(bias[c]));
            const SumOf<T> x = load(in[c]);
            store(out[c], x * fastSigmoid(twoU(x)));
        }
    }
}

template <class T>
SHARDSCOPE_VECTORISED void geluInputGradientOf(MatrixView<const T> hidden, MatrixView<T> gradient) {
    using S = SumOf<T>;
    for (std::int64_t r = 0; r < hidden.rows; ++r) {
        const T* const in = hidden.row(r);
        T* const g = gradient.row(r);
#pragma omp simd
        for (std::int64_t c = 0; c < hidden.columns; ++c) {
            const S x = load(in[c]);
            const S s = fastSigmoid(twoU(x));
            store(g[c], load(g[c]) * (s + x * s * (S(1) - s) * kTwoRootTwoOverPi<S> *
                                              (S(1) + S(3) * kCubic<S> * x * x)));
        }
    }
}

}  // namespace

void biasGelu(Matrix hidden, ConstVector bias, Matrix activated) {
    visitType(hidden.type, [&]<class T>(TypeTag<T>) {
        biasGeluOf(hidden.as<T>(), bias.as<T>().data(), activated.as<T>());
    });
}

void geluInputGradient(ConstMatrix hidden, Matrix gradient) {
    visitType(hidden.type,
              [&]<class T>(TypeTag<T>) { geluInputGradientOf<T>(hidden.as<T>(), gradient.as<T>()); });
}

}  // namespace gpu::cpu
