// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Belady's rule over a known order.
#include "core/memory/live_parameters.h"

#include "core/memory/saved_tensors.h"

#include <algorithm>
#include <stdexcept>

namespace core {

namespace {

// The uses of one chunk of blocks, by kind of op; gpu/layers/stage.cpp in the same order.
class ChunkUses {
public:
    ChunkUses(const Plan& plan, const ShardMap& shards, Stage stage)
        : m_first(stage.value == 0)
        , m_last(stage.value == shards.stages() - 1)
        , m_firstBlock(shards.firstBlock(stage) + 1)
        , m_blocks(shards.blockCount(stage))
        , m_recomputed(plan.recompute == Recompute::Full ? recomputedBlocks(plan, m_blocks) : 0)
        , m_group(recomputeGroup(plan))
        , m_norm(shards.blocks() + 1)
        , m_table(plan.model.embeddings == Embeddings::Untied ? m_norm
                  : plan.layout.pp == 1                       ? 0
                                                              : ShardMap::kTiedHead) {}

    void forward(std::vector<int>& uses) const {
        if (m_first) uses.push_back(0);
        for (int i = 0; i < m_blocks; ++i) uses.push_back(m_firstBlock + i);
        if (m_last) uses.insert(uses.end(), {m_norm, m_table});
    }
    void backward(std::vector<int>& uses) const {
        if (m_last) uses.insert(uses.end(), {m_table, m_norm});
        for (int i = m_blocks; i-- > 0;) {
            runAgain(uses, i);
            uses.push_back(m_firstBlock + i);
        }
    }

private:
    // Blocks of a group that ends with block `i`; a group of one is gathered once for both of its passes.
    void runAgain(std::vector<int>& uses, int i) const {
        const bool endsGroup = i + 1 == m_recomputed || (i + 1) % m_group == 0;
        if (i >= m_recomputed || !endsGroup || m_group == 1) return;
        for (int again = i / m_group * m_group; again <= i; ++again) uses.push_back(m_firstBlock + again);
    }

