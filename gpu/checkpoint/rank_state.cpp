// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Walks over owned segments; core/checkpoint/slices says which boxes they are.
#include "gpu/checkpoint/rank_state.h"

#include <algorithm>
#include <stdexcept>

namespace gpu {

namespace {

using core::StateKind;

constexpr StateKind kKinds[] = {StateKind::Parameters, StateKind::FirstMoments, StateKind::SecondMoments};

std::span<float> valuesOf(const AdamW::Owned& part, StateKind kind) {
    switch (kind) {
    case StateKind::Parameters:
        return part.parameters;
    case StateKind::FirstMoments:
        return part.firstMoments;
    case StateKind::SecondMoments:
        return part.secondMoments;
    }
    return {};
}

void append(core::RankShard& shard, const core::SliceId& id, std::span<const float> values) {
    const auto bytes = std::as_bytes(values);
    shard.entries.push_back(
        {id, core::StoredType::F32, std::int64_t(shard.data.size()), std::int64_t(bytes.size())});
    shard.data.insert(shard.data.end(), bytes.begin(), bytes.end());
}

std::size_t bytesOwned(const RankState& state) {
    std::size_t bytes = 0;
    for (const AdamW::Owned& part : state.optimizer.owned())
        for (const StateKind kind : kKinds) bytes += valuesOf(part, kind).size_bytes();
    return bytes;
}

// Reads boxes of the checkpoint's tensor of the same name.
class Source {
public:
    Source(const core::Checkpoint& checkpoint, const core::ShardMap& shards)
        : m_checkpoint(checkpoint)
        , m_shards(shards) {}

    // Calls place(local, values) for the slices of a run on a tensor rank.
    template <class Place>
    void read(StateKind kind, const core::LocalTensor& tensor, int tensorRank, std::int64_t from,
              std::int64_t count, Place&& place) const {
        const std::string& name = m_shards.tensors()[std::size_t(tensor.tensor)].name;
        const auto stored = m_checkpoint.tensorNamed(name);
        if (!stored) throw std::runtime_error("the checkpoint has no tensor " + name);
        for (const core::Slice& slice :
             core::slicesOf(m_shards, tensor, tensorRank, from, count, core::Copies::All)) {
            std::vector<double> values(std::size_t(slice.box.elements()));
            if (const auto read = m_checkpoint.read(kind, *stored, slice.box, values); !read)
                throw std::runtime_error(core::describe(read.error().front()));
            place(std::size_t(slice.local), values);
        }
    }

private:
    const core::Checkpoint& m_checkpoint;
    const core::ShardMap& m_shards;
};

void restoreOwned(const RankState& state, const Source& source, StateKind kind) {
    const bool wrong = state.fault == Fault::MomentOfAnotherShard && kind == StateKind::FirstMoments;
    const int from = wrong ? (state.tensorRank + 1) % state.tensorRanks : state.tensorRank;
    for (const AdamW::Owned& part : state.optimizer.owned()) {
        const std::span<float> own = valuesOf(part, kind);
        std::ranges::fill(own, 0.f);
        for (const Segment& segment : part.segments)
            source.read(kind, segment.tensor, from, segment.inTensor, segment.elements,
                        [&](std::size_t local, std::span<const double> values) {
                            std::ranges::transform(values, own.data() + std::size_t(segment.begin) + local,
                                                   [](double value) { return float(value); });
                        });
    }
}

}  // namespace

core::RankShard snapshotOf(const RankState& state) {
    core::RankShard shard;
    shard.rank = state.rank;
    if (state.store.ownership() == Ownership::Whole && state.dataRank > 0) return shard;
    shard.data.reserve(bytesOwned(state));
    for (const StateKind kind : kKinds)
        for (const AdamW::Owned& part : state.optimizer.owned()) {
            if (part.unit == core::ShardMap::kTiedHead) continue;  // the embedding writes the table
            const std::span<float> own = valuesOf(part, kind);
            for (const Segment& segment : part.segments)
                for (const core::Slice& slice :
                     core::slicesOf(state.shards, segment.tensor, state.tensorRank, segment.inTensor,
                                    segment.elements, core::Copies::Single))
                    append(shard, {kind, segment.tensor.tensor, slice.box},
                           own.subspan(std::size_t(segment.begin + slice.local),
                                       std::size_t(slice.box.elements())));
        }
    return shard;
}

void restore(const RankState& state, const core::Checkpoint& checkpoint) {
    const Source source(checkpoint, state.shards);
    state.store.fill([&](int unit, std::span<float> whole) {
        std::ranges::fill(whole, 0.f);
        for (const core::LocalTensor& tensor : state.shards.locals(unit))
            source.read(StateKind::Parameters, tensor, state.tensorRank, 0, tensor.elements(),
                        [&](std::size_t local, std::span<const double> values) {
                            std::ranges::transform(values, whole.data() + std::size_t(tensor.offset) + local,
                                                   [](double value) { return float(value); });
                        });
    });
    for (const StateKind kind : kKinds) restoreOwned(state, source, kind);
}

}  // namespace gpu
