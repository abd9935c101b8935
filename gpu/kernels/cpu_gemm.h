// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products on one thread by oneDNN (its sgemm: at the small sizes of a virtual card it beats the
// cached matmul primitive by up to a fifth and equals it elsewhere).
#pragma once

#include "gpu/kernels/kernels.h"

namespace gpu::cpu {

void multiply(ConstMatrix a, Transposed transposeA, ConstMatrix b, Transposed transposeB, Matrix c,
              Accumulate accumulate);

// Products in every transposition against a plain loop. Throws std::runtime_error naming the library's
// version.
void checkMultiply();

}  // namespace gpu::cpu
