// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages between two rank threads.
#include "gpu/collectives/mailbox.h"

namespace gpu {

void Mailbox::post(Device& device, ConstVector data, double virtualTime) {
    Message message;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            message = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    device.waitFor(message.taken.get());
    if (message.block.size() < data.bytes()) {
        message = {};  // shorter ones are of no use any more
        message.block = DeviceBlock(device, data.bytes(), "a message");
        message.sent = device.makeMark();
    }
    message.bytes = data.bytes();
    message.type = data.type;
    device.copy(data, {message.block.data(), data.elements, data.type});
    device.record(message.sent.get());
    message.sentAt = virtualTime;
    message.arrival = WallClock::now();
    {
        const std::lock_guard lock(m_mutex);
        m_messages.push_back(std::move(message));
    }
    m_posted.advance();
}

WaitResult Mailbox::take(Message& message, const CancelToken& cancel, WallClock::time_point deadline) {
    for (;;) {
        const std::uint32_t seen = m_posted.value();
        {
            const std::lock_guard lock(m_mutex);
            if (!m_messages.empty()) {
                message = std::move(m_messages.front());
                m_messages.pop_front();
                return WaitResult::Changed;
            }
        }
        if (m_posted.waitWhile(seen, cancel, deadline) == WaitResult::TimedOut) return WaitResult::TimedOut;
    }
}

void Mailbox::recycle(Device& device, Message&& message) {
    if (!message.taken) message.taken = device.makeMark();
    device.record(message.taken.get());
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(message));
}

}  // namespace gpu
