// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AdamW and SGD, one pass (gpu/kernels/cpu_adamw.cpp, cpu_sgd.cpp has the formulas). Every product and sum is rounded
// by itself, in the CPU's order: an element has the CPU's bits, however the run is cut.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/flat.cuh"
#include "gpu/kernels/adamw_factors.h"

namespace gpu::cuda {
namespace {

constexpr int kPacked = 4;  // fp32 numbers in 16 bytes

// Columns are elements from the run's first on. G: type of the gradients.
template <class G, int kCount>
struct AdamWElements {
    AdamWFactors<float> f;
    float* weights;
    const G* gradients;
    float *firstMoments, *secondMoments;
    __device__ void operator()(std::int64_t, std::int64_t i) const {
        float w[kCount], g[kCount], m[kCount], v[kCount];
        readPack<kCount>(weights + i, w);
        readPack<kCount>(gradients + i, g);
        readPack<kCount>(firstMoments + i, m);
        readPack<kCount>(secondMoments + i, v);
#pragma unroll
        for (int k = 0; k < kCount; ++k) {
            const float gradient = sumOf(productOf(g[k], f.gradientScale), productOf(f.inGradient, w[k]));
            m[k] = sumOf(productOf(f.beta1, m[k]), productOf(f.oneMinusBeta1, gradient));
            v[k] = sumOf(productOf(f.beta2, v[k]), productOf(f.oneMinusBeta2, productOf(gradient, gradient)));
            const float move = productOf(f.rate, m[k]) / sumOf(productOf(sqrtf(v[k]), f.inverseRoot), f.eps);
            w[k] = sumOf(productOf(f.decay, w[k]), -move);
        }
        writePack<kCount>(weights + i, w);
        writePack<kCount>(firstMoments + i, m);
        writePack<kCount>(secondMoments + i, v);
    }
};

struct SgdFactors {
    float decay, momentum, rate, gradientScale;
};

// velocity null: none.
template <class G, int kCount>
struct SgdElements {
    SgdFactors f;
    float* weights;
    const G* gradients;
    float* velocity;
    __device__ void operator()(std::int64_t, std::int64_t i) const {
        float w[kCount], g[kCount], moved[kCount];
        readPack<kCount>(weights + i, w);
        readPack<kCount>(gradients + i, g);
        if (velocity) readPack<kCount>(velocity + i, moved);
#pragma unroll
        for (int k = 0; k < kCount; ++k) {
            const float gradient = sumOf(productOf(g[k], f.gradientScale), productOf(f.decay, w[k]));
            moved[k] = velocity ? sumOf(productOf(f.momentum, moved[k]), gradient) : gradient;
            w[k] = sumOf(w[k], -productOf(f.rate, moved[k]));
        }
        if (velocity) writePack<kCount>(velocity + i, moved);
        writePack<kCount>(weights + i, w);
    }
};

// Packs of four numbers of either type.
Width widthOfRun(const void* fp32, ConstVector gradients) {
    const auto at = reinterpret_cast<std::uintptr_t>(gradients.data);
    return aligned16(fp32) && at % std::uintptr_t(kPacked * bytesOf(gradients.type)) == 0 ? Width::Packs
                                                                                          : Width::Elements;
}

}  // namespace

void adamW(Stream stream, const AdamWStep& step, Vector weights, ConstVector gradients, Vector firstMoments,
           Vector secondMoments) {
    visitCardType(gradients.type, [&]<class G>(TypeTag<G>) {
        const AdamWFactors<float> factors = adamWFactors<float>(step);
        const bool packs = aligned16(firstMoments.data) && aligned16(secondMoments.data);
        launchFlat<kPacked>(stream, weights.elements, packs ? widthOfRun(weights.data, gradients) : Width::Elements,
                            [&]<int kCount>(std::integral_constant<int, kCount>, std::int64_t first) {
                                return AdamWElements<G, kCount>{
                                    factors, weights.as<float>().data() + first, gradients.as<G>().data() + first,
                                    firstMoments.as<float>().data() + first, secondMoments.as<float>().data() + first};
                            });
    });
}

void sgd(Stream stream, const SgdStep& step, Vector weights, ConstVector gradients, Vector velocity) {
    visitCardType(gradients.type, [&]<class G>(TypeTag<G>) {
        const SgdFactors factors{float(step.weightDecay), float(step.momentum), float(step.lr),
                                 float(step.gradientScale)};
        const bool packs = aligned16(velocity.data);
        launchFlat<kPacked>(stream, weights.elements, packs ? widthOfRun(weights.data, gradients) : Width::Elements,
                            [&]<int kCount>(std::integral_constant<int, kCount>, std::int64_t first) {
                                float* const moved =
                                    velocity.elements > 0 ? velocity.as<float>().data() + first : nullptr;
                                return SgdElements<G, kCount>{factors, weights.as<float>().data() + first,
                                                              gradients.as<G>().data() + first, moved};
                            });
    });
}

}  // namespace gpu::cuda
