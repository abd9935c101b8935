// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Streams, events and memory by the CUDA runtime.
#include "gpu/cuda/runtime/cuda_device.h"

#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/cuda/runtime/cuda_check.h"
#include "gpu/kernels/exact_norm.h"

#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace gpu::cuda {

namespace {

constexpr std::size_t kStagingBytes = std::size_t(1) << 20;
constexpr int kNumbers = 3;
constexpr auto kPatience = std::chrono::microseconds(100);  // of a wait, before it sleeps between looks

class Event final : public DeviceMark {
public:
    explicit Event(int ordinal) {
        check(cudaEventCreateWithFlags(&m_event, cudaEventDisableTiming), "cudaEventCreateWithFlags", ordinal);
    }
    ~Event() override { cudaEventDestroy(m_event); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;
    [[nodiscard]] cudaEvent_t get() const { return m_event; }

private:
    cudaEvent_t m_event = nullptr;
};

class NoProducts final : public Gemm {
public:
    [[nodiscard]] bool fuses(const Product&) const override { return false; }
    void multiply(const Product&) override { throw std::logic_error("a device's own passes multiply nothing"); }
};

}  // namespace

CudaDevice::CudaDevice(int ordinal, const CancelToken& cancel)
    : m_ordinal(ordinal)
    , m_cancel(cancel) {
    bind();
    check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", ordinal);
    check(cudaEventCreateWithFlags(&m_reached, cudaEventDisableTiming), "cudaEventCreateWithFlags", ordinal);
    check(cudaMalloc(reinterpret_cast<void**>(&m_numbers), kNumbers * sizeof(std::int64_t)), "cudaMalloc", ordinal);
    check(cudaMallocHost(reinterpret_cast<void**>(&m_staging), kStagingBytes), "cudaMallocHost", ordinal);
    m_noProducts = std::make_unique<NoProducts>();
    m_passes = makeCudaKernels(m_stream, *m_noProducts, {});
}

// What the driver says here no longer matters: after a lasting error it says it of everything.
CudaDevice::~CudaDevice() {
    cudaSetDevice(m_ordinal);
    giveUpSpare();
    for (const auto& [block, bytes] : m_sizes) cudaFree(block);
    for (const cudaEvent_t point : m_points) cudaEventDestroy(point);
    cudaFreeHost(m_staging);
    cudaFree(m_numbers);
    cudaEventDestroy(m_reached);
    cudaStreamDestroy(m_stream);
}

void CudaDevice::bind() const { check(cudaSetDevice(m_ordinal), "cudaSetDevice", m_ordinal); }

std::byte* CudaDevice::allocate(core::Bytes bytes) {
    const std::int64_t wanted = std::max<std::int64_t>(bytes.value(), 1);
    if (const auto spare = m_spare.find(wanted); spare != m_spare.end()) {
        std::byte* const block = spare->second;
        m_spare.erase(spare);
        return block;
    }
    bind();
    void* block = nullptr;
    cudaError_t error = cudaMalloc(&block, std::size_t(wanted));
    if (error == cudaErrorMemoryAllocation && !m_spare.empty()) {
        (void)cudaGetLastError();
        giveUpSpare();
        error = cudaMalloc(&block, std::size_t(wanted));
    }
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();  // the run goes on from here; the next launch must not find it
        return nullptr;
    }
    check(error, "cudaMalloc", m_ordinal);
    m_sizes[static_cast<std::byte*>(block)] = wanted;
    return static_cast<std::byte*>(block);
}

void CudaDevice::release(std::byte* block) noexcept { m_spare.emplace(m_sizes.at(block), block); }

void CudaDevice::giveUpSpare() noexcept {
    for (const auto& [bytes, block] : m_spare) {
        cudaFree(block);
        m_sizes.erase(block);
    }
    m_spare.clear();
}

std::optional<core::Bytes> CudaDevice::freeMemory() const {
    std::size_t available = 0, total = 0;
    bind();
    check(cudaMemGetInfo(&available, &total), "cudaMemGetInfo", m_ordinal);
    return core::Bytes(std::int64_t(available));
}

