// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of CUDA's runtime that the back end calls, on host memory: memory, planted errors, what cards there are.
// Streams, events and graphs: cuda_streams_double.cpp.
#include "gpu/cuda/doubles/cuda_handles_double.h"
#include "gpu/cuda/doubles/machine_double.h"
#include "gpu/cuda/emulation/machine.h"

#include <cuda_runtime_api.h>

#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>

namespace gpu::cuda::doubles {

namespace {

struct Plant {
    int calls = 0, error = 0;
    Lasting lasting = Lasting::No;
};

struct Block {
    int card = 0;
    std::int64_t bytes = 0;
};

// One per process: handles have no machine of their own.
struct Machine {
    std::mutex mutex;
    MachineSpec spec;
    std::map<std::string, int> calls;
    std::multimap<std::string, Plant> plants;
    int lasting = 0;         // error of every call
    std::map<const std::byte*, Block> blocks;
    std::map<const std::byte*, std::size_t> pinned;
    std::vector<void*> given;  // given back while work that may use it is waiting
    std::map<int, std::int64_t> used, peak;
    int objects = 0;
};

Machine& machine() {
    static Machine machine;
    return machine;
}

thread_local int currentCard = 0;
thread_local cudaError_t lastError = cudaSuccess;

// What is given back is gone when nothing waits any more.
void giveBack(void* pointer) {
    const bool idle = advanceAll();
    Machine& m = machine();
    const std::lock_guard lock(m.mutex);
    m.given.push_back(pointer);
    if (!idle) return;
    for (void* const each : m.given) std::free(each);
    m.given.clear();
}

void keepLaunch(CUstream_st* stream, std::function<void()> work) {
    put(*queueOf(stream), [work = std::move(work)] {
        work();
        return true;
    });
}

const Block* blockOf(const void* pointer) {
    Machine& m = machine();
    const auto* const at = static_cast<const std::byte*>(pointer);
    auto block = m.blocks.upper_bound(at);
    if (block == m.blocks.begin()) return nullptr;
    --block;
    return at < block->first + block->second.bytes ? &block->second : nullptr;
}

bool isPinned(const void* pointer) {
    Machine& m = machine();
    const auto* const at = static_cast<const std::byte*>(pointer);
    auto piece = m.pinned.upper_bound(at);
    if (piece == m.pinned.begin()) return false;
    --piece;
    return at < piece->first + piece->second;
}

}  // namespace

cudaError_t entered(const char* function) {
    Machine& m = machine();
    const std::lock_guard lock(m.mutex);
    ++m.calls[function];
    if (m.lasting != 0) return lastError = cudaError_t(m.lasting);
    const auto [begin, end] = m.plants.equal_range(function);
    auto due = end;
    for (auto plant = begin; plant != end; ++plant)
        if (--plant->second.calls <= 0) due = plant;
    if (due == end) return cudaSuccess;
    const Plant plant = due->second;
    m.plants.erase(due);
    if (plant.lasting == Lasting::Yes) m.lasting = plant.error;
    return lastError = cudaError_t(plant.error);
}

cudaError_t refused(cudaError_t error) { return lastError = error; }

void countObject(int change) {
    const std::lock_guard lock(machine().mutex);
    machine().objects += change;
}

void install(const MachineSpec& spec) {
    emulation::keepLaunches(keepLaunch);
    forgetWaits(false);
    advanceAll();
    Machine& m = machine();
    const std::lock_guard lock(m.mutex);
    m.spec = spec;
    m.calls.clear();
    m.plants.clear();
    m.lasting = 0;
    m.used.clear();
    m.peak.clear();
    lastError = cudaSuccess;
}

void plantError(const std::string& function, int calls, int error, Lasting lasting) {
    const std::lock_guard lock(machine().mutex);
    machine().plants.emplace(function, Plant{calls, error, lasting});
}

std::int64_t bytesHeld() {
    const std::lock_guard lock(machine().mutex);
    std::int64_t sum = 0;
    for (const auto& [pointer, block] : machine().blocks) sum += block.bytes;
    return sum;
}

int objectsHeld() {
    const std::lock_guard lock(machine().mutex);
    return machine().objects + int(machine().pinned.size());
}

int callsOf(const std::string& function) {
    const std::lock_guard lock(machine().mutex);
    return machine().calls[function];
}

std::int64_t peakOf(int card) {
    const std::lock_guard lock(machine().mutex);
    return machine().peak[card];
}

}  // namespace gpu::cuda::doubles

using namespace gpu::cuda::doubles;

