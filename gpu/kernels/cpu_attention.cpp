// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Causal attention of one head: P = softmax(Q Kᵀ / √d), O = P V, in tiles of query rows; keys behind a tile's
// last row are skipped, which leaves about half of the work. Backward:
//   ∂V = Pᵀ ∂O,  ∂P = ∂O Vᵀ,  ∂S = P ∘ (∂P − rowsum(∂P ∘ P)) / √d,  ∂Q = ∂S K,  ∂K = ∂Sᵀ Q.
// Q, K, V are strided views into the fused tensor: nothing is copied or transposed.
#include "core/memory/engine_recipe.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/cpu_gemm.h"
#include "gpu/kernels/vector_math.h"

#include <algorithm>
#include <cmath>

namespace gpu::cpu {
namespace {

// Row i of the tile is query `firstRow` + i and sees keys 0 .. firstRow + i; the rest of the tile becomes 0.
SHARDSCOPE_VECTORISED void causalSoftmax(Matrix tile, std::int64_t firstRow, float scoreScale) {
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        float* const row = tile.row(r);
        const std::int64_t seen = firstRow + r + 1;
        float largest = row[0];
#pragma omp simd reduction(max : largest)
        for (std::int64_t c = 0; c < seen; ++c) largest = row[c] > largest ? row[c] : largest;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < seen; ++c) {
            const float e = fastExp((row[c] - largest) * scoreScale);
            row[c] = e;
            sum += e;
        }
        const float inverse = 1.0f / sum;
#pragma omp simd
        for (std::int64_t c = 0; c < seen; ++c) row[c] *= inverse;
        std::fill(row + seen, row + tile.columns, 0.0f);
    }
}

// In place: ∂P → ∂S.
SHARDSCOPE_VECTORISED void scoreGradients(ConstMatrix probabilities, Matrix tile, std::int64_t firstRow,
                                          float scoreScale) {
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        const float* const p = probabilities.row(r);
        float* const g = tile.row(r);
        const std::int64_t seen = firstRow + r + 1;
        float dot = 0;
#pragma omp simd reduction(+ : dot)
        for (std::int64_t c = 0; c < seen; ++c) dot += p[c] * g[c];
#pragma omp simd
        for (std::int64_t c = 0; c < seen; ++c) g[c] = p[c] * (g[c] - dot) * scoreScale;
        std::fill(g + seen, g + tile.columns, 0.0f);
    }
}

// One head of one of q, k, v (part 0, 1, 2) as a matrix (sequence, headSize).
template <class Element>
MatrixView<Element> headOf(MatrixView<Element> fused, const AttentionShape& shape, std::int64_t pair,
                           int part) {
    const std::int64_t width = shape.heads * shape.headSize;
    return fused.part(pair / shape.heads * shape.sequence, shape.sequence,
                      part * width + pair % shape.heads * shape.headSize, shape.headSize);
}

float scoreScaleOf(const AttentionShape& shape) { return 1.0f / std::sqrt(float(shape.headSize)); }

}  // namespace

void attentionHead(const AttentionShape& shape, std::int64_t pair, ConstMatrix qkv, float* probabilities,
                   Matrix output) {
    const ConstMatrix q = headOf(qkv, shape, pair, 0), k = headOf(qkv, shape, pair, 1),
                      v = headOf(qkv, shape, pair, 2);
    const Matrix o = headOf(output, shape, pair, 0);
    const std::int64_t s = shape.sequence, d = shape.headSize;
    const Matrix p(probabilities + pair * s * s, s, s);
    for (std::int64_t first = 0; first < s; first += core::kAttentionTileRows) {
        const std::int64_t rows = std::min(core::kAttentionTileRows, s - first), keys = first + rows;
        const Matrix tile = p.part(first, rows, 0, keys);
        multiply(q.part(first, rows, 0, d), Transposed::No, k.part(0, keys, 0, d), Transposed::Yes, tile,
                 Accumulate::No);
        causalSoftmax(tile, first, scoreScaleOf(shape));
        multiply(tile, Transposed::No, v.part(0, keys, 0, d), Transposed::No, o.part(first, rows, 0, d),
                 Accumulate::No);
    }
}

void attentionHeadInputGradient(const AttentionShape& shape, std::int64_t pair, ConstMatrix qkv,
                                const float* probabilities, ConstMatrix outputGradient, Matrix qkvGradient,
                                float* tileMemory) {
    const ConstMatrix q = headOf(qkv, shape, pair, 0), k = headOf(qkv, shape, pair, 1),
                      v = headOf(qkv, shape, pair, 2);
    const Matrix dq = headOf(qkvGradient, shape, pair, 0), dk = headOf(qkvGradient, shape, pair, 1),
                 dv = headOf(qkvGradient, shape, pair, 2);
    const ConstMatrix go = headOf(outputGradient, shape, pair, 0);
    const std::int64_t s = shape.sequence, d = shape.headSize;
    const ConstMatrix p(probabilities + pair * s * s, s, s);
    // The last tile sees all keys, so it sets ∂K and ∂V and the tiles before it add to them.
    const std::int64_t lastTile = (s - 1) / core::kAttentionTileRows * core::kAttentionTileRows;
    for (std::int64_t first = lastTile; first >= 0; first -= core::kAttentionTileRows) {
        const std::int64_t rows = std::min(core::kAttentionTileRows, s - first), keys = first + rows;
        const Accumulate add = first == lastTile ? Accumulate::No : Accumulate::Yes;
        const ConstMatrix pTile = p.part(first, rows, 0, keys), goTile = go.part(first, rows, 0, d);
        const Matrix tile(tileMemory, rows, keys);
        multiply(pTile, Transposed::Yes, goTile, Transposed::No, dv.part(0, keys, 0, d), add);
        multiply(goTile, Transposed::No, v.part(0, keys, 0, d), Transposed::Yes, tile, Accumulate::No);
        scoreGradients(pTile, tile, first, scoreScaleOf(shape));
        multiply(tile, Transposed::No, k.part(0, keys, 0, d), Transposed::No, dq.part(first, rows, 0, d),
                 Accumulate::No);
        multiply(tile, Transposed::Yes, q.part(first, rows, 0, d), Transposed::No, dk.part(0, keys, 0, d),
                 add);
    }
}

}  // namespace gpu::cpu
