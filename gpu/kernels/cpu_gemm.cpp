// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernels/cpu_gemm.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu::cpu {

namespace {

// Odd sizes with strides, so that every edge path of the library is taken; on top of what lay there before and not.
constexpr std::int64_t kRows = 37, kColumns = 29, kDepth = 71, kStride = 80;
constexpr double kBefore = 1;

template <Stored T>
std::vector<T> sample(std::uint32_t seed) {
    std::vector<T> values(std::size_t(kStride * kStride));
    for (T& value : values) {
        seed = seed * 1664525u + 1013904223u;
        store(value, SumOf<T>(seed >> 8) / SumOf<T>(1 << 24) - SumOf<T>(0.5));
    }
    return values;
}

// Inputs have gaps between their rows, the result has none, as in the layers.
template <Stored T>
double worstError(Transposed transposeA, Transposed transposeB, Accumulate accumulate, Workspace& workspace) {
    const std::vector<T> a = sample<T>(1), b = sample<T>(2);
    std::vector<T> c(std::size_t(kRows * kColumns));
    for (T& value : c) store(value, SumOf<T>(kBefore));
    const bool ta = transposeA == Transposed::Yes, tb = transposeB == Transposed::Yes;
    multiply(ConstMatrix(a.data(), ta ? kDepth : kRows, ta ? kRows : kDepth, kStride), transposeA,
             ConstMatrix(b.data(), tb ? kColumns : kDepth, tb ? kDepth : kColumns, kStride), transposeB,
             Matrix(c.data(), kRows, kColumns), accumulate, workspace);
    double worst = 0;
    for (std::int64_t i = 0; i < kRows; ++i) {
        for (std::int64_t j = 0; j < kColumns; ++j) {
            double sum = accumulate == Accumulate::Yes ? kBefore : 0;
            for (std::int64_t k = 0; k < kDepth; ++k)
                sum += double(load(a[std::size_t(ta ? k * kStride + i : i * kStride + k)])) *
                       double(load(b[std::size_t(tb ? j * kStride + k : k * kStride + j)]));
            const double error = std::abs(sum - double(load(c[std::size_t(i * kColumns + j)]))) /
                                 std::max(1.0, std::abs(sum));
            worst = error <= worst ? worst : error;  // NaN is the largest of all
        }
    }
    return worst;
}

// Half a quantum of a 16-bit result, or the rounding of its sum.
double tolerance(DType type) {
    switch (type) {
    case DType::F64:
        return 1e-13;
    case DType::F32:
        return 1e-5;
    case DType::Bf16:
        return 0x1.1p-8;
    case DType::F16:
        return 0x1.1p-11;
    }
    return 0;
}

[[noreturn]] void refuse(DType type, double error) {
    constexpr const char* kNames[] = {"fp32", "bf16", "fp16", "fp64"};
    throw std::runtime_error("the matrix library computes wrong " + std::string(kNames[std::size_t(type)]) +
                             " products on this processor: " + libraryName() +
                             " is off by " + std::to_string(error) +
                             " in a self-test; install another version of libdnnl");
}

}  // namespace

double multiplyError(DType type) {
    Workspace workspace;
    double worst = 0;
    visitType(type, [&]<class T>(TypeTag<T>) {
        for (const Transposed a : {Transposed::No, Transposed::Yes})
            for (const Transposed b : {Transposed::No, Transposed::Yes})
                for (const Accumulate accumulate : {Accumulate::No, Accumulate::Yes}) {
                    const double error = worstError<T>(a, b, accumulate, workspace);
                    worst = error <= worst ? worst : error;
                }
    });
    return worst;
}

void checkMultiply() {
    // Once a process, since the library does not change under it; a refusal is repeated every time.
    static const bool isRight = [] {
        for (const DType type : {DType::F32, DType::Bf16, DType::F16, DType::F64})
            if (const double error = multiplyError(type); !(error <= tolerance(type))) refuse(type, error);
        return true;
    }();
    (void)isRight;
}

}  // namespace gpu::cpu
