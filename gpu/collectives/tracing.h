// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Decorator that counts what passes through a communicator: calls, payload bytes, wall seconds, the wait
// before the last member arrived, modelled link seconds. Used by the rank's thread only.
#pragma once

#include "core/telemetry/events.h"
#include "gpu/collectives/communicator.h"

#include <array>
#include <memory>
#include <string_view>

namespace gpu {

// Totals of one operation since the last reset.
struct CallTotals {
    std::int64_t calls = 0;
    core::Bytes bytes;
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
    void reduceScatter(ConstVector input, Vector output, std::int64_t part) override;
    void allGather(ConstVector input, Vector output, std::int64_t part) override;
    void broadcast(Vector data, int root) override;
    void send(ConstVector data, int peer) override;
    void receive(Vector data, int peer) override;
    void barrier() override;
    [[nodiscard]] CallTiming lastCall() const override { return m_inner->lastCall(); }

    // One event per operation that was called since the last reset.
    void appendEvents(std::int64_t step, int globalRank, std::vector<core::CollectiveEvent>& events) const;
    void reset() { m_totals = {}; }

private:
    enum Operation { AllReduce, ReduceScatter, AllGather, Broadcast, Send, Receive, Barrier, kOperations };
    template <class Call>
    void traced(Operation operation, std::size_t bytes, Call&& call);

    std::unique_ptr<Communicator> m_inner;
    core::GroupKind m_group;
    CallTiming& m_rankTotal;
    std::array<CallTotals, kOperations> m_totals{};
};

}  // namespace gpu
