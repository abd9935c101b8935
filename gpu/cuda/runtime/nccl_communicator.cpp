// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Calls, agreement, waiting.
#include "gpu/cuda/runtime/nccl_communicator.h"

#include "gpu/cuda/runtime/cuda_check.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace gpu::cuda {

namespace {

// Of a look at what NCCL does: it puts most calls on the stream within microseconds, from a thread of its own.
constexpr auto kPatience = std::chrono::microseconds(200), kPause = std::chrono::microseconds(50);

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

int worse(int first, int second) {
    const auto isFine = [](int result) { return result == kNcclSuccess || result == kNcclInProgress; };
    return isFine(first) ? (isFine(second) ? std::max(first, second) : second) : first;
}

}  // namespace

const char* NcclCommunicator::nameOf(Operation operation) {
    switch (operation) {
    case Operation::AllReduce:
        return "all-reduce";
    case Operation::ReduceScatter:
        return "reduce-scatter";
    case Operation::AllGather:
        return "all-gather";
    case Operation::Broadcast:
        break;
    }
    return "broadcast";
}

NcclCommunicator::NcclCommunicator(Context context)
    : m_nccl(context.nccl)
    , m_options(std::move(context.options))
    , m_rank(context.rank)
    , m_device(context.device)
    , m_direct(std::move(context.direct))
    , m_id(std::move(context.id))
    , m_ends(context.ends)
    , m_cancel(context.cancel) {
    const int card = m_device.ordinal();
    check(cudaSetDevice(card), "cudaSetDevice", card);
    if (m_device.streams() == Streams::Own)
        check(cudaStreamCreateWithFlags(&m_stream, cudaStreamNonBlocking), "cudaStreamCreateWithFlags", card);
    else
        m_stream = m_device.stream();
    check(cudaEventCreateWithFlags(&m_ready, cudaEventDisableTiming), "cudaEventCreateWithFlags", card);
    for (cudaEvent_t& done : m_done)
        check(cudaEventCreateWithFlags(&done, cudaEventDisableTiming), "cudaEventCreateWithFlags", card);
    m_device.addWatcher(*this);
}

NcclCommunicator::~NcclCommunicator() {
    m_device.removeWatcher(*this);
    if (m_comm) m_ends.end(m_comm, m_device.ordinal(), m_cancel.cancelled() ? NcclEnds::How::Abort : NcclEnds::How::Orderly);
    for (const cudaEvent_t done : m_done) cudaEventDestroy(done);
    cudaEventDestroy(m_ready);
    if (m_device.streams() == Streams::Own) cudaStreamDestroy(m_stream);
}

void NcclCommunicator::allReduce(Vector data, Reduce op) {
    call(Operation::AllReduce, data.elements, data.type, [&] {
        return m_nccl.allReduce(data.data, data.data, std::size_t(data.elements), typeOf(data.type),
                                op == Reduce::Sum ? NcclOp::Sum : NcclOp::Max, m_comm, m_stream);
    });
}

void NcclCommunicator::reduceScatter(ConstVector input, Vector output, std::int64_t part) {
    call(Operation::ReduceScatter, input.elements, input.type, [&] { return scatter(input, output, part); });
}

void NcclCommunicator::reduceScatter(ConstVector input, std::span<const Piece> pieces) {
    call(Operation::ReduceScatter, input.elements, input.type, [&] {
        int result = m_nccl.groupStart();
        for (const Piece& piece : pieces)
            if (result == kNcclSuccess || result == kNcclInProgress)
                result = scatter(input.part(piece.begin, piece.elements), piece.output, piece.part);
        return worse(result, m_nccl.groupEnd());
    });
}

void NcclCommunicator::allGather(ConstVector input, Vector output, std::int64_t part) {
    call(Operation::AllGather, output.elements, output.type, [&] { return gather(input, output, part); });
}

void NcclCommunicator::broadcast(Vector data, int root) {
    call(Operation::Broadcast, data.elements, data.type, [&] {
        return m_nccl.broadcast(data.data, data.data, std::size_t(data.elements), typeOf(data.type), root, m_comm,
                                m_stream);
    });
}

Communicator::Ticket NcclCommunicator::endOverlap() {
    m_overlaps = false;
    return {.virtualEnd = double(m_calls)};
}

void NcclCommunicator::await(const Ticket& ticket) {
    const auto last = std::uint64_t(ticket.virtualEnd);
    if (last > 0) follow(last);
}

template <class Body>
void NcclCommunicator::call(Operation operation, std::int64_t elements, DType type, Body&& body) {
    if (m_abandoned) throw Cancelled();
    agree(operation, elements, type);
    const int card = m_device.ordinal();
    check(cudaSetDevice(card), "cudaSetDevice", card);
    if (!m_comm) start();
    m_lastCall = nameOf(operation);
    check(cudaEventRecord(m_ready, m_device.stream()), "cudaEventRecord", card);
    check(cudaStreamWaitEvent(m_stream, m_ready, 0), "cudaStreamWaitEvent", card);
    settle(body(), nameOf(operation));
    ++m_calls;
    check(cudaEventRecord(eventOf(m_calls), m_stream), "cudaEventRecord", card);
    if (!m_overlaps) follow(m_calls);
}

