// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A process group over several cards of which some have several of its ranks. Neighbours on one card reduce among
// themselves; the first rank of each card, its leader, then takes part in NCCL's collective over the cards; what it got
// reaches the neighbours on the card again. Ranks of one card follow each other in the group. Collectives run in the order of
// the device: none overlaps. Sums over 16-bit numbers are rounded on every card and on the way between them.
#pragma once

#include "gpu/collectives/group.h"

#include <memory>
#include <vector>

namespace gpu::cuda {

// Members of one card: [first, first + ranks) of the group.
struct CardShare {
    int first = 0, ranks = 0;
};
// `cards`: by member. Empty where ranks of a card do not follow each other.
[[nodiscard]] std::vector<CardShare> sharesOf(const std::vector<std::size_t>& cards);

class MixedGroup final : public CollectiveGroup {
public:
    // `neighbours`: by card; `leaders`: one member a card, by NCCL; `direct`: of all members.
    MixedGroup(std::vector<CardShare> shares, std::vector<std::unique_ptr<CollectiveGroup>> neighbours,
               std::unique_ptr<CollectiveGroup> leaders, std::unique_ptr<CollectiveGroup> direct)
        : m_shares(std::move(shares))
        , m_neighbours(std::move(neighbours))
        , m_leaders(std::move(leaders))
        , m_direct(std::move(direct)) {}
    [[nodiscard]] std::unique_ptr<Communicator> join(int member, VirtualClock& clock, Device& device) override;

private:
    std::vector<CardShare> m_shares;
    std::vector<std::unique_ptr<CollectiveGroup>> m_neighbours;
    std::unique_ptr<CollectiveGroup> m_leaders, m_direct;
};

}  // namespace gpu::cuda
