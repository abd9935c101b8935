// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One direction of a link between two rank threads: messages in order, copied into buffers of the host (the
// wire; they are no card's memory) that are used again. Any number may be under way: a schedule bounds them.
#pragma once

#include "gpu/collectives/wait.h"
#include "gpu/device/tensor.h"

#include <deque>
#include <mutex>
#include <vector>

namespace gpu {

struct Message {
    std::vector<std::byte> data;
    DType type{};
    double sentAt = 0;  // virtual time of the sender
    WallClock::time_point arrival;
};

class Mailbox {
public:
    // By the sender's thread.
    void post(ConstVector data, double virtualTime);
    // By the receiver's thread. The message stays valid until recycle().
    [[nodiscard]] WaitResult take(Message& message, const CancelToken& cancel,
                                  WallClock::time_point deadline);
    void recycle(Message&& message);

private:
    std::mutex m_mutex;
    std::deque<Message> m_messages;
    std::vector<std::vector<std::byte>> m_free;
    WaitWord m_posted;
};

}  // namespace gpu
