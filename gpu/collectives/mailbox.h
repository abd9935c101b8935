// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One direction of a link between two rank threads: messages in order, copied into blocks (the wire; of the sender's kind of
// memory, but no ledger counts them) that are used again. Any number may be under way: a schedule bounds them. Outlived by
// the devices of both ends.
#pragma once

#include "gpu/collectives/wait.h"
#include "gpu/device/device_block.h"

#include <deque>
#include <mutex>
#include <vector>

namespace gpu {

struct Message {
    DeviceBlock block;  // at least as long as the message
    core::Bytes bytes;
    DType type{};
    std::unique_ptr<DeviceMark> sent, taken;  // of the sender's and of the receiver's copy
    double sentAt = 0;                        // virtual time of the sender
    WallClock::time_point arrival;

    [[nodiscard]] ConstVector values() const { return {block.data(), bytes.value() / bytesOf(type), type}; }
};

class Mailbox {
public:
    // By the sender's thread.
    void post(Device& device, ConstVector data, double virtualTime);
    // By the receiver's thread. The message stays valid until recycle(), which the device's later work follows.
    [[nodiscard]] WaitResult take(Message& message, const CancelToken& cancel,
                                  WallClock::time_point deadline);
    void recycle(Device& device, Message&& message);

private:
    std::mutex m_mutex;
    std::deque<Message> m_messages;
    std::vector<Message> m_free;
    WaitWord m_posted;
};

}  // namespace gpu
