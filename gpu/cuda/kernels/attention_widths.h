// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The widths that kernels are made for, and the checks of what attention keeps.
#pragma once

#include "gpu/cuda/kernels/cuda_kernels.h"

#include <stdexcept>
#include <string>
#include <type_traits>

namespace gpu::cuda {

inline void requireHead(const AttentionShape& shape) {
    if (shape.headSize > kLargestHead)
        throw std::logic_error("attention heads of " + std::to_string(shape.headSize) + " features; on CUDA at most " +
                               std::to_string(kLargestHead));
}

// Features that a kernel has room for: the head's, rounded up.
template <class Call>
void visitHeadWidth(std::int64_t headSize, const Call& call) {
    if (headSize <= 32) return call(std::integral_constant<int, 32>{});
    if (headSize <= 64) return call(std::integral_constant<int, 64>{});
    call(std::integral_constant<int, 128>{});
}

// The first bytes of what attention keeps, as fp32.
template <class Number, class Byte>
[[nodiscard]] Number* keptNumbers(const AttentionShape& shape, const VectorView<Byte>& kept) {
    const std::int64_t bytes = keptByAttention(shape) * std::int64_t(sizeof(float));
    if (kept.bytes().value() < bytes || reinterpret_cast<std::uintptr_t>(kept.data) % sizeof(float) != 0)
        throw std::logic_error("attention keeps " + std::to_string(bytes) + " bytes; it was given " +
                               std::to_string(kept.bytes().value()));
    return reinterpret_cast<Number*>(kept.data);
}

}  // namespace gpu::cuda
