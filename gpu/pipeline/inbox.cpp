// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Order of arrival from the table.
#include "gpu/pipeline/inbox.h"

#include <stdexcept>

namespace gpu {

Inbox::Inbox(const core::Schedule& schedule, int rank, Communicator& pipeline, Device& device)
    : m_schedule(schedule)
    , m_pipeline(pipeline)
    , m_device(device)
    , m_links(schedule.ranks.size()) {
    for (std::size_t sender = 0; sender < m_links.size(); ++sender)
        for (const core::Op& op : schedule.ranks[sender]) {
            if (int(sender) == rank) continue;
            const auto receiver = schedule.receiverOf(op);
            if (receiver && schedule.rankOf(*receiver) == rank) m_links[sender].order.push_back(keyOf(op));
        }
}

void Inbox::restart() {
    for (Link& link : m_links) link.next = 0;
    m_early.clear();
}

void Inbox::put(const core::Op& maker, ConstVector message) { keep(keyOf(maker), message); }

void Inbox::keep(const Key& key, ConstVector message) {
    DeviceBlock block(m_device, message.bytes(), "messages of the pipeline");
    m_device.copy(message, {block.data(), message.elements, message.type});
    m_early[key] = std::move(block);
}

void Inbox::receive(const core::Op& maker, Vector into) {
    const Key wanted = keyOf(maker);
    const int sender = m_schedule.rankOf(maker.stage);
    Link& link = m_links[std::size_t(sender)];
    for (auto early = m_early.find(wanted);; early = m_early.find(wanted)) {
        if (early != m_early.end()) {
            m_device.copy({early->second.data(), into.elements, into.type}, into);
            m_early.erase(early);
            return;
        }
        if (link.next >= link.order.size())
            throw std::logic_error("rank " + std::to_string(sender) + " never sends " + maker.toText());
        const Key arriving = link.order[link.next++];
        m_pipeline.receive(into, sender);
        if (arriving == wanted) return;
        keep(arriving, into);
    }
}

}  // namespace gpu