void CudaDevice::wait() {
    check(cudaEventRecord(m_reached, m_stream), "cudaEventRecord", m_ordinal);
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
        const cudaError_t state = cudaEventQuery(m_reached);
        if (state == cudaSuccess) return;
        if (state != cudaErrorNotReady) check(state, "the card's work", m_ordinal);
        if (m_cancel.cancelled()) {
            for (Watcher* const watcher : m_watchers) watcher->giveUp();
            throw Cancelled();
        }
        const auto waited = std::chrono::steady_clock::now() - start;
        if (waited < kPatience) {
            std::this_thread::yield();
            continue;
        }
        for (Watcher* const watcher : m_watchers) watcher->look(std::chrono::duration<double>(waited).count());
        std::this_thread::sleep_for(kPatience / 4);
    }
}

void CudaDevice::synchronise() {
    bind();
    wait();
}

// In pieces of the pinned staging memory, so that each wait can be given up.
void CudaDevice::copyToHost(const void* card, void* host, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += kStagingBytes) {
        const std::size_t piece = std::min(kStagingBytes, bytes - at);
        check(cudaMemcpyAsync(m_staging, static_cast<const std::byte*>(card) + at, piece, cudaMemcpyDefault, m_stream),
              "cudaMemcpyAsync", m_ordinal);
        wait();
        std::memcpy(static_cast<std::byte*>(host) + at, m_staging, piece);
    }
}

// The driver's own way with pageable memory waits for the stream inside the call, where nobody can give up.
void CudaDevice::copyFromHost(const void* host, void* card, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += kStagingBytes) {
        const std::size_t piece = std::min(kStagingBytes, bytes - at);
        std::memcpy(m_staging, static_cast<const std::byte*>(host) + at, piece);
        check(cudaMemcpyAsync(static_cast<std::byte*>(card) + at, m_staging, piece, cudaMemcpyDefault, m_stream),
              "cudaMemcpyAsync", m_ordinal);
        wait();
    }
}

void CudaDevice::copyBytes(const void* from, void* to, std::size_t bytes) {
    bind();
    cudaPointerAttributes source{}, target{};
    check(cudaPointerGetAttributes(&source, from), "cudaPointerGetAttributes", m_ordinal);
    check(cudaPointerGetAttributes(&target, to), "cudaPointerGetAttributes", m_ordinal);
    if (target.type == cudaMemoryTypeUnregistered) return copyToHost(from, to, bytes);
    if (source.type == cudaMemoryTypeUnregistered) return copyFromHost(from, to, bytes);
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, m_stream), "cudaMemcpyAsync", m_ordinal);
    if (source.type == cudaMemoryTypeHost || target.type == cudaMemoryTypeHost) wait();
}

void CudaDevice::clearBytes(void* data, std::size_t bytes) {
    bind();
    check(cudaMemsetAsync(data, 0, bytes, m_stream), "cudaMemsetAsync", m_ordinal);
}

void CudaDevice::pin(void* host, std::size_t bytes) {
    bind();
    check(cudaHostRegister(host, bytes, cudaHostRegisterPortable | cudaHostRegisterMapped), "cudaHostRegister",
          m_ordinal);
    void* seen = nullptr;
    check(cudaHostGetDevicePointer(&seen, host, 0), "cudaHostGetDevicePointer", m_ordinal);
    if (seen != host)
        throw DeviceError("card " + std::to_string(m_ordinal) + " cannot reach offloaded host memory by its address");
}

void CudaDevice::unpin(void* host) noexcept {
    cudaSetDevice(m_ordinal);
    cudaStreamSynchronize(m_stream);
    cudaHostUnregister(host);
}

void CudaDevice::convert(ConstVector from, Vector to) {
    bind();
    if (from.type == to.type) return copy(from, to);
    m_passes->convert(from, to);
}

void CudaDevice::add(ConstVector from, Vector to) {
    bind();
    cuda::add(m_stream, from, to);
}

void CudaDevice::scale(Vector values, double factor) {
    bind();
    scaleValues(m_stream, values, factor);
}

std::int64_t CudaDevice::largestMagnitude(std::span<const ConstVector> runs) {
    bind();
    clearBytes(m_numbers, sizeof(std::int64_t));
    for (const ConstVector& run : runs)
        if (run.elements > 0) cuda::largestMagnitude(m_stream, run, m_numbers);
    std::int64_t largest = 0;
    copyToHost(m_numbers, &largest, sizeof largest);
    return largest;
}

