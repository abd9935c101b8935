// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Walks over owned segments; core/checkpoint/slices says which boxes they are.
#include "gpu/checkpoint/rank_state.h"

#include "gpu/device/host_view.h"
#include "gpu/kernels/elements.h"

#include <algorithm>
#include <stdexcept>

namespace gpu {

namespace {

using core::StateKind;

constexpr StateKind kKinds[] = {StateKind::Parameters, StateKind::FirstMoments, StateKind::SecondMoments};

Vector valuesOf(const AdamW::Owned& part, StateKind kind) {
    switch (kind) {
    case StateKind::Parameters:
        return part.masters;
    case StateKind::FirstMoments:
        return part.firstMoments;
    case StateKind::SecondMoments:
        return part.secondMoments;
    }
    return {};
}

core::StoredType storedType(DType type) {
    switch (type) {
    case DType::F64:
        return core::StoredType::F64;
    case DType::F32:
        return core::StoredType::F32;
    case DType::Bf16:
        return core::StoredType::Bf16;
    case DType::F16:
        return core::StoredType::F16;
    }
    return core::StoredType::F32;
}

void append(core::RankShard& shard, const core::SliceId& id, ConstVector values) {
    const std::int64_t bytes = values.bytes().value();
    shard.entries.push_back({id, storedType(values.type), std::int64_t(shard.data.size()), bytes});
    shard.data.insert(shard.data.end(), values.data, values.data + bytes);
}

std::size_t bytesOwned(const RankState& state) {
    std::size_t bytes = 0;
    for (const AdamW::Owned& part : state.optimizer.owned())
        for (const StateKind kind : kKinds) bytes += std::size_t(valuesOf(part, kind).bytes().value());
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
            place(slice.local, values);
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
        const Vector own = valuesOf(part, kind);
        if (own.elements == 0) continue;  // a moment that the optimizer does not keep
        HostDraft draft(state.store.device(), own);
        clearElements(draft.values());
        for (const Segment& segment : part.segments)
            source.read(kind, segment.tensor, from, segment.inTensor, segment.elements,
                        [&](std::int64_t local, const std::vector<double>& values) {
                            convertElements(values, draft.values().part(segment.begin + local,
                                                                        std::int64_t(values.size())));
                        });
        draft.put();
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
            const Vector own = valuesOf(part, kind);
            if (own.elements == 0) continue;
            const HostView view(state.store.device(), own);
            for (const Segment& segment : part.segments)
                for (const core::Slice& slice :
                     core::slicesOf(state.shards, segment.tensor, state.tensorRank, segment.inTensor,
                                    segment.elements, core::Copies::Single))
                    append(shard, {kind, segment.tensor.tensor, slice.box},
                           view.values().part(segment.begin + slice.local, slice.box.elements()));
        }
    return shard;
}

void restore(const RankState& state, const core::Checkpoint& checkpoint) {
    const Source source(checkpoint, state.shards);
    state.store.fill([&](int unit, std::span<double> whole) {
        std::ranges::fill(whole, 0.0);
        for (const core::LocalTensor& tensor : state.shards.locals(unit))
            source.read(StateKind::Parameters, tensor, state.tensorRank, 0, tensor.elements(),
                        [&](std::int64_t local, const std::vector<double>& values) {
                            std::ranges::copy(values, whole.begin() + (tensor.offset + local));
                        });
    });
    for (const StateKind kind : kKinds) restoreOwned(state, source, kind);
}

}  // namespace gpu
