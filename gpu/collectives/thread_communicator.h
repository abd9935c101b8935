// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One member's side of a ThreadGroup; callers see the Communicator. Used by the member's thread only.
#pragma once

#include "gpu/collectives/thread_group_shared.h"

namespace gpu {

class ThreadCommunicator final : public Communicator {
public:
    ThreadCommunicator(ThreadGroup::Shared& group, int member, VirtualClock& clock)
        : m_group(group)
        , m_member(member)
        , m_clock(clock) {}

    [[nodiscard]] int rank() const override { return m_member; }
    [[nodiscard]] int size() const override { return m_group.size(); }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(Vector data, Reduce op) override;
    void allReduce(std::span<std::int64_t> data, Reduce op) override;
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
    template <class T>
    void allReduceOf(std::span<T> data, int type, Reduce op);
    template <class T>
    void allReduceSmall(std::span<T> data, Reduce op);
    template <class T>
    void allReduceSlice(std::span<T> data, Reduce op);
    // visit(sums, first element, elements) for the elements [begin, end) of all members' inputs.
    template <class T, class Visit>
    void forReducedBlocks(std::size_t begin, std::size_t end, Reduce op, const Visit& visit);

    [[nodiscard]] CallSlot& own() { return m_group.slot(m_call, m_member); }
    [[nodiscard]] const CallSlot& of(int member) { return m_group.slot(m_call, member); }
    // Books the compute so far and fills this member's slot of a new call.
    CallSlot& enter(core::CollectiveKind kind, int type, std::size_t elements, int detail);
    // When the group's channel is free again, in this step's virtual time.
    [[nodiscard]] double channelFree();
    // Of elements [begin, end) of all inputs, into `out`.
    void scatterSums(DType type, std::size_t begin, std::size_t end, Vector out);
    // First meeting: all slots are filled, checked and the clocks aligned.
    void assemble(core::Bytes linkBytes);
    // Where links delay people too: returns at `end`.
    void waitForLink(WallClock::time_point end) const;
    // Second meeting: nobody reads this member's buffers any more.
    void disperse();
    void leave() { m_clock.skip(); }

    ThreadGroup::Shared& m_group;
    int m_member;
    VirtualClock& m_clock;
    std::uint64_t m_call = 0;
    std::uint64_t m_meeting = 0;
    CallTiming m_timing;
    bool m_overlaps = false;
    Ticket m_channel;        // end of the last overlapped call
    int m_channelStep = -1;  // the clock's restarts when it was made
};

}  // namespace gpu
