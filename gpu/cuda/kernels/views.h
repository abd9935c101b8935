// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From the views of the op interface to what kernels take: pointers of a known type, and whether rows can be read in
// packs of 16 bytes.
#pragma once

#include "gpu/kernels/matrix.h"

#include <cstdint>
#include <stdexcept>

namespace gpu::cuda {

// visitType for the types that cards compute with.
template <class Call>
decltype(auto) visitCardType(DType type, Call&& call) {
    switch (type) {
    case DType::F32:
        return call(TypeTag<float>{});
    case DType::Bf16:
        return call(TypeTag<Bf16>{});
    case DType::F16:
        return call(TypeTag<Fp16>{});
    case DType::F64:
        break;
    }
    throw std::logic_error("fp64 is for checks on virtual cards (CPU threads); on CUDA choose fp32, bf16 or fp16");
}

inline bool aligned16(const void* data) { return reinterpret_cast<std::uintptr_t>(data) % 16 == 0; }

// Every row begins on 16 bytes and is a whole number of packs. Nothing is chosen by the numbers themselves.
template <class Byte>
bool inPacks(const TypedMatrix<Byte>& m) {
    const std::int64_t pack = 16 / bytesOf(m.type);
    return aligned16(m.data) && m.columns % pack == 0 && (m.stride % pack == 0 || m.rows <= 1);
}
template <class Byte>
bool inPacks(const VectorView<Byte>& v) {
    return aligned16(v.data);
}
template <class... Views>
bool allInPacks(const Views&... views) {
    return (inPacks(views) && ...);
}

inline std::int64_t ceilOf(std::int64_t n, std::int64_t part) { return (n + part - 1) / part; }

}  // namespace gpu::cuda
