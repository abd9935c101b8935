// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages between two rank threads.
#include "gpu/collectives/mailbox.h"

namespace gpu {

void Mailbox::post(ConstVector data, double virtualTime) {
    Message message;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_free.empty()) {
            message.data = std::move(m_free.back());
            m_free.pop_back();
        }
    }
    message.data.assign(data.data, data.data + data.bytes().value());
    message.type = data.type;
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

void Mailbox::recycle(Message&& message) {
    const std::lock_guard lock(m_mutex);
    m_free.push_back(std::move(message.data));
}

}  // namespace gpu
