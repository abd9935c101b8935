// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CPU bodies of the kernels: matrix products by oneDNN, single-threaded; the rest by loops that the compiler
// vectorises, compiled for x86-64, x86-64-v3 (AVX2) and x86-64-v4 (AVX-512) and chosen when the program
// starts. With more than one thread, rows (or heads) are split statically over workers that block while idle.
#pragma once

#include "gpu/kernels/kernels.h"

#include <memory>

namespace gpu {

// Runs one small product against a plain loop first; throws std::runtime_error if the matrix library is wrong
// here. Create it in the rank's thread.
[[nodiscard]] std::unique_ptr<Kernels> makeCpuKernels(int threads);

}  // namespace gpu
