// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The words of CUDA that kernels here use, on the emulator. Included by launch.h and device.cuh where no CUDA compiler
// defines them.
#pragma once

#include "gpu/cuda/emulation/machine.h"

#define __global__
#define __device__
#define __host__
#define __launch_bounds__(...)

#define threadIdx (::gpu::emulation::here().thread)
#define blockIdx (::gpu::emulation::here().block)
#define blockDim (::gpu::emulation::here().blockSize)
#define gridDim (::gpu::emulation::here().grid)

inline void __syncthreads() { ::gpu::emulation::blockBarrier(); }
inline void __syncwarp() { ::gpu::emulation::warpBarrier(); }
