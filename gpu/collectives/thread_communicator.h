// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One member's side of a ThreadGroup; callers see the Communicator. Used by the member's thread only.
#pragma once

#include "gpu/collectives/thread_group_shared.h"

namespace gpu {

class ThreadCommunicator final : public Communicator {
public:
    ThreadCommunicator(ThreadGroup::Shared& group, int member, VirtualClock& clock, Device& device);

    [[nodiscard]] int rank() const override { return m_member; }
    [[nodiscard]] int size() const override { return m_group.size(); }

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

    void beginOverlap() override { m_overlaps = true; }
    [[nodiscard]] Ticket endOverlap() override;
    void await(const Ticket& ticket) override;

    [[nodiscard]] CallTiming lastCall() const override { return m_timing; }

private:
    // Of host memory.
    template <class T>
    void allReduceOf(std::span<T> data, int type, Reduce op);
    template <class T>
    void allReduceSmall(std::span<T> data, Reduce op);
    template <class T>
    void allReduceSlice(std::span<T> data, Reduce op);
    void allReduceOnCard(Vector data, Reduce op);

    [[nodiscard]] CallSlot& own() { return m_group.slot(m_call, m_member); }
    [[nodiscard]] const CallSlot& of(int member) { return m_group.slot(m_call, member); }
    // Books the compute so far and fills this member's slot of a new call.
    CallSlot& enter(core::CollectiveKind kind, int type, std::size_t elements, int detail);
    // When the group's channel is free again, in this step's virtual time.
    [[nodiscard]] double channelFree();
    // Elements [begin, begin + elements) of all members' inputs, reduced into `outputs`.
    void reduceInputs(DType type, std::size_t begin, std::size_t elements, Reduce op, std::span<void* const> outputs);
    // First meeting: all slots are filled, checked and the clocks aligned.
    void assemble(core::Bytes linkBytes);
    // The same, and this member's device finds the others' inputs as they are meant.
    void assembleOnCard(core::Bytes linkBytes);
    // Where links delay people too: returns at `end`.
    void waitForLink(WallClock::time_point end) const;
    // Second meeting: nobody reads this member's buffers any more.
    void disperse();
    void disperseOnCard();
    void leave() { m_clock.skip(); }

    ThreadGroup::Shared& m_group;
    int m_member;
    VirtualClock& m_clock;
    Device& m_device;
    std::vector<const void*> m_inputs;  // by member, of the reduction under way
    std::vector<void*> m_outputs;
    std::uint64_t m_call = 0;
    std::uint64_t m_meeting = 0;
    CallTiming m_timing;
    bool m_overlaps = false;
    Ticket m_channel;        // end of the last overlapped call
    int m_channelStep = -1;  // the clock's restarts when it was made
};

}  // namespace gpu
