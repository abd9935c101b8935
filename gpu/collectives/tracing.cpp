// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Totals per operation.
#include "gpu/collectives/tracing.h"

#include "gpu/collectives/wait.h"

namespace gpu {

namespace {

constexpr std::array<std::string_view, 7> kNames{"all-reduce", "reduce-scatter", "all-gather", "broadcast",
                                                 "send",       "receive",        "barrier"};

std::size_t bytesOf(ConstVector data) { return std::size_t(data.bytes().value()); }

}  // namespace

template <class Call>
void TracingCommunicator::traced(Operation operation, std::size_t bytes, Call&& call) {
    if (size() == 1) {
        call();
        return;
    }
    const auto start = WallClock::now();
    call();
    const CallTiming timing = m_inner->lastCall();
    CallTotals& totals = m_totals[operation];
    ++totals.calls;
    totals.bytes += core::Bytes(std::int64_t(bytes));
    totals.seconds += std::chrono::duration<double>(WallClock::now() - start).count();
    totals.timing += timing;
    m_rankTotal += timing;
}

void TracingCommunicator::allReduce(Vector data, Reduce op) {
    traced(AllReduce, bytesOf(data), [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::allReduce(std::span<std::int64_t> data, Reduce op) {
    traced(AllReduce, data.size_bytes(), [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::reduceScatter(ConstVector input, Vector output, std::int64_t part) {
    traced(ReduceScatter, bytesOf(input), [&] { m_inner->reduceScatter(input, output, part); });
}
void TracingCommunicator::allGather(ConstVector input, Vector output, std::int64_t part) {
    traced(AllGather, bytesOf(input), [&] { m_inner->allGather(input, output, part); });
}
void TracingCommunicator::broadcast(Vector data, int root) {
    traced(Broadcast, bytesOf(data), [&] { m_inner->broadcast(data, root); });
}
void TracingCommunicator::send(ConstVector data, int peer) {
    traced(Send, bytesOf(data), [&] { m_inner->send(data, peer); });
}
void TracingCommunicator::receive(Vector data, int peer) {
    traced(Receive, bytesOf(data), [&] { m_inner->receive(data, peer); });
}
void TracingCommunicator::barrier() {
    traced(Barrier, 0, [&] { m_inner->barrier(); });
}

void TracingCommunicator::appendEvents(std::int64_t step, int globalRank,
                                       std::vector<core::CollectiveEvent>& events) const {
    for (std::size_t i = 0; i < m_totals.size(); ++i) {
        const CallTotals& totals = m_totals[i];
        if (totals.calls == 0) continue;
        events.push_back({step, globalRank, m_group, std::string(kNames[i]), totals.calls, totals.bytes,
                          totals.seconds, totals.timing.waitSeconds, totals.timing.linkSeconds});
    }
}

}  // namespace gpu
