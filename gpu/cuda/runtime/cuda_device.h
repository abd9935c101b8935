// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One rank's part of an NVIDIA GPU: a stream of its own, on which its kernels, copies and reductions happen in order, and one
// each way for copies beside them; marks are events. Several ranks may have parts of one card. Every wait of the host looks
// at the run's cancel token, so that a card that hangs (a peer of a collective is gone) ends the run and not the patience of
// its user.
#pragma once

#include "gpu/cuda/kernels/cuda_kernels.h"
#include "gpu/cuda/runtime/cuda_recordings.h"
#include "gpu/cuda/runtime/cuda_staging.h"
#include "gpu/device/cancel.h"
#include "gpu/device/device.h"

#include <cuda_runtime_api.h>

#include <array>
#include <map>
#include <unordered_map>
#include <vector>

namespace gpu::cuda {

enum class Graphs { Off, On };
enum class Streams { One, Own };  // of copies and collectives beside the computing

class CudaDevice final : public Device {
public:
    // In the rank's thread. `cancel` outlives the device.
    CudaDevice(int ordinal, const CancelToken& cancel, Graphs graphs, Streams streams);
    ~CudaDevice() override;
    CudaDevice(const CudaDevice&) = delete;
    CudaDevice& operator=(const CudaDevice&) = delete;

    [[nodiscard]] HostAccess hostAccess() const override { return HostAccess::ByCopy; }
    [[nodiscard]] std::byte* allocate(core::Bytes bytes) override;
    void release(std::byte* block) noexcept override;
    [[nodiscard]] std::optional<core::Bytes> freeMemory() const override;
    void copyBytes(const void* from, void* to, std::size_t bytes) override;
    void copyToHostLater(const void* card, void* host, std::size_t bytes) override;
    void clearBytes(void* data, std::size_t bytes) override;
    void synchronise() override;
    void pin(void* host, std::size_t bytes) override;
    void unpin(void* host) noexcept override;

    void convert(ConstVector from, Vector to) override;
    void add(ConstVector from, Vector to) override;
    void scale(Vector values, double factor) override;
    [[nodiscard]] std::int64_t largestMagnitude(std::span<const ConstVector> runs) override;
    void addSquares(std::span<const ConstVector> runs, ExactSquares& squares) override;
    // Inputs and outputs on other cards are copied here and back.
    void reduce(const gpu::ReduceCall& call) override;

    [[nodiscard]] std::unique_ptr<DeviceMark> makeMark() override;
    void record(DeviceMark* mark) override;
    void waitFor(const DeviceMark* mark) override;

    void copyBeside(Lane lane, const void* from, void* to, std::size_t bytes) override;
    void recordBeside(Lane lane, DeviceMark* mark) override;
    void waitBeside(Lane lane, const DeviceMark* mark) override;

    [[nodiscard]] bool canRecord() const override { return m_graphs == Graphs::On; }
    void beginRecording() override;
    int endRecording() override;
    void replay(int recording, std::span<const std::span<const std::byte>> inputs) override;
    [[nodiscard]] int recordings() const override { return m_recordings.count(); }
    void dropRecordings() override;

    void restartTimes() override;
    [[nodiscard]] int timePoint() override;
    [[nodiscard]] double secondsOf(int point) override;

    void beginRange(const char* name) override;
    void endRange() override;

    [[nodiscard]] int ordinal() const { return m_ordinal; }
    [[nodiscard]] cudaStream_t stream() const { return m_stream; }
    [[nodiscard]] Streams streams() const { return m_streams; }
    // Whether the memory is another card's, or the host's (pinned).
    [[nodiscard]] bool isElsewhere(const void* data) const;
    [[nodiscard]] bool isOnHost(const void* data) const;
    // Who may know better than the card why it does not end: asked while the host waits.
    class Watcher {
    public:
        virtual ~Watcher() = default;
        virtual void look(double waitedSeconds) = 0;  // throws to end the wait
        virtual void giveUp() noexcept = 0;           // the run is over: lets the card's work end
    };
    void addWatcher(Watcher& watcher) { m_watchers.push_back(&watcher); }
    void removeWatcher(Watcher& watcher) noexcept { std::erase(m_watchers, &watcher); }

private:
    void bind() const;
    // Until everything before is done.
    void wait();
    void waitUntil(cudaEvent_t reached);
    [[nodiscard]] cudaStream_t laneOf(Lane lane) const {
        return m_streams == Streams::Own ? m_lanes[std::size_t(lane)] : m_stream;
    }
    void deliver();
    void copyToHost(const void* card, void* host, std::size_t bytes);
    void copyFromHost(const void* host, void* card, std::size_t bytes);
    void giveUpSpare() noexcept;

    int m_ordinal;
    const CancelToken& m_cancel;
    Graphs m_graphs;
    Streams m_streams;
    cudaStream_t m_stream = nullptr;
    std::array<cudaStream_t, 2> m_lanes{};
    cudaEvent_t m_reached = nullptr;  // for wait()
    std::unordered_map<std::byte*, std::int64_t> m_sizes;
    std::multimap<std::int64_t, std::byte*> m_spare;  // given back, kept for the next request of their size
    PinnedBlock m_staging;  // for what the host reads
    UploadRing m_uploads;
    std::vector<PinnedBlock> m_laterBlocks;  // of downloads that are due, then spare
    std::size_t m_laterUsed = 0;
    std::vector<Download> m_due;
    CudaRecordings m_recordings;
    std::int64_t* m_numbers = nullptr;                // on the card: largest magnitude, two sums
    std::vector<cudaEvent_t> m_points;                // of the clock; the first is its start
    std::size_t m_pointsUsed = 0;
    std::vector<Watcher*> m_watchers;
    std::unique_ptr<Gemm> m_noProducts;
    std::unique_ptr<Kernels> m_passes;  // convert and scale
};

}  // namespace gpu::cuda