void CudaDevice::addSquares(std::span<const ConstVector> runs, ExactSquares& squares) {
    if (squares.quantum() == 0) return;
    bind();
    std::int64_t* const sums = m_numbers + 1;
    clearBytes(sums, 2 * sizeof(std::int64_t));
    for (const ConstVector& run : runs)
        if (run.elements > 0) addExactSquares(m_stream, run, squares.quantum(), sums);
    std::int64_t found[2] = {};
    copyToHost(sums, found, sizeof found);
    squares.sums()[0] += found[0];
    squares.sums()[1] += found[1];
}

bool CudaDevice::isElsewhere(const void* data) const {
    cudaPointerAttributes attributes{};
    check(cudaPointerGetAttributes(&attributes, data), "cudaPointerGetAttributes", m_ordinal);
    return attributes.type == cudaMemoryTypeDevice && attributes.device != m_ordinal;
}

void CudaDevice::reduce(const gpu::ReduceCall& call) {
    constexpr std::size_t kMost = cuda::ReduceCall::kMost;
    if (call.inputs.size() > kMost || call.outputs.size() > kMost)
        throw DeviceError("a reduction over more than " + std::to_string(kMost) + " ranks");
    bind();
    const std::size_t bytes = std::size_t(call.elements) * std::size_t(bytesOf(call.type));
    std::vector<std::byte*> borrowed;
    const auto borrow = [&] {
        std::byte* const block = allocate(core::Bytes(std::int64_t(bytes)));
        if (!block) throw DeviceError("card " + std::to_string(m_ordinal) + " has no memory for another card's numbers");
        borrowed.push_back(block);
        return block;
    };
    cuda::ReduceCall here;
    here.type = call.type;
    here.combine = call.op == Reduce::Sum ? Combine::Sum : Combine::Max;
    here.elements = call.elements;
    here.members = int(call.inputs.size());
    here.copies = int(call.outputs.size());
    for (std::size_t i = 0; i < call.inputs.size(); ++i) {
        here.inputs[i] = call.inputs[i];
        if (!isElsewhere(call.inputs[i])) continue;
        std::byte* const block = borrow();
        copyBytes(call.inputs[i], block, bytes);
        here.inputs[i] = block;
    }
    for (std::size_t i = 0; i < call.outputs.size(); ++i)
        here.outputs[i] = isElsewhere(call.outputs[i]) ? borrow() : call.outputs[i];
    cuda::reduce(m_stream, here);
    for (std::size_t i = 0; i < call.outputs.size(); ++i)
        if (here.outputs[i] != call.outputs[i]) copyBytes(here.outputs[i], call.outputs[i], bytes);
    for (std::byte* const block : borrowed) release(block);
}

std::unique_ptr<DeviceMark> CudaDevice::makeMark() {
    bind();
    return std::make_unique<Event>(m_ordinal);
}

void CudaDevice::record(DeviceMark* mark) {
    bind();
    check(cudaEventRecord(static_cast<Event*>(mark)->get(), m_stream), "cudaEventRecord", m_ordinal);
}

void CudaDevice::waitFor(const DeviceMark* mark) {
    if (!mark) return;
    bind();
    check(cudaStreamWaitEvent(m_stream, static_cast<const Event*>(mark)->get(), 0), "cudaStreamWaitEvent", m_ordinal);
}

void CudaDevice::restartTimes() {
    m_pointsUsed = 0;
    (void)timePoint();
}

int CudaDevice::timePoint() {
    bind();
    if (m_pointsUsed == m_points.size()) {
        m_points.emplace_back();
        check(cudaEventCreate(&m_points.back()), "cudaEventCreate", m_ordinal);
    }
    check(cudaEventRecord(m_points[m_pointsUsed], m_stream), "cudaEventRecord", m_ordinal);
    return int(m_pointsUsed++);
}

double CudaDevice::secondsOf(int point) {
    bind();
    if (cudaEventQuery(m_points[std::size_t(point)]) == cudaErrorNotReady) wait();
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, m_points.front(), m_points[std::size_t(point)]), "cudaEventElapsedTime",
          m_ordinal);
    return double(milliseconds) / 1e3;
}

void CudaDevice::beginRange(const char* name) { nvtxRangePushA(name); }

void CudaDevice::endRange() { nvtxRangePop(); }

}  // namespace gpu::cuda
