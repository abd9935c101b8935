// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the members of a ThreadGroup share: a slot per member and call, the meeting point, mailboxes. Not for
// callers.
#pragma once

#include "gpu/collectives/mailbox.h"
#include "gpu/collectives/thread_group.h"
#include "gpu/device/cpu_device.h"

#include <array>
#include <cstddef>
#include <memory>

namespace gpu {

// What a member hands in to one call. Two sets alternate: nobody can be two calls ahead of another member.
struct alignas(64) CallSlot {
    core::CollectiveKind kind{};
    int type = 0;    // of the elements
    int detail = 0;  // reduction, part or root; must agree as well
    std::size_t elements = 0;
    const void* input = nullptr;
    void* output = nullptr;
    std::unique_ptr<DeviceMark> ready, done;  // of the member's device: inputs are there, nothing is read any more
    double virtualTime = 0;
    WallClock::time_point arrival;
    std::array<std::byte, 512> small;  // inputs small enough to be exchanged in one meeting

    [[nodiscard]] bool agreesWith(const CallSlot& other) const {
        return kind == other.kind && type == other.type && detail == other.detail &&
               elements == other.elements;
    }
};

class ThreadGroup::Shared {
public:
    Shared(std::vector<core::Rank> members, const Options& options, const CancelToken& cancel);

    [[nodiscard]] int size() const { return int(m_members.size()); }
    [[nodiscard]] core::Rank globalRank(int member) const { return m_members[std::size_t(member)]; }
    [[nodiscard]] const Options& options() const { return m_options; }
    [[nodiscard]] const CancelToken& cancel() const { return m_cancel; }
    [[nodiscard]] CallSlot& slot(std::uint64_t call, int member) {
        return m_slots[std::size_t(call % 2) * m_members.size() + std::size_t(member)];
    }
    [[nodiscard]] Device& host() { return m_host; }
    [[nodiscard]] Mailbox& mailbox(int from, int to) { return m_mailboxes[std::size_t(from * size() + to)]; }

    // All members come here for the meeting `index` (1, 2, ... per member). Throws CollectiveError,
    // Cancelled.
    void meet(int member, std::uint64_t index);
    // Throws CollectiveError naming the member whose call differs from the others'.
    void checkAgreement(std::uint64_t call);

private:
    struct alignas(64) Progress {
        std::atomic<std::uint64_t> meetings{0};
    };
    [[noreturn]] void reportMissing(std::uint64_t index) const;

    CpuDevice m_host;
    std::vector<core::Rank> m_members;
    Options m_options;
    const CancelToken& m_cancel;
    std::vector<CallSlot> m_slots;
    std::vector<Progress> m_progress;
    std::vector<Mailbox> m_mailboxes;
    alignas(64) std::atomic<int> m_arrived{0};
    WaitWord m_generation;
};

}  // namespace gpu
