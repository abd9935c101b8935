// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/runtime/nccl_library.h"

#include <cstdlib>
#include <dlfcn.h>
#include <stdexcept>

namespace gpu::cuda {

namespace {

template <class Function>
void find(void* library, const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(::dlsym(library, name));
    if (!function) throw std::runtime_error(std::string("NCCL has no ") + name);
}

}  // namespace

NcclLibrary NcclLibrary::load() {
    const char* const named = std::getenv("SHARDSCOPE_NCCL_LIBRARY");
    void* const library = ::dlopen(named && *named != '\0' ? named : "libnccl.so.2", RTLD_NOW | RTLD_LOCAL);
    if (!library) throw std::runtime_error(::dlerror());
    NcclLibrary nccl;
    find(library, "ncclGetVersion", nccl.getVersion);
    find(library, "ncclGetUniqueId", nccl.getUniqueId);
    find(library, "ncclCommInitRankConfig", nccl.commInitRankConfig);
    find(library, "ncclCommFinalize", nccl.commFinalize);
    find(library, "ncclCommAbort", nccl.commAbort);
    find(library, "ncclCommDestroy", nccl.commDestroy);
    find(library, "ncclCommGetAsyncError", nccl.commGetAsyncError);
    find(library, "ncclGetErrorString", nccl.getErrorString);
    find(library, "ncclGetLastError", nccl.getLastError);
    find(library, "ncclAllReduce", nccl.allReduce);
    find(library, "ncclReduce", nccl.reduce);
    find(library, "ncclReduceScatter", nccl.reduceScatter);
    find(library, "ncclAllGather", nccl.allGather);
    find(library, "ncclBroadcast", nccl.broadcast);
    find(library, "ncclGroupStart", nccl.groupStart);
    find(library, "ncclGroupEnd", nccl.groupEnd);
    return nccl;
}

std::string NcclLibrary::version() const {
    int number = 0;
    if (getVersion(&number) != kNcclSuccess) return "of unknown version";
    return std::to_string(number / 10000) + '.' + std::to_string(number / 100 % 100) + '.' +
           std::to_string(number % 100);
}

}  // namespace gpu::cuda
