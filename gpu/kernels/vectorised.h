// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// SHARDSCOPE_VECTORISED compiles a function three times, for x86-64, AVX2 + FMA and AVX-512, and the loader
// picks one (SHARDSCOPE_ONLY_ARCH names the one that is left, for tests of machines without AVX-512). Loops inside are plain loops; sums carry `#pragma omp simd reduction`. Off under sanitizers
// (their runtime is not up when the loader picks) and on other processors.
#pragma once

#if defined(SHARDSCOPE_ONLY_ARCH)
#define SHARDSCOPE_VECTORISED __attribute__((target(SHARDSCOPE_ONLY_ARCH)))
#elif defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define SHARDSCOPE_VECTORISED __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
#else
#define SHARDSCOPE_VECTORISED
#endif
#define SHARDSCOPE_INLINED inline __attribute__((always_inline))
