// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Causal attention of one head: P = softmax(Q Kᵀ / √d), O = P V, in tiles of query rows; keys behind a tile's
// last row are skipped, which leaves about half of the work. Backward:
//   ∂V = Pᵀ ∂O,  ∂P = ∂O Vᵀ,  ∂S = P ∘ (∂P − rowsum(∂P ∘ P)) / √d,  ∂Q = ∂S K,  ∂K = ∂Sᵀ Q.
// Q, K, V are strided views into the fused tensor: nothing is copied or transposed. Of 16-bit tensors one
// head at a time is widened into scratch, so that scores, softmax and all sums are fp32; P is kept in 16
// bits, and both passes use what was kept.
#include "core/memory/engine_recipe.h"
#include "gpu/kernels/cpu_bodies.h"
#include "gpu/kernels/cpu_gemm.h"
#include "gpu/kernels/vector_math.h"

#include <algorithm>
#include <cmath>

namespace gpu::cpu {
namespace {

// Row i of the tile is query `firstRow` + i and sees keys 0 .. firstRow + i; the rest of the tile becomes 0.
template <class S>
SHARDSCOPE_VECTORISED void causalSoftmax(MatrixView<S> tile, std::int64_t firstRow, S scoreScale) {
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        S* const row = tile.row(r);
        const std::int64_t seen = firstRow + r + 1;
        S largest = row[0];
#pragma omp simd reduction(max : largest)
        for (std::int64_t c = 0; c < seen; ++c) largest = row[c] > largest ? row[c] : largest;
        S sum = 0;
#pragma omp simd reduction(+ : sum)
        for (std::int64_t c = 0; c < seen; ++c) {
            const S e = fastExp((row[c] - largest) * scoreScale);
            row[c] = e;
            sum += e;
        }
        const S inverse = S(1) / sum;
#pragma omp simd
        for (std::int64_t c = 0; c < seen; ++c) row[c] *= inverse;
        std::fill(row + seen, row + tile.columns, S(0));
    }
}

// In place: ∂P → ∂S.
template <class S>
SHARDSCOPE_VECTORISED void scoreGradients(MatrixView<const S> probabilities, MatrixView<S> tile,
                                          std::int64_t firstRow, S scoreScale) {
    for (std::int64_t r = 0; r < tile.rows; ++r) {
        const S* const p = probabilities.row(r);
        S* const g = tile.row(r);
        const std::int64_t seen = firstRow + r + 1;
        S dot = 0;
#pragma omp simd reduction(+ : dot)
        for (std::int64_t c = 0; c < seen; ++c) dot += p[c] * g[c];
#pragma omp simd
        for (std::int64_t c = 0; c < seen; ++c) g[c] = p[c] * (g[c] - dot) * scoreScale;
        std::fill(g + seen, g + tile.columns, S(0));
    }
}

template <class From, class To>
SHARDSCOPE_VECTORISED void convertRow(const From* from, To* to, std::int64_t n) {
#pragma omp simd
    for (std::int64_t c = 0; c < n; ++c) store(to[c], load(from[c]));
}

template <class From, class To>
void convertRows(MatrixView<From> from, MatrixView<To> to) {
    for (std::int64_t r = 0; r < from.rows; ++r) convertRow(from.row(r), to.row(r), from.columns);
}

// Rounds the tile to what is kept of it, in both places.
template <Sixteen T>
void keepRounded(MatrixView<float> tile, MatrixView<T> kept) {
    convertRows(tile, kept);
    convertRows(kept, tile);
}

// Column `column` of the heads of one sequence as a matrix (sequence, headSize).
template <class Element>
MatrixView<Element> headAt(MatrixView<Element> fused, const AttentionShape& shape, std::int64_t sequence,
                           std::int64_t column) {
    return fused.part(sequence * shape.sequence, shape.sequence, column * shape.headSize, shape.headSize);
}
// The query head `pair`, or the head of an output.
template <class Element>
MatrixView<Element> queryOf(MatrixView<Element> fused, const AttentionShape& shape, std::int64_t pair) {
    return headAt(fused, shape, pair / shape.heads, pair % shape.heads);
}
template <class Element>
MatrixView<Element> keyOf(MatrixView<Element> fused, const AttentionShape& shape, std::int64_t group) {
    return headAt(fused, shape, group / shape.kvHeads, shape.heads + group % shape.kvHeads);
}
template <class Element>
MatrixView<Element> valueOf(MatrixView<Element> fused, const AttentionShape& shape, std::int64_t group) {
    return headAt(fused, shape, group / shape.kvHeads, shape.heads + shape.kvHeads + group % shape.kvHeads);
}
std::int64_t queriesPerGroup(const AttentionShape& shape) { return shape.heads / shape.kvHeads; }

template <class S>
S scoreScaleOf(const AttentionShape& shape) {
    return S(1) / std::sqrt(S(shape.headSize));
}

// Pieces of a scratch run, one after the other.
template <class S>
class Pieces {
public:
    explicit Pieces(std::span<S> memory)
        : m_memory(memory) {}
    MatrixView<S> next(std::int64_t rows, std::int64_t columns) {
        const auto size = std::size_t(rows * columns);
        S* const data = m_memory.subspan(m_used, size).data();
        m_used += size;
        return {data, rows, columns};
    }

private:
    std::span<S> m_memory;
    std::size_t m_used = 0;
};

// In the sum type: itself, or a copy in scratch.
template <class T>
MatrixView<const SumOf<T>> widened(MatrixView<const T> narrow, Pieces<SumOf<T>>& pieces) {
    if constexpr (Sixteen<T>) {
        const MatrixView<float> wide = pieces.next(narrow.rows, narrow.columns);
        convertRows(narrow, wide);
        return wide;
    } else {
        return narrow;
    }
}

// A writable head of `fused` in the sum type: itself, or scratch that writeBack() rounds into it.
template <class T>
MatrixView<SumOf<T>> wideOutput(MatrixView<T> head, Pieces<SumOf<T>>& pieces) {
    if constexpr (Sixteen<T>)
        return pieces.next(head.rows, head.columns);
    else
        return head;
}
template <class T>
void writeBack(MatrixView<SumOf<T>> wide, MatrixView<T> head) {
    if constexpr (Sixteen<T>) convertRows(wide, head);
}

template <class T>
void forwardHead(const AttentionShape& shape, std::int64_t pair, MatrixView<const T> qkv, T* probabilities,
                 MatrixView<T> output, std::span<SumOf<T>> scratch) {
    using S = SumOf<T>;
    const std::int64_t s = shape.sequence, d = shape.headSize;
    Pieces<S> pieces(scratch);
    const std::int64_t group = pair / queriesPerGroup(shape);
    const MatrixView<const S> q = widened<T>(queryOf(qkv, shape, pair), pieces),
                              k = widened<T>(keyOf(qkv, shape, group), pieces),
                              v = widened<T>(valueOf(qkv, shape, group), pieces);
    const MatrixView<T> p(probabilities + pair * s * s, s, s), narrow = queryOf(output, shape, pair);
    const MatrixView<S> o = wideOutput<T>(narrow, pieces);
    for (std::int64_t first = 0; first < s; first += core::kAttentionTileRows) {
        const std::int64_t rows = std::min(core::kAttentionTileRows, s - first), keys = first + rows;
        const MatrixView<T> kept = p.part(first, rows, 0, keys);
        Pieces<S> rest = pieces;
        const MatrixView<S> tile = wideOutput<T>(kept, rest);
        multiply(q.part(first, rows, 0, d), Transposed::No, k.part(0, keys, 0, d), Transposed::Yes, tile,
                 Accumulate::No);
        causalSoftmax(tile, first, scoreScaleOf<S>(shape));
        if constexpr (Sixteen<T>) keepRounded(tile, kept);
        multiply(MatrixView<const S>(tile), Transposed::No, v.part(0, keys, 0, d), Transposed::No,
                 o.part(first, rows, 0, d), Accumulate::No);
    }
    writeBack<T>(o, narrow);
}

// What the query heads of one group share in the backward pass, all of (sequence, headSize).
template <class S>
struct SharedHead {
    MatrixView<const S> k, v;
    MatrixView<S> dk, dv;
};

// One query head: sets ∂Q and adds to its group's ∂K and ∂V, which the first head of the group sets.
template <class T>
void backwardHead(const AttentionShape& shape, std::int64_t pair, MatrixView<const SumOf<T>> q,
                  const SharedHead<SumOf<T>>& shared, const T* probabilities, MatrixView<const SumOf<T>> go,
                  MatrixView<SumOf<T>> dq, Pieces<SumOf<T>> pieces) {
    using S = SumOf<T>;
    const std::int64_t s = shape.sequence, d = shape.headSize;
    const bool firstOfGroup = pair % queriesPerGroup(shape) == 0;
    const MatrixView<const T> p(probabilities + pair * s * s, s, s);
    // The last tile sees all keys, so it sets ∂K and ∂V and the tiles before it add to them.
    const std::int64_t lastTile = (s - 1) / core::kAttentionTileRows * core::kAttentionTileRows;
    for (std::int64_t first = lastTile; first >= 0; first -= core::kAttentionTileRows) {
        const std::int64_t rows = std::min(core::kAttentionTileRows, s - first), keys = first + rows;
        const Accumulate add = firstOfGroup && first == lastTile ? Accumulate::No : Accumulate::Yes;
        Pieces<S> rest = pieces;
        const MatrixView<const S> pTile = widened<T>(p.part(first, rows, 0, keys), rest),
                                  goTile = go.part(first, rows, 0, d);
        const MatrixView<S> tile = rest.next(rows, keys);
        multiply(pTile, Transposed::Yes, goTile, Transposed::No, shared.dv.part(0, keys, 0, d), add);
        multiply(goTile, Transposed::No, shared.v.part(0, keys, 0, d), Transposed::Yes, tile, Accumulate::No);
        scoreGradients(pTile, tile, first, scoreScaleOf<S>(shape));
        multiply(MatrixView<const S>(tile), Transposed::No, shared.k.part(0, keys, 0, d), Transposed::No,
                 dq.part(first, rows, 0, d), Accumulate::No);
        multiply(MatrixView<const S>(tile), Transposed::Yes, q.part(first, rows, 0, d), Transposed::No,
                 shared.dk.part(0, keys, 0, d), add);
    }
}

template <class T>
void backwardGroup(const AttentionShape& shape, std::int64_t group, MatrixView<const T> qkv,
                   const T* probabilities, MatrixView<const T> outputGradient, MatrixView<T> qkvGradient,
                   std::span<SumOf<T>> scratch) {
    using S = SumOf<T>;
    Pieces<S> pieces(scratch);
    const MatrixView<T> narrowKey = keyOf(qkvGradient, shape, group),
                        narrowValue = valueOf(qkvGradient, shape, group);
    SharedHead<S> shared;
    shared.k = widened<T>(keyOf(qkv, shape, group), pieces);
    shared.v = widened<T>(valueOf(qkv, shape, group), pieces);
    shared.dk = wideOutput<T>(narrowKey, pieces);
    shared.dv = wideOutput<T>(narrowValue, pieces);
    for (std::int64_t member = 0; member < queriesPerGroup(shape); ++member) {
        const std::int64_t pair = group * queriesPerGroup(shape) + member;
        Pieces<S> own = pieces;
        const MatrixView<const S> q = widened<T>(queryOf(qkv, shape, pair), own),
                                  go = widened<T>(queryOf(outputGradient, shape, pair), own);
        const MatrixView<T> narrow = queryOf(qkvGradient, shape, pair);
        const MatrixView<S> dq = wideOutput<T>(narrow, own);
        backwardHead<T>(shape, pair, q, shared, probabilities, go, dq, own);
        writeBack<T>(dq, narrow);
    }
    writeBack<T>(shared.dk, narrowKey);
    writeBack<T>(shared.dv, narrowValue);
}

}  // namespace

void attentionHead(const AttentionShape& shape, std::int64_t pair, ConstMatrix qkv, Vector probabilities,
                   Matrix output, Vector scratch) {
    visitType(qkv.type, [&]<class T>(TypeTag<T>) {
        forwardHead<T>(shape, pair, qkv.as<T>(), probabilities.as<T>().data(), output.as<T>(),
                       scratch.as<SumOf<T>>());
    });
}

void attentionGroupInputGradient(const AttentionShape& shape, std::int64_t group, ConstMatrix qkv,
                                 ConstVector probabilities, ConstMatrix outputGradient, Matrix qkvGradient,
                                 Vector scratch) {
    visitType(qkv.type, [&]<class T>(TypeTag<T>) {
        backwardGroup<T>(shape, group, qkv.as<T>(), probabilities.as<T>().data(), outputGradient.as<T>(),
                         qkvGradient.as<T>(), scratch.as<SumOf<T>>());
    });
}

}  // namespace gpu::cpu
