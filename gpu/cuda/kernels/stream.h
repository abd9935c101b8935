// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The stream of a card in headers that see no CUDA: CUstream_st* is what cudaStream_t is. On the emulator there is one,
// null, and work is done when its launch returns.
#pragma once

struct CUstream_st;

namespace gpu::cuda {

using Stream = CUstream_st*;

}  // namespace gpu::cuda
