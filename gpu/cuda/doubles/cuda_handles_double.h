// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the files of the runtime's double know of each other.
#pragma once

#include "gpu/cuda/doubles/streams_double.h"

#include <cuda_runtime_api.h>

namespace gpu::cuda::doubles {

// Counts the call; what it is to fail with.
[[nodiscard]] cudaError_t entered(const char* function);
// The thread's last error is this one, too.
cudaError_t refused(cudaError_t error);
void countObject(int change);
[[nodiscard]] const std::shared_ptr<Queue>& queueOf(cudaStream_t stream);

}  // namespace gpu::cuda::doubles
