// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernels/cpu_gemm.h"

#include <oneapi/dnnl/dnnl.h>

#include <omp.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu::cpu {

void multiply(MatrixView<const float> a, Transposed transposeA, MatrixView<const float> b,
              Transposed transposeB, MatrixView<float> c, Accumulate accumulate) {
    const std::int64_t depth = transposeA == Transposed::Yes ? a.rows : a.columns;
    if (c.rows == 0 || c.columns == 0) return;
    if (depth == 0) {
        if (accumulate == Accumulate::Yes) return;
        for (std::int64_t r = 0; r < c.rows; ++r) std::fill_n(c.row(r), c.columns, 0.0f);
        return;
    }
    omp_set_num_threads(
        1);  // of this thread only: ranks are the parallelism, a team per call would fight over cores
    const auto status =
        dnnl_sgemm(transposeA == Transposed::Yes ? 'T' : 'N', transposeB == Transposed::Yes ? 'T' : 'N',
                   c.rows, c.columns, depth, 1.0f, a.data, a.stride, b.data, b.stride,
                   accumulate == Accumulate::Yes ? 1.0f : 0.0f, c.data, c.stride);
    if (status != dnnl_success)
        throw std::runtime_error("oneDNN refused a matrix product (status " + std::to_string(int(status)) +
                                 ")");
}

namespace {

// Odd sizes with strides, so that every edge path of the library is taken.
constexpr std::int64_t kRows = 37, kColumns = 29, kDepth = 71, kStride = 80;

std::vector<float> sample(std::uint32_t seed) {
    std::vector<float> values(std::size_t(kStride * kStride));
    for (float& value : values) {
        seed = seed * 1664525u + 1013904223u;
        value = float(seed >> 8) / float(1 << 24) - 0.5f;
    }
    return values;
}

float worstError(Transposed transposeA, Transposed transposeB) {
    const std::vector<float> a = sample(1), b = sample(2);
    std::vector<float> c(std::size_t(kStride * kStride), 1.0f);
    const bool ta = transposeA == Transposed::Yes, tb = transposeB == Transposed::Yes;
    multiply({a.data(), ta ? kDepth : kRows, ta ? kRows : kDepth, kStride}, transposeA,
             {b.data(), tb ? kColumns : kDepth, tb ? kDepth : kColumns, kStride}, transposeB,
             {c.data(), kRows, kColumns, kStride}, Accumulate::Yes);
    double worst = 0;
    for (std::int64_t i = 0; i < kRows; ++i) {
        for (std::int64_t j = 0; j < kColumns; ++j) {
            double sum = 1;
            for (std::int64_t k = 0; k < kDepth; ++k)
                sum += double(a[std::size_t(ta ? k * kStride + i : i * kStride + k)]) *
                       double(b[std::size_t(tb ? j * kStride + k : k * kStride + j)]);
            worst = std::max(worst, std::abs(sum - double(c[std::size_t(i * kStride + j)])));
        }
    }
    return float(worst);
}

}  // namespace

void checkMultiply() {
    for (const Transposed a : {Transposed::No, Transposed::Yes}) {
        for (const Transposed b : {Transposed::No, Transposed::Yes}) {
            const float error = worstError(a, b);
            if (error <= 1e-4f) continue;  // also false for NaN
            const dnnl_version_t* version = dnnl_version();
            throw std::runtime_error("the matrix library computes wrong products on this processor: oneDNN " +
                                     std::to_string(version->major) + "." + std::to_string(version->minor) +
                                     "." + std::to_string(version->patch) + " is off by " +
                                     std::to_string(error) +
                                     " in a self-test; install another version of libdnnl");
        }
    }
}

}  // namespace gpu::cpu