    bool m_first, m_last;
    int m_firstBlock, m_blocks, m_recomputed, m_group, m_norm, m_table;
};

}  // namespace

std::int64_t liveParameterElements(const Plan& plan, const StageUnits& units) {
    if (plan.zero.stage < 3) return 0;
    const std::int64_t least = plan.schedule == ScheduleKind::LoopedBfs ? units.chunk : units.largest;
    const std::int64_t wanted =
        plan.zero.maxLiveParameters > 0 ? plan.zero.maxLiveParameters : least + plan.zero.prefetchBucketSize;
    return std::max(units.largest, std::min(wanted, units.elements));
}

std::vector<int> parameterUses(const Plan& plan, const ShardMap& shards, const Schedule& schedule, int rank) {
    std::vector<ChunkUses> chunks;
    for (const Stage stage : shards.stagesOf(rank)) chunks.emplace_back(plan, shards, stage);
    std::vector<int> uses;
    for (const Op& op : schedule.ranks[std::size_t(rank)]) {
        const ChunkUses& chunk = chunks[std::size_t(op.stage.value / schedule.stages)];
        if (op.kind == OpKind::Forward)
            chunk.forward(uses);
        else if (op.kind != OpKind::WeightGradient)  // which reads activations and gradients only
            chunk.backward(uses);
    }
    return uses;
}

LiveParameters::Settings liveSettings(const Plan& plan, const ShardMap& shards, int rank) {
    LiveParameters::Settings settings{liveParameterElements(plan, rankUnits(plan, shards, rank)),
                                      plan.zero.prefetchBucketSize,
                                      {}};
    for (const int unit : shards.rankUnits(rank)) settings.elements[unit] = shards.unitElements(unit);
    return settings;
}

LiveParameters::LiveParameters(Settings settings)
    : m_settings(std::move(settings)) {}

void LiveParameters::begin(std::vector<int> uses) {
    m_uses = std::move(uses);
    m_at = 0;
    m_positions.clear();
    for (std::size_t i = 0; i < m_uses.size(); ++i) m_positions[m_uses[i]].at.push_back(i);
}

void LiveParameters::forget() {
    std::erase_if(m_live, [](const auto& entry) { return entry.second.users == 0; });
}

std::size_t LiveParameters::nextUse(int unit) {
    Positions& positions = m_positions[unit];
    while (positions.next < positions.at.size() && positions.at[positions.next] < m_at) ++positions.next;
    return positions.next < positions.at.size() ? positions.at[positions.next] : m_uses.size();
}

std::optional<std::int64_t> LiveParameters::findGap(std::int64_t elements) const {
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    for (const auto& [unit, live] : m_live) taken.emplace_back(live.offset, live.elements);
    std::ranges::sort(taken);
    std::int64_t at = 0;
    for (const auto& [offset, size] : taken) {
        if (offset - at >= elements) return at;
        at = offset + size;
    }
    if (m_settings.capacity - at >= elements) return at;
    return std::nullopt;
}

std::optional<std::int64_t> LiveParameters::makeRoom(std::int64_t elements, std::size_t before) {
    for (;;) {
        if (const auto gap = findGap(elements)) return gap;
        auto farthest = m_live.end();
        std::size_t distance = 0;
        for (auto entry = m_live.begin(); entry != m_live.end(); ++entry) {
            if (entry->second.users > 0) continue;
            const std::size_t next = nextUse(entry->first);
            if (next <= before && before < m_uses.size()) continue;
            if (farthest == m_live.end() || next > distance) {
                farthest = entry;
                distance = next;
            }
        }
        if (farthest == m_live.end()) return std::nullopt;
        m_live.erase(farthest);
    }
}

std::int64_t LiveParameters::waiting() const {
    std::int64_t elements = 0;
    for (const auto& [unit, live] : m_live)
        if (!live.used) elements += live.elements;
    return elements;
}

void LiveParameters::prefetch(std::vector<Gather>& gathers) {
    if (m_settings.prefetch == 0 || m_live.size() == m_settings.elements.size()) return;
    std::int64_t ahead = waiting();
    for (std::size_t next = m_at; next < m_uses.size(); ++next) {
        const int unit = m_uses[next];
        if (m_live.contains(unit)) continue;
        const std::int64_t elements = m_settings.elements.at(unit);
        if (ahead + elements > m_settings.prefetch) return;
        const auto offset = makeRoom(elements, next);
        if (!offset) return;
        m_live[unit] = {.offset = *offset, .elements = elements};
        gathers.push_back({unit, *offset});
        ahead += elements;
    }
}

LiveParameters::Use LiveParameters::acquire(int unit) {
    Use use;
    const bool nested = m_live.contains(unit) && m_live.at(unit).users > 0;
    if (!m_uses.empty() && !nested) {
        if (m_at >= m_uses.size() || m_uses[m_at] != unit)
            throw std::logic_error("unit " + std::to_string(unit) + " is used out of the order of the op table");
        ++m_at;
    }
    auto at = m_live.find(unit);
    if (at == m_live.end()) {
        const std::int64_t elements = m_settings.elements.at(unit);
        // Its own use is now: everything that is not in use may give place.
        const auto offset = makeRoom(elements, m_uses.size());
        if (!offset) throw std::logic_error("no room for the parameters of unit " + std::to_string(unit));
        at = m_live.insert({unit, {.offset = *offset, .elements = elements}}).first;
        use.gather = Gather{unit, *offset};
    }
    ++at->second.users;
    at->second.used = true;
    use.offset = at->second.offset;
    if (!m_uses.empty() && !nested) prefetch(use.prefetches);
    return use;
}

void LiveParameters::release(int unit) { --m_live.at(unit).users; }

}  // namespace core
