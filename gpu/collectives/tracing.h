// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decorator that counts what passes through a communicator: calls, payload bytes, this rank's share of what a ring sends
// for them, wall seconds, the wait before the last member arrived, modelled link seconds. The prediction of the bytes:
// core/cost/traffic.h. Used by the rank's thread only.
#pragma once

#include "core/telemetry/events.h"
#include "gpu/collectives/communicator.h"

#include <array>
#include <memory>

namespace gpu {

// Totals of one operation since the last reset.
struct CallTotals {
    std::int64_t calls = 0;
    core::Bytes bytes;       // handed in by this rank
    core::Bytes ringTotals;  // sum of core::wireBytes(), of all members
    double seconds = 0;
    CallTiming timing;
};

class TracingCommunicator final : public Communicator {
public:
    // `rankTotal` sums the timing of all communicators of the rank; the caller resets it.
    TracingCommunicator(std::unique_ptr<Communicator> inner, core::GroupKind group, CallTiming& rankTotal)
        : m_inner(std::move(inner))
        , m_group(group)
        , m_rankTotal(rankTotal) {}

    [[nodiscard]] int rank() const override { return m_inner->rank(); }
    [[nodiscard]] int size() const override { return m_inner->size(); }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(Vector data, Reduce op) override;
    void allReduce(std::span<std::int64_t> data, Reduce op) override;
    void allReduceOnHost(std::span<double> data, Reduce op) override;
    void broadcastOnHost(std::span<double> data, int root) override;
    void reduceScatter(ConstVector input, Vector output, std::int64_t part) override;
    void reduceScatter(ConstVector input, std::span<const Piece> pieces) override;
    void allGather(ConstVector input, Vector output, std::int64_t part) override;
    void broadcast(Vector data, int root) override;
    void send(ConstVector data, int peer) override;
    void receive(Vector data, int peer) override;
    void barrier() override;
    void beginOverlap() override { m_inner->beginOverlap(); }
    [[nodiscard]] Ticket endOverlap() override { return m_inner->endOverlap(); }
    void await(const Ticket& ticket) override;
    [[nodiscard]] CallTiming lastCall() const override { return m_inner->lastCall(); }

    [[nodiscard]] core::GroupKind group() const { return m_group; }
    // Bytes that a ring sends from this rank since the last reset. Shares of what does not divide differ by a byte;
    // those of all members add up.
    [[nodiscard]] core::Bytes wireBytes() const;

    // Virtual seconds since the last reset in which this rank waited for messages on their link. They occupy no card:
    // idle time (core/cost/step_breakdown.h).
    [[nodiscard]] double messageSeconds() const { return m_totals[Receive].timing.linkSeconds; }

    // One event per operation that was called since the last reset.
    void appendEvents(std::int64_t step, int globalRank, std::vector<core::CollectiveEvent>& events) const;
    void reset() { m_totals = {}; }

private:
    enum Operation { AllReduce, ReduceScatter, AllGather, Broadcast, Send, Receive, Barrier, kOperations };
    // `handed`: by this rank. `whole`: the buffer that the group's ring moves.
    template <class Call>
    void traced(Operation operation, core::Bytes handed, core::Bytes whole, Call&& call);
    [[nodiscard]] core::Bytes wireShare(const CallTotals& totals, Operation operation) const;

    std::unique_ptr<Communicator> m_inner;
    core::GroupKind m_group;
    CallTiming& m_rankTotal;
    std::array<CallTotals, kOperations> m_totals{};
};

}  // namespace gpu
