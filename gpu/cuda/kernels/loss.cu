// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Cross-entropy over a slice of the vocabulary, a block per row, in place (gpu/kernels/cpu_loss.cpp). Rows begin
// anywhere: a vocabulary of 50257 columns leaves them unaligned, so each row is walked as a few numbers, packs, and a
// few numbers.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"

namespace gpu::cuda {
namespace {

constexpr int kThreads = 256;
// All three steps at once read a row twice. With blocks this wide few rows are on their way at a time, and the second
// reading finds them in the card's second cache.
constexpr int kWholeThreads = 1024;

// One row, cut where packs begin. Elements before and behind them are fewer than the block has threads.
template <class T>
struct RowCut {
    T* row;
    std::int64_t columns, head, packed;  // packed: end of the packs

    __device__ RowCut(T* r, std::int64_t n)
        : row(r)
        , columns(n) {
        const auto behind = std::int64_t(reinterpret_cast<std::uintptr_t>(r) % 16);
        head = behind == 0 ? 0 : (16 - behind) / std::int64_t(sizeof(T));
        head = head < n ? head : n;
        packed = head + (n - head) / kCount * kCount;
    }
    static constexpr int kCount = kPack<std::remove_const_t<T>>;
    // The column of this thread's number outside the packs, or -1.
    [[nodiscard]] __device__ std::int64_t single() const {
        const std::int64_t i = threadIdx.x;
        if (i < head) return i;
        const std::int64_t tail = packed + (i - head);
        return tail < columns ? tail : -1;
    }
    template <class Call>
    __device__ void eachPack(const Call& call) const {
        for (std::int64_t c = head + std::int64_t(threadIdx.x) * kCount; c < packed;
             c += std::int64_t(blockDim.x) * kCount)
            call(c);
    }
};

// change(value) → value, of every number of the row.
template <class T, class Change>
__device__ inline void rewriteRow(const RowCut<T>& cut, const Change& change) {
    if (const std::int64_t c = cut.single(); c >= 0) cut.row[c] = narrow<T>(change(wide(cut.row[c])));
    cut.eachPack([&](std::int64_t c) {
        float values[RowCut<T>::kCount];
        readPack<RowCut<T>::kCount>(cut.row + c, values);
#pragma unroll
        for (int i = 0; i < RowCut<T>::kCount; ++i) values[i] = change(values[i]);
        writePack<RowCut<T>::kCount>(cut.row + c, values);
    });
}

template <class T>
__global__ void __launch_bounds__(kThreads) rowMaximum(std::int64_t columns, Rows<const T> logits, float* maxima) {
    const std::int64_t row = blockIdx.x;
    const RowCut<const T> cut(logits.at(row, 0), columns);
    float largest = Largest::zero<float>();
    const auto take = [&](float value) { largest = value > largest ? value : largest; };
    if (const std::int64_t c = cut.single(); c >= 0) take(wide(cut.row[c]));
    cut.eachPack([&](std::int64_t c) {
        float values[kPack<T>];
        readPack<kPack<T>>(cut.row + c, values);
#pragma unroll
        for (int i = 0; i < kPack<T>; ++i) take(values[i]);
    });
    largest = overBlock<Largest>(largest);
    if (threadIdx.x == 0) maxima[row] = largest;
}

template <class T>
__global__ void __launch_bounds__(kThreads)
    exponentialRow(std::int64_t columns, Rows<T> logits, const float* maxima, const std::int32_t* targets,
                   std::int64_t firstColumn, float* sums, float* targetLogits) {
    const std::int64_t row = blockIdx.x, target = targets[row] - firstColumn;
    const RowCut<T> cut(logits.at(row, 0), columns);
    const float largest = maxima[row];
    if (threadIdx.x == 0) targetLogits[row] = target >= 0 && target < columns ? wide(cut.row[target]) - largest : 0.0f;
    __syncthreads();  // before the target's logit is overwritten
    float sum = 0;
    rewriteRow(cut, [&](float value) {
        const float e = expf(value - largest);
        sum += e;
        return e;
    });
    sum = overBlock<Sum>(sum);
    if (threadIdx.x == 0) sums[row] = sum;
}

template <class T>
__global__ void __launch_bounds__(kThreads) logitGradientRow(std::int64_t columns, Rows<T> values, const float* sums,
                                                             const std::int32_t* targets, std::int64_t firstColumn) {
    const std::int64_t row = blockIdx.x, target = targets[row] - firstColumn;
    const RowCut<T> cut(values.at(row, 0), columns);
    const float inverse = 1.0f / sums[row];
    rewriteRow(cut, [&](float value) { return value * inverse; });
    __syncthreads();  // the target's probability is there, whoever wrote it
    if (threadIdx.x == 0 && target >= 0 && target < columns) cut.row[target] = narrow<T>(wide(cut.row[target]) - 1.0f);
}

// Maximum and sum of exponentials of the numbers that a thread has met.
struct RunningSum {
    float largest = -__builtin_huge_valf(), sum = 0;
    template <int kCount>
    __device__ void take(const float (&values)[kCount]) {
        float now = largest;
#pragma unroll
        for (int i = 0; i < kCount; ++i) now = values[i] > now ? values[i] : now;
        if (now > largest) {
            sum *= expf(largest - now);
            largest = now;
        }
#pragma unroll
        for (int i = 0; i < kCount; ++i) sum += expf(values[i] - largest);
    }
};

template <class T>
__global__ void __launch_bounds__(kWholeThreads)
    crossEntropyRow(std::int64_t columns, Rows<T> logits, const std::int32_t* targets, std::int64_t firstColumn,
                    float* maxima, float* sums, float* targetLogits) {
    const std::int64_t row = blockIdx.x, target = targets[row] - firstColumn;
    const RowCut<T> cut(logits.at(row, 0), columns);
    RunningSum running;
    if (const std::int64_t c = cut.single(); c >= 0) {
        const float one[1] = {wide(cut.row[c])};
        running.take(one);
    }
    cut.eachPack([&](std::int64_t c) {
        float values[kPack<T>];
        readPack<kPack<T>>(cut.row + c, values);
        running.take(values);
    });
    const float largest = overBlock<Largest>(running.largest);
    const float sum = overBlock<Sum>(running.sum == 0 ? 0.0f : running.sum * expf(running.largest - largest));
    const bool here = target >= 0 && target < columns;
    const float targetLogit = here && threadIdx.x == 0 ? wide(cut.row[target]) - largest : 0.0f;
    __syncthreads();  // before the target's logit is overwritten
    const float inverse = 1.0f / sum;
    rewriteRow(cut, [&](float value) { return expf(value - largest) * inverse; });
    __syncthreads();
    if (threadIdx.x != 0) return;
    if (here) cut.row[target] = narrow<T>(wide(cut.row[target]) - 1.0f);
    maxima[row] = largest;
    sums[row] = sum;
    targetLogits[row] = targetLogit;
}

}  // namespace

void crossEntropy(Stream stream, Matrix logits, std::span<const std::int32_t> targets, std::int64_t firstColumn,
                  Vector maxima, Vector sums, Vector targetLogits) {
    visitCardType(logits.type, [&]<class T>(TypeTag<T>) {
        const int threads = logits.columns >= 8 * kWholeThreads ? kWholeThreads : kThreads;
        launch(crossEntropyRow<T>, {logits.rows}, threads, 0, stream, logits.columns, rowsOf<T>(logits), targets.data(),
               firstColumn, maxima.as<float>().data(), sums.as<float>().data(), targetLogits.as<float>().data());
    });
}

void rowMaxima(Stream stream, ConstMatrix logits, Vector maxima) {
    visitCardType(logits.type, [&]<class T>(TypeTag<T>) {
        launch(rowMaximum<T>, {logits.rows}, kThreads, 0, stream, logits.columns, rowsOf<T>(logits),
               maxima.as<float>().data());
    });
}

void exponentials(Stream stream, Matrix logits, ConstVector maxima, std::span<const std::int32_t> targets,
                  std::int64_t firstColumn, Vector sums, Vector targetLogits) {
    visitCardType(logits.type, [&]<class T>(TypeTag<T>) {
        launch(exponentialRow<T>, {logits.rows}, kThreads, 0, stream, logits.columns, rowsOf<T>(logits),
               maxima.as<float>().data(), targets.data(), firstColumn, sums.as<float>().data(),
               targetLogits.as<float>().data());
    });
}

void logitGradients(Stream stream, Matrix values, ConstVector sums, std::span<const std::int32_t> targets,
                    std::int64_t firstColumn) {
    visitCardType(values.type, [&]<class T>(TypeTag<T>) {
        launch(logitGradientRow<T>, {values.rows}, kThreads, 0, stream, values.columns, rowsOf<T>(values),
               sums.as<float>().data(), targets.data(), firstColumn);
    });
}

}  // namespace gpu::cuda
