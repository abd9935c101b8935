// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What ops need of the card's workspace, and how they take it.
#pragma once

#include "gpu/cuda/kernels/cuda_kernels.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace gpu::cuda {

// Sums over rows run in this many pieces at most; each leaves a row of partial sums (column_sums.cu).
inline constexpr std::int64_t kMostRowPieces = 128, kRowsOfPiece = 64;

[[nodiscard]] inline std::int64_t rowPieces(std::int64_t rows) {
    return std::clamp<std::int64_t>((rows + kRowsOfPiece - 1) / kRowsOfPiece, 1, kMostRowPieces);
}
// Two sums (weight and bias) a column and piece.
[[nodiscard]] inline std::int64_t columnSumBytes(std::int64_t rows, std::int64_t columns) {
    return 2 * rowPieces(rows) * columns * std::int64_t(sizeof(float));
}
// The order of the tokens by their table rows, and the tokens in it.
[[nodiscard]] inline std::int64_t tokenOrderBytes(std::int64_t tokens) {
    return 2 * tokens * std::int64_t(sizeof(std::int32_t));
}
// One number per query and head.
[[nodiscard]] inline std::int64_t attentionGradientBytes(const AttentionShape& shape) {
    return keptByAttention(shape) * std::int64_t(sizeof(float));
}

// The first bytes of it, as numbers.
template <class T>
[[nodiscard]] T* take(const Workspace& workspace, std::int64_t bytes) {
    if (bytes > workspace.bytes)
        throw std::logic_error("a kernel needs " + std::to_string(bytes) + " bytes of workspace; there are " +
                               std::to_string(workspace.bytes));
    return reinterpret_cast<T*>(workspace.data);
}

}  // namespace gpu::cuda
