// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The meeting point of a group of threads and its checks.
#include "gpu/collectives/thread_communicator.h"
#include "gpu/collectives/thread_group_shared.h"

#include <fmt/format.h>

namespace gpu {

ThreadGroup::Shared::Shared(std::vector<core::Rank> members, const Options& options,
                            const CancelToken& cancel)
    : m_members(std::move(members))
    , m_options(options)
    , m_cancel(cancel)
    , m_slots(2 * m_members.size())
    , m_progress(m_members.size())
    , m_mailboxes(m_members.size() * m_members.size()) {}

void ThreadGroup::Shared::meet(int member, std::uint64_t index) {
    const std::uint32_t generation = m_generation.value();
    m_progress[std::size_t(member)].meetings.store(index, std::memory_order_release);
    if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == size()) {
        m_arrived.store(0, std::memory_order_relaxed);
        m_generation.advance();
        return;
    }
    const auto timeout = std::chrono::duration<double>(m_options.timeoutSeconds);
    const auto deadline = WallClock::now() + std::chrono::duration_cast<WallClock::duration>(timeout);
    if (m_generation.waitWhile(generation, m_cancel, deadline) == WaitResult::TimedOut) reportMissing(index);
}

void ThreadGroup::Shared::reportMissing(std::uint64_t index) const {
    for (int member = 0; member < size(); ++member) {
        if (m_progress[std::size_t(member)].meetings.load(std::memory_order_acquire) >= index) continue;
        const int rank = globalRank(member).value;
        throw CollectiveError(rank, fmt::format("rank {} did not join a collective within {:g} s", rank,
                                                m_options.timeoutSeconds));
    }
    throw CollectiveError(globalRank(0).value,
                          "a collective timed out although all of its members had arrived");
}

void ThreadGroup::Shared::checkAgreement(std::uint64_t call) {
    int odd = -1, fewest = size() + 1;
    for (int member = 0; member < size(); ++member) {
        int agreeing = 0;
        for (int other = 0; other < size(); ++other)
            agreeing += slot(call, member).agreesWith(slot(call, other)) ? 1 : 0;
        if (agreeing <= fewest) {
            fewest = agreeing;
            odd = member;
        }
    }
    if (fewest == size()) return;
    const CallSlot& wrong = slot(call, odd);
    const CallSlot& right = slot(call, odd == 0 ? 1 : 0);
    const int rank = globalRank(odd).value;
    throw CollectiveError(
        rank,
        fmt::format("rank {} is out of step: its call {} of the group is {} of {} elements, "
                    "that of the others {} of {}",
                    rank, call, core::toText(wrong.kind), wrong.elements, core::toText(right.kind), right.elements));
}

ThreadGroup::ThreadGroup(std::vector<core::Rank> members, const Options& options, const CancelToken& cancel)
    : m_shared(std::make_unique<Shared>(std::move(members), options, cancel)) {}

ThreadGroup::~ThreadGroup() = default;

int ThreadGroup::size() const { return m_shared->size(); }

std::unique_ptr<Communicator> ThreadGroup::join(int member, VirtualClock& clock) {
    return join(member, clock, m_shared->host());
}

std::unique_ptr<Communicator> ThreadGroup::join(int member, VirtualClock& clock, Device& device) {
    return std::make_unique<ThreadCommunicator>(*m_shared, member, clock, device);
}

}  // namespace gpu
