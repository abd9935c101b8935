// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/memory_over_time.h"

#include "core/base/text.h"
#include "core/memory/liveness.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace core {

namespace {

std::vector<StageUnits> unitsOf(const Plan& plan, const ShardMap& shards, int rank) {
    std::vector<StageUnits> units;
    for (const Stage stage : shards.stagesOf(rank)) units.push_back(stageUnits(plan, shards, stage));
    return units;
}

// Copies of saved tensors on a rank, summed over micro-batches, blocks and chunks.
class Copies {
public:
    explicit Copies(const Plan& plan)
        : m_plan(plan) {}

    void add(LayerKind kind, const std::vector<SavedTensor>& tensors, std::int64_t copies) {
        if (copies == 0) return;
        for (const SavedTensor& tensor : tensors) {
            Line& line = m_lines[{kind, tensor.name}];
            line.tensor = tensor;
            line.copies += copies;
        }
    }
    void addBlocks(const LayerBytes& layers, const StageUnits& chunk, std::int64_t inFlight) {
        const int dense = chunk.blocks - chunk.expertBlocks, again = std::min(layers.recomputed, chunk.blocks);
        const auto groups = (again + layers.group - 1) / layers.group;
        const std::vector<SavedTensor> block = keptBy(layers, LayerKind::Block);
        if (again > 0) add(LayerKind::Block, {allSavedTensors(m_plan, LayerKind::Block).front()}, inFlight * groups);
        add(LayerKind::Block, block, inFlight * std::max(0, dense - again));
        if (chunk.expertBlocks > 0)
            add(LayerKind::ExpertBlock, keptBy(layers, LayerKind::ExpertBlock),
                inFlight * (chunk.expertBlocks - std::max(0, again - dense)));
    }
    // The lines, and their sum.
    Bytes write(std::vector<HeldTensor>& held) const {
        Bytes sum;
        for (const auto& [key, line] : m_lines) {
            const Bytes bytes = line.tensor.bytes * line.copies;
            if (bytes == Bytes(0)) continue;
            sum += bytes;
            held.push_back({MemoryCategory::Activations, std::string(labelOf(key.first)), line.tensor.name,
                            "copies · " + line.tensor.formula,
                            fmt::format("{} · {} B", line.copies, withThousands(line.tensor.bytes.value())), bytes});
        }
        return sum;
    }

private:
    struct Line {
        SavedTensor tensor;
        std::int64_t copies = 0;
    };

    // Where some blocks are recomputed as a whole the others keep everything.
    [[nodiscard]] std::vector<SavedTensor> keptBy(const LayerBytes& layers, LayerKind kind) const {
        return layers.recomputed > 0 ? allSavedTensors(m_plan, kind) : savedTensors(m_plan, kind);
    }
    static std::string_view labelOf(LayerKind kind) {
        switch (kind) {
        case LayerKind::Embedding: return "ledger.activations-embedding";
        case LayerKind::FinalNorm: return "ledger.activations-final-norm";
        case LayerKind::Head: return "ledger.activations-head";
        case LayerKind::Block:
        case LayerKind::ExpertBlock: break;
        }
        return "ledger.activations-blocks";
    }

    const Plan& m_plan;
    std::map<std::pair<LayerKind, std::string>, Line> m_lines;
};

void addWhole(std::vector<HeldTensor>& held, const char* label, const char* formula, std::int64_t copies, Bytes each) {
    if (copies == 0 || each == Bytes(0)) return;
    held.push_back({MemoryCategory::Activations, label, {}, formula,
                    fmt::format("{} · {} B", copies, withThousands(each.value())), each * copies});
}

}  // namespace

std::vector<MemoryMoment> memoryOverTime(const Plan& plan, const ShardMap& shards, const Schedule& schedule,
                                         const Timeline& timeline, int rank) {
    if (rank < 0 || std::size_t(rank) >= timeline.ranks.size() || std::size_t(rank) >= schedule.ranks.size()) return {};
    const LayerBytes layers(plan);
    std::vector<ChunkActivations> chunks;
    for (const StageUnits& units : unitsOf(plan, shards, rank)) chunks.emplace_back(layers, units);
    std::vector<int> inFlight(chunks.size()), pending(chunks.size());
    std::vector<MemoryMoment> moments;
    Bytes level;
    const auto put = [&](MemoryMoment moment) {
        if (!moments.empty() && moments.back().from >= moment.from) moments.pop_back();  // lasted no time
        moments.push_back(std::move(moment));
    };
    put({Seconds(0), level, {}, inFlight, pending});
    auto span = timeline.ranks[std::size_t(rank)].begin();
    const auto end = timeline.ranks[std::size_t(rank)].end();
    for (const Op& op : schedule.ranks[std::size_t(rank)]) {
        while (span != end && span->microBatch.value < 0) ++span;
        if (span == end) break;
        const auto chunk = std::size_t(op.stage.value / schedule.stages);
        const ChunkActivations::Effect& effect = chunks[chunk].of(op.kind);
        if (op.kind == OpKind::Forward) ++inFlight[chunk];
        put({span->start, level + effect.most, op, inFlight, pending});
        level += effect.after;
        if (op.kind == OpKind::Backward || op.kind == OpKind::InputGradient) --inFlight[chunk];
        if (op.kind == OpKind::InputGradient) ++pending[chunk];
        if (op.kind == OpKind::WeightGradient) --pending[chunk];
        put({span->end, level, {}, inFlight, pending});
        ++span;
    }
    return moments;
}

std::vector<HeldTensor> heldAt(const Plan& plan, const ShardMap& shards, const Ledger& ledger, int rank,
                               const MemoryMoment& moment) {
    std::vector<HeldTensor> held;
    for (const LedgerEntry& entry : ledger.entries)
        if (entry.category != MemoryCategory::Activations && entry.bytes != Bytes(0))
            held.push_back({entry.category, entry.label, {}, entry.formula, entry.numbers, entry.bytes});
    const LayerBytes layers(plan);
    const std::vector<StageUnits> units = unitsOf(plan, shards, rank);
    Copies copies(plan);
    Bytes named;
    for (std::size_t c = 0; c < units.size(); ++c) {
        const std::int64_t inFlight = moment.inFlight[c];
        copies.addBlocks(layers, units[c], inFlight);
        if (units[c].first) copies.add(LayerKind::Embedding, savedTensors(plan, LayerKind::Embedding), inFlight);
        if (units[c].last) {
            copies.add(LayerKind::FinalNorm, savedTensors(plan, LayerKind::FinalNorm), inFlight);
            copies.add(LayerKind::Head, savedTensors(plan, LayerKind::Head), inFlight);
        }
        const ChunkActivations chunk(layers, units[c]);
        addWhole(held, "ledger.activations-sent", "in flight · w · n·h", inFlight, chunk.sent());
        addWhole(held, "ledger.activations-pending", "until W · (layer inputs + output gradients)", moment.pending[c],
                 chunk.pending());
        named += chunk.sent() * inFlight + chunk.pending() * std::int64_t(moment.pending[c]);
    }
    named += copies.write(held);
    addWhole(held, "ledger.activations-passing", "what the running op holds besides", 1, moment.activations - named);
    std::ranges::stable_sort(held, [](const HeldTensor& a, const HeldTensor& b) { return a.bytes > b.bytes; });
    return held;
}

}  // namespace core
