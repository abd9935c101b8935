// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two passes of gpu/kernels/exact_norm.h (the formulas are there) and the sum of the losses.
#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

constexpr int kThreads = 256;
constexpr std::int64_t kMostBlocks = 2048;

// Calls call(value) for this thread's numbers of the run: packs of 16 bytes, then what is left.
template <int kCount, class T, class Call>
__device__ inline void eachOwn(const T* values, std::int64_t elements, const Call& call) {
    const std::int64_t own = std::int64_t(blockIdx.x) * kThreads + threadIdx.x,
                       all = std::int64_t(gridDim.x) * kThreads;
    const std::int64_t packs = elements / kCount;
    for (std::int64_t pack = own; pack < packs; pack += all) {
        float numbers[kCount];
        readPack<kCount>(values + pack * kCount, numbers);
#pragma unroll
        for (int i = 0; i < kCount; ++i) call(numbers[i]);
    }
    for (std::int64_t i = packs * kCount + own; i < elements; i += all) call(wide(values[i]));
}

template <class T, int kCount>
__global__ void __launch_bounds__(kThreads) findLargest(std::int64_t elements, const T* values, std::int64_t* result) {
    std::int32_t largest = 0;
    eachOwn<kCount>(values, elements, [&](float value) {
        const std::int32_t bits = bitsOf(value) & 0x7fffffff;
        largest = bits > largest ? bits : largest;
    });
    largest = overBlock<Largest>(largest);
    if (threadIdx.x == 0) atomicLargest(result, largest);
}

template <class T, int kCount>
__global__ void __launch_bounds__(kThreads)
    sumSquares(std::int64_t elements, const T* values, double quantum, std::int64_t* sums) {
    const double magic1 = 0x1.8p52 * quantum, magic2 = 0x1.8p52 * (quantum / 2147483648.0);
    const std::int64_t zero1 = bitsOf(magic1), zero2 = bitsOf(magic2);
    std::int64_t coarse = 0, fine = 0;
    eachOwn<kCount>(values, elements, [&](float value) {
        const double g = double(value);
        const double square = g * g;  // exact, so fusing it changes nothing
        const double rounded1 = square + magic1;
        const double rest = square - (rounded1 - magic1);
        const double rounded2 = rest + magic2;
        coarse += bitsOf(rounded1) - zero1;
        fine += bitsOf(rounded2) - zero2;
    });
    coarse = overBlock<Sum>(coarse);
    fine = overBlock<Sum>(fine);
    if (threadIdx.x != 0) return;
    atomicPlus(&sums[0], coarse);
    atomicPlus(&sums[1], fine);
}

__global__ void __launch_bounds__(kThreads)
    sumLosses(std::int64_t tokens, const float* sums, const float* targetLogits, double* loss) {
    double total = 0;
    for (std::int64_t i = threadIdx.x; i < tokens; i += kThreads)
        total += log(double(sums[i])) - double(targetLogits[i]);
    total = overBlock<Sum>(total);
    if (threadIdx.x == 0) *loss = total;
}

// With packs where the run begins on one.
template <class T, template <class, int> class Kernel, class... Arguments>
void launchOver(Stream stream, ConstVector values, const Arguments&... arguments) {
    const std::int64_t blocks = std::min(kMostBlocks, ceilOf(values.elements, kThreads * kPack<T>));
    if (aligned16(values.data))
        launch(Kernel<T, kPack<T>>::kBody, {blocks}, kThreads, 0, stream, values.elements, values.as<T>().data(),
               arguments...);
    else
        launch(Kernel<T, 1>::kBody, {blocks}, kThreads, 0, stream, values.elements, values.as<T>().data(),
               arguments...);
}
template <class T, int kCount>
struct FindLargest {
    static constexpr auto kBody = &findLargest<T, kCount>;
};
template <class T, int kCount>
struct SumSquares {
    static constexpr auto kBody = &sumSquares<T, kCount>;
};

}  // namespace

void largestMagnitude(Stream stream, ConstVector values, std::int64_t* largest) {
    visitCardType(values.type, [&]<class T>(TypeTag<T>) { launchOver<T, FindLargest>(stream, values, largest); });
}

void addExactSquares(Stream stream, ConstVector values, double quantum, std::int64_t* sums) {
    if (quantum == 0) return;
    visitCardType(values.type, [&]<class T>(TypeTag<T>) { launchOver<T, SumSquares>(stream, values, quantum, sums); });
}

void lossSum(Stream stream, ConstVector sums, ConstVector targetLogits, double* loss) {
    launch(sumLosses, {1}, kThreads, 0, stream, sums.elements, sums.as<float>().data(), targetLogits.as<float>().data(),
           loss);
}

}  // namespace gpu::cuda
