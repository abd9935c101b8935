// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs one thread per member of a group and hands each its communicator.
#pragma once

#include "gpu/collectives/thread_group.h"

#include <exception>
#include <functional>
#include <thread>
#include <vector>

namespace test {

struct Member {
    int rank = 0;
    gpu::Communicator& group;
    gpu::VirtualClock& clock;
};

// The exception of each member, null where it ended well. Global ranks are firstRank + member.
inline std::vector<std::exception_ptr> runMembers(int members, const gpu::ThreadGroup::Options& options,
                                                  const gpu::CancelToken& cancel,
                                                  const std::function<void(Member)>& body,
                                                  int firstRank = 0) {
    std::vector<core::Rank> ranks;
    for (int i = 0; i < members; ++i) ranks.emplace_back(firstRank + i);
    gpu::ThreadGroup group(ranks, options, cancel);
    std::vector<std::exception_ptr> errors(static_cast<std::size_t>(members));
    std::vector<std::thread> threads;
    for (int i = 0; i < members; ++i)
        threads.emplace_back([&, i] {
            try {
                gpu::VirtualClock clock;
                const auto communicator = group.join(i, clock);
                body({i, *communicator, clock});
            } catch (...) {
                errors[std::size_t(i)] = std::current_exception();
            }
        });
    for (std::thread& thread : threads) thread.join();
    return errors;
}

}  // namespace test
