// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The part of NCCL that collectives need, loaded when the program runs: no header, and no library to link. Names, numbers
// and signatures are those of NCCL's C interface, version 2.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <string>

namespace gpu::cuda {

struct NcclId {
    char internal[128];
};
using NcclComm = struct ncclComm*;
enum class NcclType { Int64 = 4, Float16 = 6, Float32 = 7, Float64 = 8, Bfloat16 = 9 };
enum class NcclOp { Sum = 0, Max = 2 };
inline constexpr int kNcclSuccess = 0, kNcclInProgress = 7;

// ncclConfig_t as version 2.14 had it: later ones take what it lacks as unset.
struct NcclConfig {
    std::size_t size = sizeof(NcclConfig);
    unsigned int magic = 0xcafebeef;
    unsigned int version = 21400;
    int blocking = 0;
};

struct NcclLibrary {
    // Throws std::runtime_error with the loader's words.
    static NcclLibrary load();

    int (*getVersion)(int*) = nullptr;
    int (*getUniqueId)(NcclId*) = nullptr;
    // With NcclConfig calls return at once, perhaps with kNcclInProgress: commGetAsyncError() says what has become of them.
    int (*commInitRankConfig)(NcclComm*, int ranks, NcclId, int rank, NcclConfig*) = nullptr;
    int (*commFinalize)(NcclComm) = nullptr;
    int (*commAbort)(NcclComm) = nullptr;
    int (*commDestroy)(NcclComm) = nullptr;
    int (*commGetAsyncError)(NcclComm, int*) = nullptr;
    const char* (*getErrorString)(int) = nullptr;
    const char* (*getLastError)(NcclComm) = nullptr;
    int (*allReduce)(const void*, void*, std::size_t, NcclType, NcclOp, NcclComm, cudaStream_t) = nullptr;
    int (*reduce)(const void*, void*, std::size_t, NcclType, NcclOp, int root, NcclComm, cudaStream_t) = nullptr;
    int (*reduceScatter)(const void*, void*, std::size_t, NcclType, NcclOp, NcclComm, cudaStream_t) = nullptr;
    int (*allGather)(const void*, void*, std::size_t, NcclType, NcclComm, cudaStream_t) = nullptr;
    int (*broadcast)(const void*, void*, std::size_t, NcclType, int root, NcclComm, cudaStream_t) = nullptr;
    int (*groupStart)() = nullptr;
    int (*groupEnd)() = nullptr;

    [[nodiscard]] std::string version() const;  // "2.28.9"
};

}  // namespace gpu::cuda
