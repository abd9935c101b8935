// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums over the rows of a matrix: gradients of biases and norms. No atomics: pieces of rows are summed by blocks of
// their own into the workspace, and a second kernel adds the pieces in their order to the gradient. How rows are cut
// depends on the shape only.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/elementwise.cuh"
#include "gpu/cuda/kernels/workspace.h"

namespace gpu::cuda {
namespace {

// A block: 32 packs of columns × 8 rows at a time.
constexpr int kRowLanes = 8, kThreads = kWarp * kRowLanes;

// What a row adds to the two sums of a column. Only the norms with a bias have the second.
template <class T, int kCount>
struct Plain {
    static constexpr int kSums = 1;
    Rows<const T> gradient;
    __device__ void operator()(std::int64_t row, std::int64_t column, float (&sums)[1][kCount]) const {
        float g[kCount];
        readPack<kCount>(gradient.at(row, column), g);
#pragma unroll
        for (int i = 0; i < kCount; ++i) sums[0][i] += g[i];
    }
};
template <class T, int kCount>
struct RmsNormed {
    static constexpr int kSums = 1;
    Rows<const T> gradient, x;
    const float* rstd;
    __device__ void operator()(std::int64_t row, std::int64_t column, float (&sums)[1][kCount]) const {
        float g[kCount], in[kCount];
        readPack<kCount>(gradient.at(row, column), g);
        readPack<kCount>(x.at(row, column), in);
        const float s = rstd[row];
#pragma unroll
        for (int i = 0; i < kCount; ++i) sums[0][i] += g[i] * (in[i] * s);
    }
};
template <class T, int kCount>
struct LayerNormed {
    static constexpr int kSums = 2;
    Rows<const T> gradient, x;
    const float *mean, *rstd;
    __device__ void operator()(std::int64_t row, std::int64_t column, float (&sums)[2][kCount]) const {
        float g[kCount], in[kCount];
        readPack<kCount>(gradient.at(row, column), g);
        readPack<kCount>(x.at(row, column), in);
        const float m = mean[row], s = rstd[row];
#pragma unroll
        for (int i = 0; i < kCount; ++i) {
            sums[0][i] += g[i] * ((in[i] - m) * s);
            sums[1][i] += g[i];
        }
    }
};

// partial (sums, pieces, columns)
template <int kCount, class Terms>
__global__ void __launch_bounds__(kThreads)
    sumPieces(std::int64_t rows, std::int64_t columns, Terms terms, float* partial) {
    constexpr int kSums = Terms::kSums;
    const std::int64_t piece = blockIdx.y, pieces = gridDim.y;
    const std::int64_t first = rows * piece / pieces, last = rows * (piece + 1) / pieces;
    const int lane = laneOfWarp(), rowLane = warpOfBlock();
    const std::int64_t column = (std::int64_t(blockIdx.x) * kWarp + lane) * kCount;
    float sums[kSums][kCount] = {};
    if (column < columns)
        for (std::int64_t row = first + rowLane; row < last; row += kRowLanes) terms(row, column, sums);

    // Row lanes in their order. One column more keeps neighbours on different banks.
    constexpr int kColumns = kWarp * kCount, kStride = kWarp + 1;
    SHARED_ARRAY(float, shared, kRowLanes * kCount * kStride);
#pragma unroll
    for (int sum = 0; sum < kSums; ++sum) {
        if (sum > 0) __syncthreads();
#pragma unroll
        for (int i = 0; i < kCount; ++i) shared[(rowLane * kCount + i) * kStride + lane] = sums[sum][i];
        __syncthreads();
        for (int own = int(threadIdx.x); own < kColumns; own += kThreads) {
            const std::int64_t place = std::int64_t(blockIdx.x) * kColumns + own;
            if (place >= columns) break;
            float total = 0;
#pragma unroll
            for (int other = 0; other < kRowLanes; ++other)
                total += shared[(other * kCount + own % kCount) * kStride + own / kCount];
            partial[(sum * pieces + piece) * columns + place] = total;
        }
    }
}

// A block: 32 columns × 8 pieces at a time.
template <class G>
__global__ void __launch_bounds__(kThreads)
    addPieces(std::int64_t columns, std::int64_t pieces, const float* partial, G* gradient) {
    SHARED_ARRAY(float, shared, kThreads);
    const int lane = laneOfWarp(), pieceLane = warpOfBlock();
    const std::int64_t column = std::int64_t(blockIdx.x) * kWarp + lane;
    float total = 0;
    if (column < columns)
        for (std::int64_t piece = pieceLane; piece < pieces; piece += kRowLanes)
            total += partial[piece * columns + column];
    shared[threadIdx.x] = total;
    __syncthreads();
    if (pieceLane != 0 || column >= columns) return;
#pragma unroll
    for (int other = 1; other < kRowLanes; ++other) total += shared[other * kWarp + lane];
    gradient[column] = narrow<G>(wide(gradient[column]) + total);
}

template <class T>
void addPiecesTo(Stream stream, std::int64_t columns, std::int64_t pieces, const float* partial, Vector gradient) {
    visitSum<T>(gradient.type, [&]<class G>(TypeTag<G>) {
        launch(addPieces<G>, {ceilOf(columns, kWarp)}, kThreads, 0, stream, columns, pieces, partial,
               gradient.as<G>().data());
    });
}

template <class T, template <class, int> class Terms, class... Arguments>
float* sumInPieces(Stream stream, std::int64_t rows, std::int64_t columns, Width width, const Workspace& workspace,
                   const Arguments&... arguments) {
    float* const partial = take<float>(workspace, columnSumBytes(rows, columns));
    const std::int64_t pieces = rowPieces(rows);
    const auto run = [&](auto count) {
        constexpr int kCount = decltype(count)::value;
        using Added = Terms<T, kCount>;
        launch(sumPieces<kCount, Added>, {ceilOf(columns, kCount * kWarp), pieces}, kThreads, 0, stream, rows, columns,
               Added{arguments...}, partial);
    };
    if (width == Width::Packs)
        run(std::integral_constant<int, kPack<T>>{});
    else
        run(std::integral_constant<int, 1>{});
    return partial;
}

}  // namespace

void biasWeightGradient(Stream stream, ConstMatrix outputGradient, Vector biasGradient, Workspace workspace) {
    visitCardType(outputGradient.type, [&]<class T>(TypeTag<T>) {
        const float* const partial =
            sumInPieces<T, Plain>(stream, outputGradient.rows, outputGradient.columns, widthOf(outputGradient),
                                  workspace, rowsOf<T>(outputGradient));
        addPiecesTo<T>(stream, outputGradient.columns, rowPieces(outputGradient.rows), partial, biasGradient);
    });
}

void layerNormWeightGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector mean,
                             ConstVector rstd, Vector weightGradient, Vector biasGradient, Workspace workspace) {
    visitCardType(x.type, [&]<class T>(TypeTag<T>) {
        const std::int64_t pieces = rowPieces(x.rows);
        const float* const partial = sumInPieces<T, LayerNormed>(stream, x.rows, x.columns, widthOf(outputGradient, x),
                                                                 workspace, rowsOf<T>(outputGradient), rowsOf<T>(x),
                                                                 mean.as<float>().data(), rstd.as<float>().data());
        addPiecesTo<T>(stream, x.columns, pieces, partial, weightGradient);
        addPiecesTo<T>(stream, x.columns, pieces, partial + pieces * x.columns, biasGradient);
    });
}

void rmsNormWeightGradient(Stream stream, ConstMatrix outputGradient, ConstMatrix x, ConstVector rstd,
                           Vector weightGradient, Workspace workspace) {
    visitCardType(x.type, [&]<class T>(TypeTag<T>) {
        const float* const partial =
            sumInPieces<T, RmsNormed>(stream, x.rows, x.columns, widthOf(outputGradient, x), workspace,
                                      rowsOf<T>(outputGradient), rowsOf<T>(x), rstd.as<float>().data());
        addPiecesTo<T>(stream, x.columns, rowPieces(x.rows), partial, weightGradient);
    });
}

}  // namespace gpu::cuda
