// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One member's side: calls, agreement, waiting.
#include "gpu/cuda/runtime/nccl_group.h"

#include "gpu/cuda/runtime/cuda_check.h"
#include "gpu/cuda/runtime/cuda_device.h"

#include <algorithm>
#include <array>
#include <string>

namespace gpu::cuda {

namespace {

constexpr std::uint64_t kTickets = 16;  // events in turn; an older ticket waits for the newer call, too

NcclType typeOf(DType type) {
    switch (type) {
    case DType::F16:
        return NcclType::Float16;
    case DType::Bf16:
        return NcclType::Bfloat16;
    case DType::F64:
        return NcclType::Float64;
    case DType::F32:
        break;
    }
    return NcclType::Float32;
}

struct Cut {
    std::int64_t begin = 0, elements = 0;
};
Cut partOf(std::int64_t elements, std::int64_t part, int member) {
    const std::int64_t begin = std::min(elements, part * member);
    return {begin, std::min(elements, begin + part) - begin};
}

class NcclCommunicator final : public Communicator, public CudaDevice::Watcher {
public:
    NcclCommunicator(const NcclLibrary& nccl, const GroupOptions& options, core::Rank rank, CudaDevice& device,
                     std::unique_ptr<Communicator> direct, const NcclId& id)
        : m_nccl(nccl)
        , m_options(options)
        , m_rank(rank)
        , m_device(device)
        , m_direct(std::move(direct)) {
        m_direct->barrier();  // initialising waits for all without a limit
        expect(m_nccl.commInitRank(&m_comm, m_direct->size(), id, m_direct->rank()), "start");
        const int card = device.ordinal();
        check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", card);
        check(cudaEventCreateWithFlags(&m_ready, cudaEventDisableTiming), "cudaEventCreateWithFlags", card);
        for (cudaEvent_t& done : m_done)
            check(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), "cudaEventCreateWithFlags", card);
        m_device.addWatcher(*this);
    }
    ~NcclCommunicator() override {
        m_device.removeWatcher(*this);
        if (m_comm) m_abandoned ? m_nccl.commAbort(m_comm) : m_nccl.commDestroy(m_comm);
        for (const cudaEvent_t done : m_done) cudaEventDestroy(done);
        cudaEventDestroy(m_ready);
        cudaStreamDestroy(m_stream);
    }
    NcclCommunicator(const NcclCommunicator&) = delete;
    NcclCommunicator& operator=(const NcclCommunicator&) = delete;

    [[nodiscard]] int rank() const override { return m_direct->rank(); }
    [[nodiscard]] int size() const override { return m_direct->size(); }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(Vector data, Reduce op) override {
        call("all-reduce", data.elements, data.type, [&] {
            return m_nccl.allReduce(data.data, data.data, std::size_t(data.elements), typeOf(data.type),
                                    op == Reduce::Sum ? NcclOp::Sum : NcclOp::Max, m_comm, m_stream);
        });
    }
    void allReduce(std::span<std::int64_t> data, Reduce op) override { m_direct->allReduce(data, op); }
    void allReduceOnHost(std::span<double> data, Reduce op) override { m_direct->allReduceOnHost(data, op); }
    void broadcastOnHost(std::span<double> data, int root) override { m_direct->broadcastOnHost(data, root); }
    void reduceScatter(ConstVector input, Vector output, std::int64_t part) override {
        call("reduce-scatter", input.elements, input.type, [&] { return scatter(input, output, part); });
    }
    void reduceScatter(ConstVector input, std::span<const Piece> pieces) override {
        call("reduce-scatter", input.elements, input.type, [&] {
            int result = m_nccl.groupStart();
            for (const Piece& piece : pieces)
                if (result == kNcclSuccess)
                    result = scatter(input.part(piece.begin, piece.elements), piece.output, piece.part);
            return std::max(result, m_nccl.groupEnd());
        });
    }
    void allGather(ConstVector input, Vector output, std::int64_t part) override {
        call("all-gather", output.elements, output.type, [&] { return gather(input, output, part); });
    }
    void broadcast(Vector data, int root) override {
        call("broadcast", data.elements, data.type, [&] {
            return m_nccl.broadcast(data.data, data.data, std::size_t(data.elements), typeOf(data.type), root, m_comm,
                                    m_stream);
        });
    }
    void send(ConstVector data, int peer) override { m_direct->send(data, peer); }
    void receive(Vector data, int peer) override { m_direct->receive(data, peer); }
    void barrier() override { m_direct->barrier(); }

    void beginOverlap() override { m_overlaps = true; }
    [[nodiscard]] Ticket endOverlap() override {
        m_overlaps = false;
        return {.virtualEnd = double(m_calls)};
    }
    void await(const Ticket& ticket) override {
        const auto last = std::uint64_t(ticket.virtualEnd);
        if (last > 0) follow(last);
    }