extern "C" {

const char* cudaGetErrorName(cudaError_t error) {
    switch (error) {
    case cudaSuccess:
        return "cudaSuccess";
    case cudaErrorMemoryAllocation:
        return "cudaErrorMemoryAllocation";
    case cudaErrorInsufficientDriver:
        return "cudaErrorInsufficientDriver";
    case cudaErrorStubLibrary:
        return "cudaErrorStubLibrary";
    case cudaErrorNoDevice:
        return "cudaErrorNoDevice";
    case cudaErrorNotReady:
        return "cudaErrorNotReady";
    case cudaErrorIllegalAddress:
        return "cudaErrorIllegalAddress";
    case cudaErrorLaunchFailure:
        return "cudaErrorLaunchFailure";
    default:
        return "cudaError";
    }
}
const char* cudaGetErrorString(cudaError_t) { return "planted in a double"; }
cudaError_t cudaGetLastError() {
    const cudaError_t error = lastError;
    lastError = cudaSuccess;
    return error;
}

cudaError_t cudaGetDeviceCount(int* count) {
    if (const cudaError_t error = entered("cudaGetDeviceCount"); error != cudaSuccess) return error;
    if (machine().spec.countError != 0) return cudaError_t(machine().spec.countError);
    *count = machine().spec.cards;
    return cudaSuccess;
}
cudaError_t cudaDriverGetVersion(int* version) {
    *version = machine().spec.driver;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int) {
    if (const cudaError_t error = entered("cudaGetDeviceProperties"); error != cudaSuccess) return error;
    const MachineSpec& spec = machine().spec;
    *properties = {};
    std::strncpy(properties->name, spec.name.c_str(), sizeof properties->name - 1);
    properties->totalGlobalMem = std::size_t(spec.memory);
    properties->major = spec.major;
    properties->minor = spec.minor;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetPCIBusId(char* text, int length, int device) {
    std::strncpy(text, ("0000:0" + std::to_string(device) + ":00.0").c_str(), std::size_t(length) - 1);
    return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
    currentCard = device;
    return entered("cudaSetDevice");
}

cudaError_t cudaMalloc(void** pointer, std::size_t bytes) {
    if (const cudaError_t error = entered("cudaMalloc"); error != cudaSuccess) return error;
    Machine& m = machine();
    const std::lock_guard lock(m.mutex);
    std::int64_t& used = m.used[currentCard];
    if (used + std::int64_t(bytes) > m.spec.memory) return lastError = cudaErrorMemoryAllocation;
    auto* const block = static_cast<std::byte*>(std::aligned_alloc(256, (bytes + 255) / 256 * 256));
    std::memset(block, 0xff, bytes);  // NaN in every type: nothing relies on fresh memory
    m.blocks[block] = {currentCard, std::int64_t(bytes)};
    used += std::int64_t(bytes);
    m.peak[currentCard] = std::max(m.peak[currentCard], used);
    *pointer = block;
    return cudaSuccess;
}
cudaError_t cudaFree(void* pointer) {
    if (!pointer) return cudaSuccess;
    {
        Machine& m = machine();
        const std::lock_guard lock(m.mutex);
        const auto block = m.blocks.find(static_cast<const std::byte*>(pointer));
        if (block == m.blocks.end()) return lastError = cudaErrorInvalidValue;
        m.used[block->second.card] -= block->second.bytes;
        m.blocks.erase(block);
    }
    giveBack(pointer);
    return cudaSuccess;
}
cudaError_t cudaMallocHost(void** pointer, std::size_t bytes) {
    if (const cudaError_t error = entered("cudaMallocHost"); error != cudaSuccess) return error;
    *pointer = std::aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    const std::lock_guard lock(machine().mutex);
    machine().pinned[static_cast<const std::byte*>(*pointer)] = bytes;
    return cudaSuccess;
}
cudaError_t cudaFreeHost(void* pointer) {
    if (!pointer) return cudaSuccess;
    {
        const std::lock_guard lock(machine().mutex);
        machine().pinned.erase(static_cast<const std::byte*>(pointer));
    }
    giveBack(pointer);
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(std::size_t* available, std::size_t* total) {
    if (const cudaError_t error = entered("cudaMemGetInfo"); error != cudaSuccess) return error;
    const std::lock_guard lock(machine().mutex);
    *total = std::size_t(machine().spec.memory);
    *available = *total - std::size_t(machine().used[currentCard]);
    return cudaSuccess;
}
cudaError_t cudaHostRegister(void* pointer, std::size_t bytes, unsigned int) {
    if (const cudaError_t error = entered("cudaHostRegister"); error != cudaSuccess) return error;
    const std::lock_guard lock(machine().mutex);
    machine().pinned[static_cast<const std::byte*>(pointer)] = bytes;
    return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
    advanceAll();
    const std::lock_guard lock(machine().mutex);
    machine().pinned.erase(static_cast<const std::byte*>(pointer));
    return cudaSuccess;
}
cudaError_t cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
    *device = host;
    return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
    if (const cudaError_t error = entered("cudaPointerGetAttributes"); error != cudaSuccess) return error;
    const std::lock_guard lock(machine().mutex);
    *attributes = {};
    if (const Block* const block = blockOf(pointer)) {
        attributes->type = cudaMemoryTypeDevice;
        attributes->device = block->card;
    } else {
        attributes->type = isPinned(pointer) ? cudaMemoryTypeHost : cudaMemoryTypeUnregistered;
    }
    return cudaSuccess;
}

// Ordinary host memory has no business here: the driver would wait.
cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t stream) {
    if (const cudaError_t error = entered("cudaMemcpyAsync"); error != cudaSuccess) return error;
    {
        const std::lock_guard lock(machine().mutex);
        for (const void* const place : {static_cast<const void*>(to), from})
            if (!blockOf(place) && !isPinned(place)) return lastError = cudaErrorInvalidValue;
    }
    put(*queueOf(stream), [=] {
        std::memmove(to, from, bytes);
        return true;
    });
    return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes, cudaStream_t stream) {
    if (const cudaError_t error = entered("cudaMemsetAsync"); error != cudaSuccess) return error;
    put(*queueOf(stream), [=] {
        std::memset(data, value, bytes);
        return true;
    });
    return cudaSuccess;
}

}  // extern "C"
