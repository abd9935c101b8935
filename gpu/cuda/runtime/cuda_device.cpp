// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Streams, events and memory by the CUDA runtime.
#include "gpu/cuda/runtime/cuda_device.h"

#include "gpu/cuda/runtime/cuda_check.h"

#include <nvtx3/nvToolsExt.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <thread>

namespace gpu::cuda {

namespace {

constexpr std::size_t kStagingBytes = UploadRing::kBlockBytes;
constexpr int kNumbers = 3;
constexpr std::size_t kPointsAhead = 8;  // two an op
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

// Where members of this class need the card, their thread is on it before they are made.
int boundTo(int ordinal) {
    check(cudaSetDevice(ordinal), "cudaSetDevice", ordinal);
    return ordinal;
}

}  // namespace

CudaDevice::CudaDevice(int ordinal, const CancelToken& cancel, Graphs graphs, Streams streams)
    : m_ordinal(boundTo(ordinal))
    , m_cancel(cancel)
    , m_graphs(graphs)
    , m_streams(streams)
    , m_staging(ordinal, kStagingBytes)
    , m_uploads(ordinal)
    , m_recordings(ordinal) {
    for (cudaStream_t* const stream : {&m_stream, &m_lanes[0], &m_lanes[1]})
        check(cudaStreamCreateWithFlags(stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", ordinal);
    check(cudaEventCreateWithFlags(&m_reached, cudaEventDisableTiming), "cudaEventCreateWithFlags", ordinal);
    check(cudaMalloc(reinterpret_cast<void**>(&m_numbers), kNumbers * sizeof(std::int64_t)), "cudaMalloc", ordinal);
    m_noProducts = std::make_unique<NoProducts>();
    m_passes = makeCudaKernels(m_stream, *m_noProducts, {});
}

// What the driver says here no longer matters: after a lasting error it says it of everything.
CudaDevice::~CudaDevice() {
    cudaSetDevice(m_ordinal);
    m_due.clear();
    m_recordings.drop();
    giveUpSpare();
    for (const auto& [block, bytes] : m_sizes) cudaFree(block);
    for (const cudaEvent_t point : m_points) cudaEventDestroy(point);
    cudaFree(m_numbers);
    cudaEventDestroy(m_reached);
    for (const cudaStream_t stream : {m_stream, m_lanes[0], m_lanes[1]}) cudaStreamDestroy(stream);
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
    if (error == cudaErrorMemoryAllocation && !m_spare.empty() && !m_recordings.open()) {
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
    if (m_recordings.count() > 0) {
        cudaStreamSynchronize(m_stream);
        deliver();
        m_recordings.drop();
    }
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
    if (m_recordings.open()) throw std::logic_error("work that is recorded cannot be waited for");
    check(cudaEventRecord(m_reached, m_stream), "cudaEventRecord", m_ordinal);
    waitUntil(m_reached);
}

void CudaDevice::waitUntil(cudaEvent_t reached) {
    const auto start = std::chrono::steady_clock::now();
    for (;;) {
        const cudaError_t state = cudaEventQuery(reached);
        if (state == cudaSuccess) return;
        if (state != cudaErrorNotReady) check(state, "the card's work", m_ordinal);
        (void)cudaGetLastError();  // "not ready" is no error: nobody is to find it
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

void CudaDevice::deliver() {
    for (const Download& download : m_due) std::memcpy(download.host, download.from, download.bytes);
    m_due.clear();
    m_laterUsed = 0;
}

void CudaDevice::synchronise() {
    bind();
    wait();
    deliver();
}

// In pieces of the pinned staging memory, so that each wait can be given up.
void CudaDevice::copyToHost(const void* card, void* host, std::size_t bytes) {
    for (std::size_t at = 0; at < bytes; at += kStagingBytes) {
        const std::size_t piece = std::min(kStagingBytes, bytes - at);
        check(cudaMemcpyAsync(m_staging.data(), static_cast<const std::byte*>(card) + at, piece, cudaMemcpyDefault,
                              m_stream),
              "cudaMemcpyAsync", m_ordinal);
        wait();
        std::memcpy(static_cast<std::byte*>(host) + at, m_staging.data(), piece);
    }
}

void CudaDevice::copyFromHost(const void* host, void* card, std::size_t bytes) {
    if (m_recordings.open()) {
        check(cudaMemcpyAsync(card, m_recordings.forInput(host, bytes), bytes, cudaMemcpyDefault, m_stream),
              "cudaMemcpyAsync", m_ordinal);
        return;
    }
    for (std::size_t at = 0; at < bytes; at += kStagingBytes) {
        const std::size_t piece = std::min(kStagingBytes, bytes - at);
        const UploadRing::Turn turn = m_uploads.next();
        if (turn.used) waitUntil(turn.done);
        std::memcpy(turn.data, static_cast<const std::byte*>(host) + at, piece);
        check(cudaMemcpyAsync(static_cast<std::byte*>(card) + at, turn.data, piece, cudaMemcpyDefault, m_stream),
              "cudaMemcpyAsync", m_ordinal);
        check(cudaEventRecord(turn.done, m_stream), "cudaEventRecord", m_ordinal);
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
}

void CudaDevice::copyToHostLater(const void* card, void* host, std::size_t bytes) {
    bind();
    std::byte* place = nullptr;
    if (m_recordings.open()) {
        place = m_recordings.forOutput(host, bytes);
    } else {
        if (m_laterUsed == m_laterBlocks.size()) m_laterBlocks.emplace_back();
        PinnedBlock& block = m_laterBlocks[m_laterUsed++];
        if (block.size() < bytes) block = PinnedBlock(m_ordinal, bytes);
        place = block.data();
        m_due.push_back({place, host, bytes});
    }
    check(cudaMemcpyAsync(place, card, bytes, cudaMemcpyDefault, m_stream), "cudaMemcpyAsync", m_ordinal);
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
    for (const cudaStream_t stream : {m_stream, m_lanes[0], m_lanes[1]}) cudaStreamSynchronize(stream);
    cudaHostUnregister(host);
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

void CudaDevice::copyBeside(Lane lane, const void* from, void* to, std::size_t bytes) {
    bind();
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, laneOf(lane)), "cudaMemcpyAsync", m_ordinal);
}

void CudaDevice::recordBeside(Lane lane, DeviceMark* mark) {
    bind();
    check(cudaEventRecord(static_cast<Event*>(mark)->get(), laneOf(lane)), "cudaEventRecord", m_ordinal);
}

void CudaDevice::waitBeside(Lane lane, const DeviceMark* mark) {
    bind();
    check(cudaStreamWaitEvent(laneOf(lane), static_cast<const Event*>(mark)->get(), 0), "cudaStreamWaitEvent", m_ordinal);
}

void CudaDevice::beginRecording() {
    bind();
    m_recordings.begin(m_stream);
}

int CudaDevice::endRecording() {
    bind();
    const int number = m_recordings.end(m_stream);
    const std::vector<Download>& downloads = m_recordings.downloadsOf(number);
    m_due.insert(m_due.end(), downloads.begin(), downloads.end());
    return number;
}

void CudaDevice::replay(int recording, std::span<const std::span<const std::byte>> inputs) {
    bind();
    m_recordings.launch(recording, m_stream, inputs);
    const std::vector<Download>& downloads = m_recordings.downloadsOf(recording);
    m_due.insert(m_due.end(), downloads.begin(), downloads.end());
}

// What was launched may still be on its way.
void CudaDevice::dropRecordings() {
    if (m_recordings.count() == 0) return;
    synchronise();
    m_recordings.drop();
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
    // The host runs ahead of the card by some ops and no further: a run that is stopped ends soon.
    if (m_pointsUsed >= kPointsAhead) waitUntil(m_points[m_pointsUsed - kPointsAhead]);
    return int(m_pointsUsed++);
}

double CudaDevice::secondsOf(int point) {
    bind();
    waitUntil(m_points[std::size_t(point)]);
    float milliseconds = 0;
    check(cudaEventElapsedTime(&milliseconds, m_points.front(), m_points[std::size_t(point)]), "cudaEventElapsedTime",
          m_ordinal);
    return double(milliseconds) / 1e3;
}

void CudaDevice::beginRange(const char* name) { nvtxRangePushA(name); }

void CudaDevice::endRange() { nvtxRangePop(); }

}  // namespace gpu::cuda
