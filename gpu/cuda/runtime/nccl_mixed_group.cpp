// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two levels of collectives, put together from those of each level.
#include "gpu/cuda/runtime/nccl_mixed_group.h"

#include "gpu/device/device_block.h"

#include <algorithm>

namespace gpu::cuda {

namespace {

class MixedCommunicator final : public Communicator {
public:
    // `leaders`: null for who is none.
    MixedCommunicator(const std::vector<CardShare>& shares, int card, std::unique_ptr<Communicator> neighbours,
                      std::unique_ptr<Communicator> leaders, std::unique_ptr<Communicator> direct, Device& device)
        : m_shares(shares)
        , m_card(std::size_t(card))
        , m_neighbours(std::move(neighbours))
        , m_leaders(std::move(leaders))
        , m_direct(std::move(direct))
        , m_device(device)
        , m_alike(std::ranges::all_of(shares, [&](const CardShare& share) { return share.ranks == shares[0].ranks; })) {}

    [[nodiscard]] int rank() const override { return m_direct->rank(); }
    [[nodiscard]] int size() const override { return m_direct->size(); }

    using Communicator::allGather;
    using Communicator::reduceScatter;
    void allReduce(Vector data, Reduce op) override {
        m_neighbours->allReduce(data, op);
        if (m_leaders) m_leaders->allReduce(data, op);
        m_neighbours->broadcast(data, kLeader);
    }
    void allReduce(std::span<std::int64_t> data, Reduce op) override { m_direct->allReduce(data, op); }
    void allReduceOnHost(std::span<double> data, Reduce op) override { m_direct->allReduceOnHost(data, op); }
    void broadcastOnHost(std::span<double> data, int root) override { m_direct->broadcastOnHost(data, root); }

    void reduceScatter(ConstVector input, Vector output, std::int64_t part) override {
        const Vector sums = copyOf(input);
        m_neighbours->allReduce(sums, Reduce::Sum);
        const Vector ofCard = partOf(sums, m_shares[m_card], part);
        if (m_leaders && m_alike) m_leaders->reduceScatter(sums, ofCard, part * m_shares[m_card].ranks);
        if (m_leaders && !m_alike) m_leaders->allReduce(sums, Reduce::Sum);
        m_neighbours->broadcast(ofCard, kLeader);
        m_device.copy(partOf(sums, {rank(), 1}, part), output);
    }
    void reduceScatter(ConstVector input, std::span<const Piece> pieces) override {
        for (const Piece& piece : pieces)
            reduceScatter(input.part(piece.begin, piece.elements), piece.output, piece.part);
    }
    void allGather(ConstVector input, Vector output, std::int64_t part) override {
        const Vector ofCard = partOf(output, m_shares[m_card], part);
        m_neighbours->allGather(input, ofCard, part);
        if (m_leaders && m_alike) m_leaders->allGather(ofCard, output, part * m_shares[m_card].ranks);
        if (m_leaders && !m_alike)
            for (std::size_t card = 0; card < m_shares.size(); ++card)
                m_leaders->broadcast(partOf(output, m_shares[card], part), int(card));
        m_neighbours->broadcast(output, kLeader);
    }
    void broadcast(Vector data, int root) override {
        std::size_t card = 0;
        while (root >= m_shares[card].first + m_shares[card].ranks) ++card;
        if (card == m_card) m_neighbours->broadcast(data, root - m_shares[card].first);
        if (m_leaders) m_leaders->broadcast(data, int(card));
        if (card != m_card) m_neighbours->broadcast(data, kLeader);
    }
    void send(ConstVector data, int peer) override { m_direct->send(data, peer); }
    void receive(Vector data, int peer) override { m_direct->receive(data, peer); }
    void barrier() override { m_direct->barrier(); }

private:
    static constexpr int kLeader = 0;  // among the neighbours

    // The parts of some members, as far as there are any.
    static Vector partOf(Vector whole, const CardShare& members, std::int64_t part) {
        const std::int64_t begin = std::min(whole.elements, part * members.first),
                           end = std::min(whole.elements, part * (members.first + members.ranks));
        return whole.part(begin, end - begin);
    }
    Vector copyOf(ConstVector input) {
        if (m_sums.size() < input.bytes()) {
            m_sums = {};
            m_sums = DeviceBlock(m_device, input.bytes(), "sums of a card's ranks");
        }
        const Vector sums(m_sums.data(), input.elements, input.type);
        m_device.copy(input, sums);
        return sums;
    }

    const std::vector<CardShare>& m_shares;
    std::size_t m_card;
    std::unique_ptr<Communicator> m_neighbours, m_leaders, m_direct;
    Device& m_device;
    bool m_alike;  // as many ranks on every card
    DeviceBlock m_sums;
};

}  // namespace

std::vector<CardShare> sharesOf(const std::vector<std::size_t>& cards) {
    std::vector<CardShare> shares;
    std::vector<std::size_t> met;
    for (std::size_t member = 0; member < cards.size(); ++member) {
        if (member == 0 || cards[member] != cards[member - 1]) {
            if (std::ranges::find(met, cards[member]) != met.end()) return {};
            met.push_back(cards[member]);
            shares.push_back({int(member), 0});
        }
        ++shares.back().ranks;
    }
    return shares;
}

std::unique_ptr<Communicator> MixedGroup::join(int member, VirtualClock& clock, Device& device) {
    int card = 0;
    while (member >= m_shares[std::size_t(card)].first + m_shares[std::size_t(card)].ranks) ++card;
    const int neighbour = member - m_shares[std::size_t(card)].first;
    return std::make_unique<MixedCommunicator>(m_shares, card,
                                               m_neighbours[std::size_t(card)]->join(neighbour, clock, device),
                                               neighbour == 0 ? m_leaders->join(card, clock, device) : nullptr,
                                               m_direct->join(member, clock, device), device);
}

}  // namespace gpu::cuda
