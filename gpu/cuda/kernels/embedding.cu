// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Token and position tables (gpu/kernels/cpu_embedding.cpp). The gradient of the token table sums the rows of equal
// tokens in the order of the tokens without atomics: the tokens are put in the order of their table rows (stable, by
// counting what comes before each), and a block sums each run of equal ones.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"
#include "gpu/cuda/kernels/workspace.h"

namespace gpu::cuda {
namespace {

constexpr int kThreads = 256;

// The rows of a table that this rank has.
struct Held {
    std::int64_t first, rows, columns;
    __device__ bool has(std::int64_t token) const { return token >= first && token < first + rows; }
};

template <class T, int kCount>
struct Embed {
    const std::int32_t* tokens;
    Held held;
    const T* table;
    Rows<T> y;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        const std::int64_t token = tokens[row];
        Pack<T, kCount> pack{};
        if (held.has(token))
            pack = *reinterpret_cast<const Pack<T, kCount>*>(table + (token - held.first) * held.columns + column);
        *reinterpret_cast<Pack<T, kCount>*>(y.at(row, column)) = pack;
    }
};

template <class T, int kCount>
struct AddPositions {
    Rows<T> y;
    const T* table;
    std::int64_t sequence, columns;
    __device__ void operator()(std::int64_t row, std::int64_t column) const {
        float values[kCount], added[kCount];
        readPack<kCount>(y.at(row, column), values);
        readPack<kCount>(table + row % sequence * columns + column, added);
#pragma unroll
        for (int i = 0; i < kCount; ++i) values[i] += added[i];
        writePack<kCount>(y.at(row, column), values);
    }
};

// Rows are positions. G: type of the gradient.
template <class G>
struct PositionGradient {
    template <class T, int kCount>
    struct Of {
        Rows<const T> gradient;
        G* table;
        std::int64_t rows, sequence, columns;
        __device__ void operator()(std::int64_t position, std::int64_t column) const {
            G* const place = table + position * columns + column;
            float sums[kCount], values[kCount];
            readPack<kCount>(place, sums);
            for (std::int64_t row = position; row < rows; row += sequence) {
                readPack<kCount>(gradient.at(row, column), values);
#pragma unroll
                for (int i = 0; i < kCount; ++i) sums[i] += values[i];
            }
            writePack<kCount>(place, sums);
        }
    };
};

// order[k] = index of the token that is k-th by (token, index).
__global__ void __launch_bounds__(kThreads)
    orderTokens(std::int32_t count, const std::int32_t* tokens, std::int32_t* order, std::int32_t* sorted) {
    SHARED_ARRAY(std::int32_t, tile, kThreads);
    const std::int32_t index = std::int32_t(blockIdx.x) * kThreads + std::int32_t(threadIdx.x);
    const std::int32_t own = index < count ? tokens[index] : 0;
    std::int32_t before = 0;
    for (std::int32_t first = 0; first < count; first += kThreads) {
        const std::int32_t mine = first + std::int32_t(threadIdx.x);
        __syncthreads();
        if (mine < count) tile[threadIdx.x] = tokens[mine];
        __syncthreads();
        const std::int32_t held = count - first < kThreads ? count - first : kThreads;
        for (std::int32_t i = 0; i < held; ++i)
            before += tile[i] < own || (tile[i] == own && first + i < index) ? 1 : 0;
    }
    if (index >= count) return;
    order[before] = index;
    sorted[before] = own;
}

// The end of the run of equal tokens that begins at `first`.
__device__ inline std::int32_t endOfRun(std::int32_t count, const std::int32_t* sorted, std::int32_t first) {
    std::int32_t low = first + 1, high = count;  // the end is in [low, high]
    while (low < high) {
        const std::int32_t middle = low + (high - low) / 2;
        if (sorted[middle] == sorted[first])
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

template <class T, class G, int kCount>
__global__ void __launch_bounds__(kThreads)
    sumRuns(std::int32_t count, const std::int32_t* order, const std::int32_t* sorted, Held held,
            Rows<const T> gradient, G* table) {
    const auto first = std::int32_t(blockIdx.x);
    const std::int32_t token = sorted[first];
    if (!held.has(token) || (first > 0 && sorted[first - 1] == token)) return;
    const std::int32_t end = endOfRun(count, sorted, first);
    G* const row = table + (token - held.first) * held.columns;
    for (std::int64_t c = std::int64_t(threadIdx.x) * kCount; c < held.columns;
         c += std::int64_t(blockDim.x) * kCount) {
        float sums[kCount], values[kCount];
        readPack<kCount>(row + c, sums);
#pragma unroll 4
        for (std::int32_t i = first; i < end; ++i) {
            readPack<kCount>(gradient.at(order[i], c), values);
#pragma unroll
            for (int j = 0; j < kCount; ++j) sums[j] += values[j];
        }
        writePack<kCount>(row + c, sums);
    }
}

template <class T, class G, int kCount>
void launchRuns(Stream stream, std::int32_t count, const std::int32_t* order, const Held& held, ConstMatrix gradient,
                Vector table) {
    const std::int64_t packs = ceilOf(held.columns, kCount);
    const int threads = int(std::min<std::int64_t>(kThreads, ceilOf(packs, kWarp) * kWarp));
    launch(sumRuns<T, G, kCount>, {count}, threads, 0, stream, count, order, order + count, held, rowsOf<T>(gradient),
           table.as<G>().data());
}

// Both the rows that are read and those of another type that are written lie on packs of what is read.
template <class T, class G>
Width sumWidth(ConstMatrix gradient, Vector table) {
    const bool tablePacked = reinterpret_cast<std::uintptr_t>(table.data) % (sizeof(G) * kPack<T>) == 0;
    return tablePacked ? widthOf(gradient) : Width::Elements;
}

Held heldBy(const TableSlice& slice) { return {slice.first, slice.rows, slice.columns}; }

}  // namespace

void embed(Stream stream, std::span<const std::int32_t> tokens, const TableSlice& slice, ConstVector table, Matrix y) {
    visitCardType(y.type, [&]<class T>(TypeTag<T>) {
        launchElements<Embed, T, kPack<T>>(stream, y.rows, y.columns, widthOf(y, table), tokens.data(), heldBy(slice),
                                           table.as<T>().data(), rowsOf<T>(y));
    });
}

void embedWeightGradient(Stream stream, std::span<const std::int32_t> tokens, const TableSlice& slice,
                         ConstMatrix outputGradient, Vector tableGradient, Workspace workspace) {
    const auto count = std::int32_t(outputGradient.rows);
    auto* const order = take<std::int32_t>(workspace, tokenOrderBytes(count));
    launch(orderTokens, {ceilOf(count, kThreads)}, kThreads, 0, stream, count, tokens.data(), order, order + count);
    visitCardType(outputGradient.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(tableGradient.type, [&]<class G>(TypeTag<G>) {
            if (sumWidth<T, G>(outputGradient, tableGradient) == Width::Packs)
                launchRuns<T, G, kPack<T>>(stream, count, order, heldBy(slice), outputGradient, tableGradient);
            else
                launchRuns<T, G, 1>(stream, count, order, heldBy(slice), outputGradient, tableGradient);
        });
    });
}

void addPositions(Stream stream, Matrix y, ConstVector table, std::int64_t sequence) {
    visitCardType(y.type, [&]<class T>(TypeTag<T>) {
        launchElements<AddPositions, T, kPack<T>>(stream, y.rows, y.columns, widthOf(y, table), rowsOf<T>(y),
                                                  table.as<T>().data(), sequence, y.columns);
    });
}

void positionWeightGradient(Stream stream, ConstMatrix outputGradient, std::int64_t sequence, Vector tableGradient) {
    visitCardType(outputGradient.type, [&]<class T>(TypeTag<T>) {
        visitSum<T>(tableGradient.type, [&]<class G>(TypeTag<G>) {
            launchElements<PositionGradient<G>::template Of, T, kPack<T>>(
                stream, std::min(sequence, outputGradient.rows), outputGradient.columns,
                sumWidth<T, G>(outputGradient, tableGradient), rowsOf<T>(outputGradient), tableGradient.as<G>().data(),
                outputGradient.rows, sequence, outputGradient.columns);
        });
    });
}

}  // namespace gpu::cuda
