// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One member's side of a NcclGroup; callers see the Communicator. NCCL's communicator starts with the first collective, and
// none of its calls blocks: while one is under way the host looks whether the run is over or the group's time is up. Used by
// the member's thread only.
#pragma once

#include "gpu/collectives/group.h"
#include "gpu/cuda/runtime/cuda_device.h"
#include "gpu/cuda/runtime/nccl_ends.h"
#include "gpu/cuda/runtime/nccl_library.h"

#include <array>
#include <functional>
#include <memory>
#include <string>

namespace gpu::cuda {

class NcclCommunicator final : public Communicator, public CudaDevice::Watcher {
public:
    struct Context {
        const NcclLibrary& nccl;
        GroupOptions options;
        core::Rank rank;  // of the job
        CudaDevice& device;
        std::unique_ptr<Communicator> direct;  // of the same members
        std::function<NcclId()> id;            // the group's, the same for all members
        NcclEnds& ends;
        const CancelToken& cancel;
    };
    explicit NcclCommunicator(Context context);
    ~NcclCommunicator() override;
    NcclCommunicator(const NcclCommunicator&) = delete;
    NcclCommunicator& operator=(const NcclCommunicator&) = delete;

    [[nodiscard]] int rank() const override { return m_direct->rank(); }
    [[nodiscard]] int size() const override { return m_direct->size(); }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(Vector data, Reduce op) override;
    void allReduce(std::span<std::int64_t> data, Reduce op) override { m_direct->allReduce(data, op); }
    void allReduceOnHost(std::span<double> data, Reduce op) override { m_direct->allReduceOnHost(data, op); }
    void broadcastOnHost(std::span<double> data, int root) override { m_direct->broadcastOnHost(data, root); }
    void reduceScatter(ConstVector input, Vector output, std::int64_t part) override;
    void reduceScatter(ConstVector input, std::span<const Piece> pieces) override;
    void allGather(ConstVector input, Vector output, std::int64_t part) override;
    void broadcast(Vector data, int root) override;
    void send(ConstVector data, int peer) override { m_direct->send(data, peer); }
    void receive(Vector data, int peer) override { m_direct->receive(data, peer); }
    void barrier() override { m_direct->barrier(); }

    void beginOverlap() override { m_overlaps = true; }
    [[nodiscard]] Ticket endOverlap() override;
    void await(const Ticket& ticket) override;

    // While the host waits for the card.
    void look(double waitedSeconds) override;
    void giveUp() noexcept override;

private:
    enum class Operation { AllReduce, ReduceScatter, AllGather, Broadcast };
    [[nodiscard]] static const char* nameOf(Operation operation);

    static constexpr std::uint64_t kTickets = 16;  // events in turn; an older ticket waits for the newer call, too

    // All at once, on the stream beside the computing; the computing follows unless the call overlaps.
    template <class Body>
    void call(Operation operation, std::int64_t elements, DType type, Body&& body);
    void agree(Operation operation, std::int64_t elements, DType type);
    void start();
    // Until NCCL has done on the host's side what it was asked for: `result` is the call's.
    void settle(int result, const char* operation);
    int scatter(ConstVector input, Vector output, std::int64_t part);
    int gather(ConstVector input, Vector output, std::int64_t part);
    void follow(std::uint64_t call);
    [[nodiscard]] cudaEvent_t eventOf(std::uint64_t call) const { return m_done[call % kTickets]; }
    [[noreturn]] void fail(const std::string& operation, int result);
    [[noreturn]] void timedOut(const std::string& operation);

    const NcclLibrary& m_nccl;
    GroupOptions m_options;
    core::Rank m_rank;
    CudaDevice& m_device;
    std::unique_ptr<Communicator> m_direct;
    std::function<NcclId()> m_id;
    NcclEnds& m_ends;
    const CancelToken& m_cancel;
    NcclComm m_comm = nullptr;
    cudaStream_t m_stream = nullptr;
    cudaEvent_t m_ready = nullptr;
    std::array<cudaEvent_t, kTickets> m_done{};
    std::uint64_t m_calls = 0;
    std::string m_lastCall;
    bool m_overlaps = false, m_abandoned = false;
};

}  // namespace gpu::cuda
