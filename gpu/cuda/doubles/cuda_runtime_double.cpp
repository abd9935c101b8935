// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The functions of CUDA's runtime that the back end calls, on host memory.
#include "gpu/cuda/doubles/machine_double.h"

#include <cuda_runtime_api.h>

#include <chrono>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <set>

// What a handle points at.
struct CUstream_st {
    int ofThread = 0;    // the first that its thread made is 1
    bool stuck = false;  // waits for what never comes
};
struct CUevent_st {
    std::chrono::steady_clock::time_point time;
    bool reached = true;
};

namespace gpu::cuda::doubles {

namespace {

constexpr int kHangs = -2;

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
    int recordsToHang = -1;  // −1 = never
    std::map<const std::byte*, Block> blocks;
    std::map<const std::byte*, std::size_t> pinned;
    std::map<int, std::int64_t> used, peak;
    int objects = 0;
};

Machine& machine() {
    static Machine machine;
    return machine;
}

thread_local int currentCard = 0, streamsMade = 0;
thread_local cudaError_t lastError = cudaSuccess;

// Counts the call; what it is to fail with.
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

void countObject(int change) {
    const std::lock_guard lock(machine().mutex);
    machine().objects += change;
}

}  // namespace

void install(const MachineSpec& spec) {
    Machine& m = machine();
    const std::lock_guard lock(m.mutex);
    m.spec = spec;
    m.calls.clear();
    m.plants.clear();
    m.lasting = 0;
    m.recordsToHang = -1;
    m.used.clear();
    m.peak.clear();
    lastError = cudaSuccess;
}

void plantError(const std::string& function, int calls, int error, Lasting lasting) {
    const std::lock_guard lock(machine().mutex);
    machine().plants.emplace(function, Plant{calls, error, lasting});
}

void plantHang(int records) {
    const std::lock_guard lock(machine().mutex);
    machine().recordsToHang = records;
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
    Machine& m = machine();
    const std::lock_guard lock(m.mutex);
    const auto block = m.blocks.find(static_cast<const std::byte*>(pointer));
    if (block == m.blocks.end()) return lastError = cudaErrorInvalidValue;
    m.used[block->second.card] -= block->second.bytes;
    m.blocks.erase(block);
    std::free(pointer);
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
    std::free(pointer);
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

cudaError_t cudaMemcpyAsync(void* to, const void* from, std::size_t bytes, cudaMemcpyKind, cudaStream_t) {
    if (const cudaError_t error = entered("cudaMemcpyAsync"); error != cudaSuccess) return error;
    std::memmove(to, from, bytes);
    return cudaSuccess;
}
cudaError_t cudaMemsetAsync(void* data, int value, std::size_t bytes, cudaStream_t) {
    if (const cudaError_t error = entered("cudaMemsetAsync"); error != cudaSuccess) return error;
    std::memset(data, value, bytes);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned int) {
    if (const cudaError_t error = entered("cudaStreamCreateWithFlags"); error != cudaSuccess) return error;
    *stream = new CUstream_st{++streamsMade};
    countObject(1);
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (stream) countObject(-1);
    delete stream;
    return cudaSuccess;
}
cudaError_t cudaStreamSynchronize(cudaStream_t) { return entered("cudaStreamSynchronize"); }
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int) {
    if (const cudaError_t error = entered("cudaStreamWaitEvent"); error != cudaSuccess) return error;
    const std::lock_guard lock(machine().mutex);
    if (!event->reached) stream->stuck = true;
    return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned int) {
    if (const cudaError_t error = entered("cudaEventCreateWithFlags"); error != cudaSuccess) return error;
    *event = new CUevent_st;
    countObject(1);
    return cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t* event) { return cudaEventCreateWithFlags(event, 0); }
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (event) countObject(-1);
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (const cudaError_t error = entered("cudaEventRecord"); error != cudaSuccess) return error;
    const std::lock_guard lock(machine().mutex);
    int& left = machine().recordsToHang;
    if (stream->ofThread > 1 && left > 0 && --left == 0) left = kHangs;
    if (stream->ofThread > 1 && left == kHangs) stream->stuck = true;
    event->time = std::chrono::steady_clock::now();
    event->reached = !stream->stuck;
    return cudaSuccess;
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (const cudaError_t error = entered("cudaEventQuery"); error != cudaSuccess) return error;
    const std::lock_guard lock(machine().mutex);
    return event->reached ? cudaSuccess : cudaErrorNotReady;
}
cudaError_t cudaEventElapsedTime(float* milliseconds, cudaEvent_t from, cudaEvent_t to) {
    if (const cudaError_t error = entered("cudaEventElapsedTime"); error != cudaSuccess) return error;
    *milliseconds = std::chrono::duration<float, std::milli>(to->time - from->time).count();
    return cudaSuccess;
}

}  // extern "C"
