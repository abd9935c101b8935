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

void TracingCommunicator::allReduce(std::span<float> data, Reduce op) {
    traced(AllReduce, data.size_bytes(), [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::allReduce(std::span<std::int64_t> data, Reduce op) {
    traced(AllReduce, data.size_bytes(), [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::allReduce(std::span<double> data, Reduce op) {
    traced(AllReduce, data.size_bytes(), [&] { m_inner->allReduce(data, op); });
}
void TracingCommunicator::reduceScatter(std::span<const float> input, std::span<float> output,
                                        std::int64_t part) {
    traced(ReduceScatter, input.size_bytes(), [&] { m_inner->reduceScatter(input, output, part); });
}
void TracingCommunicator::allGather(std::span<const float> input, std::span<float> output,
                                    std::int64_t part) {
    traced(AllGather, input.size_bytes(), [&] { m_inner->allGather(input, output, part); });
}
void TracingCommunicator::broadcast(std::span<float> data, int root) {
    traced(Broadcast, data.size_bytes(), [&] { m_inner->broadcast(data, root); });
}
void TracingCommunicator::send(std::span<const float> data, int peer) {
    traced(Send, data.size_bytes(), [&] { m_inner->send(data, peer); });
}
void TracingCommunicator::receive(std::span<float> data, int peer) {
    traced(Receive, data.size_bytes(), [&] { m_inner->receive(data, peer); });
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