// A number that members of one call have in common; its negative, too, so that one maximum tells all of them.
void NcclCommunicator::agree(Operation operation, std::int64_t elements, DType type) {
    const std::int64_t mark = (elements << 8) + (std::int64_t(operation) << 4) + std::int64_t(type);
    std::array<std::int64_t, 2> both{mark, -mark};
    m_direct->allReduce(std::span<std::int64_t>(both), Reduce::Max);
    if (both[0] == mark && both[1] == -mark) return;
    throw CollectiveError(m_rank.value, "the ranks of " + m_options.name + " are out of step: rank " +
                                            std::to_string(m_rank.value) + " calls " + nameOf(operation) + " of " +
                                            std::to_string(elements) + " elements, another something else");
}

void NcclCommunicator::start() {
    NcclConfig config;
    settle(m_nccl.commInitRankConfig(&m_comm, size(), m_id(), rank(), &config), "start");
}

void NcclCommunicator::settle(int result, const char* operation) {
    const auto begin = std::chrono::steady_clock::now();
    const std::chrono::duration<double> patience(m_options.timeoutSeconds);
    while (result == kNcclInProgress) {
        if (const int asked = m_nccl.commGetAsyncError(m_comm, &result); asked != kNcclSuccess) result = asked;
        if (result != kNcclInProgress) break;
        if (m_cancel.cancelled()) {
            giveUp();
            throw Cancelled();
        }
        const auto waited = std::chrono::steady_clock::now() - begin;
        if (waited > patience) timedOut(operation);
        if (waited < kPatience)
            std::this_thread::yield();
        else
            std::this_thread::sleep_for(kPause);
    }
    if (result != kNcclSuccess) fail(operation, result);
}

int NcclCommunicator::scatter(ConstVector input, Vector output, std::int64_t part) {
    const NcclType type = typeOf(input.type);
    if (part * size() == input.elements)
        return m_nccl.reduceScatter(input.data, output.data, std::size_t(part), type, NcclOp::Sum, m_comm, m_stream);
    int result = m_nccl.groupStart();
    for (int member = 0; member < size() && (result == kNcclSuccess || result == kNcclInProgress); ++member) {
        const Cut cut = partOf(input.elements, part, member);
        if (cut.elements == 0) continue;
        result = m_nccl.reduce(input.from(cut.begin).data, member == rank() ? output.data : nullptr,
                               std::size_t(cut.elements), type, NcclOp::Sum, member, m_comm, m_stream);
    }
    return worse(result, m_nccl.groupEnd());
}

// Parameters that rest in pinned host memory come to their place on the card first.
int NcclCommunicator::gather(ConstVector input, Vector output, std::int64_t part) {
    const NcclType type = typeOf(output.type);
    if (input.elements > 0 && m_device.isOnHost(input.data)) {
        const Vector place = output.part(partOf(output.elements, part, rank()).begin, input.elements);
        check(cudaMemcpyAsync(place.data, input.data, std::size_t(input.bytes().value()), cudaMemcpyDefault, m_stream),
              "cudaMemcpyAsync", m_device.ordinal());
        input = place;
    }
    if (part * size() == output.elements)
        return m_nccl.allGather(input.data, output.data, std::size_t(part), type, m_comm, m_stream);
    int result = m_nccl.groupStart();
    for (int member = 0; member < size() && (result == kNcclSuccess || result == kNcclInProgress); ++member) {
        const Cut cut = partOf(output.elements, part, member);
        if (cut.elements == 0) continue;
        std::byte* const place = output.from(cut.begin).data;
        result = m_nccl.broadcast(member == rank() ? static_cast<const void*>(input.data) : place, place,
                                  std::size_t(cut.elements), type, member, m_comm, m_stream);
    }
    return worse(result, m_nccl.groupEnd());
}

void NcclCommunicator::follow(std::uint64_t call) {
    check(cudaStreamWaitEvent(m_device.stream(), eventOf(call), 0), "cudaStreamWaitEvent", m_device.ordinal());
}

void NcclCommunicator::look(double waitedSeconds) {
    if (!m_comm || m_calls == 0) return;
    int error = kNcclSuccess;
    if (const int asked = m_nccl.commGetAsyncError(m_comm, &error); asked != kNcclSuccess) error = asked;
    if (error != kNcclSuccess && error != kNcclInProgress) fail(m_lastCall, error);
    if (waitedSeconds < m_options.timeoutSeconds) return;
    const bool under = cudaEventQuery(eventOf(m_calls)) == cudaErrorNotReady;
    (void)cudaGetLastError();
    if (under) timedOut(m_lastCall);
}

void NcclCommunicator::giveUp() noexcept {
    m_abandoned = true;
    if (m_comm) m_ends.end(std::exchange(m_comm, nullptr), m_device.ordinal(), NcclEnds::How::Abort);
}

void NcclCommunicator::timedOut(const std::string& operation) {
    giveUp();
    throw CollectiveError(m_rank.value, "rank " + std::to_string(m_rank.value) + ": the " + operation + " of " +
                                            m_options.name + " did not end within " +
                                            std::to_string(int(m_options.timeoutSeconds)) + " s");
}

void NcclCommunicator::fail(const std::string& operation, int result) {
    std::string text = "rank " + std::to_string(m_rank.value) + ": the " + operation + " of " + m_options.name +
                       " failed: NCCL: " + m_nccl.getErrorString(result);
    if (const char* const last = m_nccl.getLastError(m_comm); last && *last != '\0') text += std::string(": ") + last;
    giveUp();
    throw CollectiveError(m_rank.value, text);
}

}  // namespace gpu::cuda