    // While the host waits for the card.
    void look(double waitedSeconds) override {
        if (m_calls == 0 || m_abandoned) return;
        int error = kNcclSuccess;
        if (m_nccl.commGetAsyncError(m_comm, &error) != kNcclSuccess || !(error == kNcclSuccess || error == kNcclInProgress))
            fail(m_lastCall, error);
        if (waitedSeconds < m_options.timeoutSeconds || cudaEventQuery(eventOf(m_calls)) != cudaErrorNotReady) return;
        giveUp();
        throw CollectiveError(m_rank.value, "rank " + std::to_string(m_rank.value) + ": the " + m_lastCall + " of " +
                                                m_options.name + " did not end within " +
                                                std::to_string(int(m_options.timeoutSeconds)) + " s");
    }
    void giveUp() noexcept override {
        if (m_abandoned) return;
        m_abandoned = true;
        m_nccl.commAbort(m_comm);
        m_comm = nullptr;
    }

private:
    // All at once, on the stream beside the computing; the computing follows unless the call overlaps.
    template <class Body>
    void call(const char* operation, std::int64_t elements, DType type, Body&& body) {
        agree(operation, elements, type);
        m_lastCall = operation;
        check(cudaSetDevice(m_device.ordinal()), "cudaSetDevice", m_device.ordinal());
        check(cudaEventRecord(m_ready, m_device.stream()), "cudaEventRecord", m_device.ordinal());
        check(cudaStreamWaitEvent(m_stream, m_ready, 0), "cudaStreamWaitEvent", m_device.ordinal());
        expect(body(), operation);
        ++m_calls;
        check(cudaEventRecord(eventOf(m_calls), m_stream), "cudaEventRecord", m_device.ordinal());
        if (!m_overlaps) follow(m_calls);
    }

    // A number that members of one call have in common; its negative, too, so that one maximum tells all of them.
    void agree(const char* operation, std::int64_t elements, DType type) {
        const std::int64_t mark = (elements << 8) + (std::int64_t(operation[0]) << 2 & 0xfc) + std::int64_t(type);
        std::array<std::int64_t, 2> both{mark, -mark};
        m_direct->allReduce(std::span<std::int64_t>(both), Reduce::Max);
        if (both[0] == mark && both[1] == -mark) return;
        throw CollectiveError(m_rank.value, "the ranks of " + m_options.name + " are out of step: rank " +
                                                std::to_string(m_rank.value) + " calls " + operation + " of " +
                                                std::to_string(elements) + " elements, another something else");
    }

    int scatter(ConstVector input, Vector output, std::int64_t part) {
        const NcclType type = typeOf(input.type);
        if (part * size() == input.elements)
            return m_nccl.reduceScatter(input.data, output.data, std::size_t(part), type, NcclOp::Sum, m_comm, m_stream);
        int result = m_nccl.groupStart();
        for (int member = 0; member < size() && result == kNcclSuccess; ++member) {
            const Cut cut = partOf(input.elements, part, member);
            if (cut.elements == 0) continue;
            result = m_nccl.reduce(input.from(cut.begin).data, member == rank() ? output.data : nullptr,
                                   std::size_t(cut.elements), type, NcclOp::Sum, member, m_comm, m_stream);
        }
        return std::max(result, m_nccl.groupEnd());
    }

    int gather(ConstVector input, Vector output, std::int64_t part) {
        const NcclType type = typeOf(output.type);
        if (part * size() == output.elements)
            return m_nccl.allGather(input.data, output.data, std::size_t(part), type, m_comm, m_stream);
        int result = m_nccl.groupStart();
        for (int member = 0; member < size() && result == kNcclSuccess; ++member) {
            const Cut cut = partOf(output.elements, part, member);
            if (cut.elements == 0) continue;
            std::byte* const place = output.from(cut.begin).data;
            result = m_nccl.broadcast(member == rank() ? static_cast<const void*>(input.data) : place, place,
                                      std::size_t(cut.elements), type, member, m_comm, m_stream);
        }
        return std::max(result, m_nccl.groupEnd());
    }

    void follow(std::uint64_t call) {
        check(cudaStreamWaitEvent(m_device.stream(), eventOf(call), 0), "cudaStreamWaitEvent", m_device.ordinal());
    }
    [[nodiscard]] cudaEvent_t eventOf(std::uint64_t call) const { return m_done[call % kTickets]; }

    void expect(int result, const char* operation) {
        if (result != kNcclSuccess && result != kNcclInProgress) fail(operation, result);
    }
    [[noreturn]] void fail(const std::string& operation, int result) {
        std::string text = "rank " + std::to_string(m_rank.value) + ": the " + operation + " of " + m_options.name +
                           " failed: NCCL: " + m_nccl.getErrorString(result);
        if (const char* const last = m_nccl.getLastError(m_comm); last && *last != '\0') text += std::string(": ") + last;
        giveUp();
        throw CollectiveError(m_rank.value, text);
    }

    const NcclLibrary& m_nccl;
    GroupOptions m_options;
    core::Rank m_rank;
    CudaDevice& m_device;
    std::unique_ptr<Communicator> m_direct;
    NcclComm m_comm = nullptr;
    cudaStream_t m_stream = nullptr;
    cudaEvent_t m_ready = nullptr;
    std::array<cudaEvent_t, kTickets> m_done{};
    std::uint64_t m_calls = 0;
    std::string m_lastCall = "start";
    bool m_overlaps = false, m_abandoned = false;
};

}  // namespace

NcclGroup::NcclGroup(std::vector<core::Rank> members, const GroupOptions& options, const NcclLibrary& library,
                     std::unique_ptr<CollectiveGroup> direct)
    : m_members(std::move(members))
    , m_options(options)
    , m_library(library)
    , m_direct(std::move(direct)) {}

NcclId NcclGroup::id() {
    const std::lock_guard lock(m_mutex);
    if (m_id) return *m_id;
    NcclId id{};
    if (const int result = m_library.getUniqueId(&id); result != kNcclSuccess)
        throw CollectiveError(m_members.front().value,
                              m_options.name + " cannot start: NCCL: " + m_library.getErrorString(result));
    return *(m_id = id);
}

std::unique_ptr<Communicator> NcclGroup::join(int member, VirtualClock& clock, Device& device) {
    auto& card = static_cast<CudaDevice&>(device);
    return std::make_unique<NcclCommunicator>(m_library, m_options, m_members[std::size_t(member)], card,
                                              m_direct->join(member, clock, device), id());
}

}  // namespace gpu::cuda
