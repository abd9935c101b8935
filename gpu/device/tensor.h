// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A view of row-major elements with their type; owns nothing.
#pragma once

#include "core/base/units.h"

#include <cstdint>

namespace gpu {

enum class DType : std::uint8_t { F32, Bf16, F16, F64 };
[[nodiscard]] constexpr int bytesOf(DType type) {
    switch (type) {
    case DType::F64:
        return 8;
    case DType::F32:
        return 4;
    case DType::Bf16:
    case DType::F16:
        return 2;
    }
    return 4;
}

struct Tensor {
    void* data = nullptr;
    std::int64_t rows = 0, columns = 1;
    DType type = DType::F32;

    [[nodiscard]] std::int64_t elements() const { return rows * columns; }
    [[nodiscard]] core::Bytes bytes() const { return core::Bytes(elements() * bytesOf(type)); }
    [[nodiscard]] float* f32() const { return static_cast<float*>(data); }
};

}  // namespace gpu
