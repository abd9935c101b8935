// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Totals per operation.
#include "gpu/collectives/tracing.h"

#include "core/cost/collectives.h"
#include "gpu/collectives/wait.h"

namespace gpu {

namespace {

constexpr std::array<std::string_view, 7> kNames{"all-reduce", "reduce-scatter", "all-gather", "broadcast",
                                                 "send",       "receive",        "barrier"};

constexpr std::array kKinds{core::CollectiveKind::AllReduce, core::CollectiveKind::ReduceScatter,
                            core::CollectiveKind::AllGather, core::CollectiveKind::Broadcast,
                            core::CollectiveKind::Send,      core::CollectiveKind::Barrier,
                            core::CollectiveKind::Barrier};  // who receives sends nothing

}  // namespace

template <class Call>
void TracingCommunicator::traced(Operation operation, core::Bytes handed, core::Bytes whole, Call&& call) {
    if (size() == 1) {
        call();
        return;
    }
    const auto start = WallClock::now();
    call();
    const CallTiming timing = m_inner->lastCall();
    CallTotals& totals = m_totals[operation];
    ++totals.calls;
    totals.bytes += handed;
    totals.ringTotals += core::wireBytes(kKinds[operation], size(), whole);
    totals.seconds += std::chrono::duration<double>(WallClock::now() - start).count();
    totals.timing += timing;
    m_rankTotal += timing;
}

void TracingCommunicator::allReduce(Vector data, Reduce op) {
    traced(AllReduce, data.bytes(), data.bytes(), [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::allReduce(std::span<std::int64_t> data, Reduce op) {
    const core::Bytes bytes{std::int64_t(data.size_bytes())};
    traced(AllReduce, bytes, bytes, [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::allReduceOnHost(std::span<double> data, Reduce op) {
    const core::Bytes bytes{std::int64_t(data.size_bytes())};
    traced(AllReduce, bytes, bytes, [&] { m_inner->allReduceOnHost(data, op); });
}
void TracingCommunicator::broadcastOnHost(std::span<double> data, int root) {
    const core::Bytes bytes{std::int64_t(data.size_bytes())};
    traced(Broadcast, bytes, bytes, [&] { m_inner->broadcastOnHost(data, root); });
}
void TracingCommunicator::reduceScatter(ConstVector input, Vector output, std::int64_t part) {
    traced(ReduceScatter, input.bytes(), input.bytes(), [&] { m_inner->reduceScatter(input, output, part); });
}
void TracingCommunicator::reduceScatter(ConstVector input, std::span<const Piece> pieces) {
    std::int64_t elements = 0;
    for (const Piece& piece : pieces) elements += piece.elements;
    const core::Bytes bytes(elements * bytesOf(input.type));
    traced(ReduceScatter, bytes, bytes, [&] { m_inner->reduceScatter(input, pieces); });
}
void TracingCommunicator::allGather(ConstVector input, Vector output, std::int64_t part) {
    traced(AllGather, input.bytes(), output.bytes(), [&] { m_inner->allGather(input, output, part); });
}
void TracingCommunicator::broadcast(Vector data, int root) {
    traced(Broadcast, data.bytes(), data.bytes(), [&] { m_inner->broadcast(data, root); });
}
void TracingCommunicator::send(ConstVector data, int peer) {
    traced(Send, data.bytes(), data.bytes(), [&] { m_inner->send(data, peer); });
}
void TracingCommunicator::receive(Vector data, int peer) {
    traced(Receive, data.bytes(), data.bytes(), [&] { m_inner->receive(data, peer); });
}
void TracingCommunicator::barrier() {
    traced(Barrier, core::Bytes(0), core::Bytes(0), [&] { m_inner->barrier(); });
}

void TracingCommunicator::await(const Ticket& ticket) {
    m_inner->await(ticket);
    m_rankTotal += m_inner->lastCall();
}

// A message is the sender's alone; of a ring's total, member r has the r-th of n parts, cut at whole bytes.
core::Bytes TracingCommunicator::wireShare(const CallTotals& totals, Operation operation) const {
    if (operation == Send) return totals.ringTotals;
    const std::int64_t total = totals.ringTotals.value(), n = size(), r = rank();
    const auto cut = [&](std::int64_t parts) { return total / n * parts + total % n * parts / n; };
    return core::Bytes(cut(r + 1) - cut(r));
}

core::Bytes TracingCommunicator::wireBytes() const {
    core::Bytes bytes;
    for (std::size_t i = 0; i < m_totals.size(); ++i) bytes += wireShare(m_totals[i], Operation(i));
    return bytes;
}

void TracingCommunicator::appendEvents(std::int64_t step, int globalRank,
                                       std::vector<core::CollectiveEvent>& events) const {
    for (std::size_t i = 0; i < m_totals.size(); ++i) {
        const CallTotals& totals = m_totals[i];
        if (totals.calls == 0) continue;
        events.push_back({step, globalRank, m_group, std::string(kNames[i]), totals.calls, totals.bytes,
                          wireShare(totals, Operation(i)), totals.seconds, totals.timing.waitSeconds,
                          totals.timing.linkSeconds, totals.timing.hiddenSeconds});
    }
}

}  // namespace gpu
