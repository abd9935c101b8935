// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Errors of the CUDA runtime as DeviceError: the call, the error's name, number and sentence, the card. After some of them
// (a lost card, a fault in a kernel) every later call of the process fails the same way; that is said, too.
#pragma once

#include "gpu/device/device.h"

#include <cuda_runtime_api.h>

#include <string>

namespace gpu::cuda {

// "cudaErrorNoDevice (100): no CUDA-capable device is detected"
[[nodiscard]] std::string describeError(cudaError_t error);
// Whether the card is lost to this process.
[[nodiscard]] bool isLasting(cudaError_t error);

[[noreturn]] void throwError(cudaError_t error, const char* call, int ordinal);

inline void check(cudaError_t error, const char* call, int ordinal) {
    if (error != cudaSuccess) throwError(error, call, ordinal);
}

}  // namespace gpu::cuda
