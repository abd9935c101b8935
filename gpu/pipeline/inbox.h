// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Messages for one pipeline rank, by the op that made them. A link delivers in the order in which its
// sender's row of the table makes them; this rank's row may ask in another, as with chunks, where activations
// and gradients share a link. Because every rank knows the whole table no message carries a tag: what comes
// before its turn waits here, in memory that no ledger counts, as do messages of a rank to itself. Used by the rank's
// thread only.
#pragma once

#include "core/schedule/schedule.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/device_block.h"

#include <map>
#include <vector>

namespace gpu {

class Inbox {
public:
    Inbox(const core::Schedule& schedule, int rank, Communicator& pipeline, Device& device);

    // A step begins: every row starts anew.
    void restart();
    // The activations (made by F) or gradients (made by B or I) of `maker`. Blocks until they are here.
    void receive(const core::Op& maker, Vector into);
    // From this rank to itself.
    void put(const core::Op& maker, ConstVector message);

private:
    enum class Content { Activations, Gradients };  // B and I make the same message
    struct Key {
        Content content;
        core::Stage stage;
        core::MicroBatch microBatch;
        auto operator<=>(const Key&) const = default;
    };
    static Key keyOf(const core::Op& op) {
        return {op.kind == core::OpKind::Forward ? Content::Activations : Content::Gradients, op.stage,
                op.microBatch};
    }

    struct Link {
        std::vector<Key> order;  // of a step
        std::size_t next = 0;
    };

    const core::Schedule& m_schedule;
    Communicator& m_pipeline;
    Device& m_device;
    std::vector<Link> m_links;  // by sender
    void keep(const Key& key, ConstVector message);
    std::map<Key, DeviceBlock> m_early;
};

}  // namespace gpu
