// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// fp32 products by oneDNN.
#include "gpu/kernels/cpu_gemm.h"

#include <oneapi/dnnl/dnnl.h>

#include <omp.h>

#include <algorithm>
#include <stdexcept>
#include <string>

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

std::string libraryName() {
    const dnnl_version_t* version = dnnl_version();
    return "oneDNN " + std::to_string(version->major) + "." + std::to_string(version->minor) + "." +
           std::to_string(version->patch);
}

}  // namespace gpu::cpu
