// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// States, activations by liveness, buffers and overhead of every stage.
#include "core/memory/memory_model.h"

#include "core/base/text.h"
#include "core/memory/engine_states.h"
#include "core/memory/framework_states.h"
#include "core/memory/liveness.h"
#include "core/memory/stage_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using enum MemoryCategory;

std::vector<ChunkActivations> chunksOf(const Plan& plan, const LayerBytes& layers, const ShardMap& shards,
                                       int rank) {
    std::vector<ChunkActivations> chunks;
    for (const Stage stage : shards.stagesOf(rank))
        chunks.emplace_back(layers, stageUnits(plan, shards, stage));
    return chunks;
}

std::string_view keptFormula(const Plan& plan) {
    if (plan.recompute == Recompute::Full && plan.recomputeMethod == RecomputeMethod::Block)
        return "in flight · (first blocks · input + other blocks · saved tensors)";
    if (plan.recompute == Recompute::Full) return "in flight · groups of blocks · input";
    if (plan.recompute == Recompute::Selective) return "in flight · blocks · saved without scores";
    return "in flight · blocks · saved tensors";
}

// Numbers of micro-batches times bytes, over the chunks that hold any.
class ByChunk {
public:
    void add(int held, Bytes each) {
        if (held == 0 || each == Bytes(0)) return;
        m_bytes += each * std::int64_t(held);
        m_text += fmt::format("{}{} · {} B", m_text.empty() ? "" : " + ", held, withThousands(each.value()));
    }
    void addBlocks(int held, int blocks, Bytes all) {
        if (held == 0 || all == Bytes(0)) return;
        const bool even = all.value() % blocks == 0;
        m_bytes += all * std::int64_t(held);
        m_text += m_text.empty() ? "" : " + ";
        m_text += even ? fmt::format("{} · {} · {} B", held, blocks, withThousands(all.value() / blocks))
                       : fmt::format("{} · {} B", held, withThousands(all.value()));
    }
    void put(EntrySink& sink, std::string_view label, std::string_view formula) const {
        sink.add(Activations, label, formula, m_text, m_bytes);
    }
    [[nodiscard]] Bytes bytes() const { return m_bytes; }

private:
    Bytes m_bytes;
    std::string m_text;
};

void addActivations(EntrySink& sink, const Plan& plan, std::span<const ChunkActivations> chunks,
                    const std::vector<int>& blocks, const ActivationPeak& peak) {
    ByChunk held, embedding, finalNorm, head, sent, pending;
    for (std::size_t c = 0; c < chunks.size(); ++c) {
        const int inFlight = peak.inFlight[c];
        held.addBlocks(inFlight, blocks[c], chunks[c].blocks());
        embedding.add(inFlight, chunks[c].embedding());
        finalNorm.add(inFlight, chunks[c].finalNorm());
        head.add(inFlight, chunks[c].head());
        sent.add(inFlight, chunks[c].sent());
        pending.add(peak.pending[c], chunks[c].pending());
    }
    held.put(sink, "ledger.activations-blocks", keptFormula(plan));
    embedding.put(sink, "ledger.activations-embedding", "in flight · saved tensors");
    finalNorm.put(sink, "ledger.activations-final-norm", "in flight · saved tensors");
    head.put(sink, "ledger.activations-head", "in flight · saved tensors");
    sent.put(sink, "ledger.activations-sent", "in flight · w · n·h");
    pending.put(sink, "ledger.activations-pending", "until W · (layer inputs + output gradients)");
    const Bytes passing =
        peak.total - held.bytes() - embedding.bytes() - finalNorm.bytes() - head.bytes() - sent.bytes() - pending.bytes();
    ByChunk running;
    running.add(1, passing);
    running.put(sink, "ledger.activations-passing", "what the running op holds besides");
}

// The sums alone.
void addActivations(EntrySink& sink, const ActivationPeak& peak) {
    sink.add(Activations, {"ledger.activations-blocks", "", ""}, {}, peak.total);
}

void addStates(EntrySink& sink, const Plan& plan, const StageUnits& units) {
    if (plan.zero.offloadOptimizer != Offload::None) sink.moveToHost(Optimizer);
    if (plan.zero.offloadParameters != Offload::None) sink.moveToHost(Parameters);
    if (plan.framework == Framework::Engine)
        addEngineStates(sink, plan, units);
    else
        addFrameworkStates(sink, plan, units);
    addFrameworkOverhead(sink, plan);
}

template <class PeakOf>
Bytes heaviestRank(const Plan& plan, const ShardMap& shards, PeakOf peakOf) {
    const LayerBytes layers(plan);
    Bytes heaviest;
    for (int rank = 0; rank < plan.layout.pp; ++rank) {
        EntrySink sink;
        addStates(sink, plan, rankUnits(plan, shards, rank));
        addActivations(sink, peakOf(rank, chunksOf(plan, layers, shards, rank)));
        heaviest = std::max(heaviest, sum(sink.bytes()));
    }
    return heaviest;
}

}  // namespace

std::vector<StageMemory> stageMemory(const Plan& plan, const Layout& layout, const ShardMap& shards,
                                     const Schedule& schedule) {
    const LayerBytes layers(plan);
    const std::vector<int> peaks = peakInFlight(schedule);
    std::vector<StageMemory> stages;
    for (int rank = 0; rank < plan.layout.pp; ++rank) {
        StageMemory& stage = stages.emplace_back();
        stage.stage = Stage(rank);
        stage.rank = layout.rank({.pp = rank});
        stage.peakInFlight = peaks[std::size_t(rank)];
        EntrySink sink(stage.ledger);
        addStates(sink, plan, rankUnits(plan, shards, rank));
        const auto chunks = chunksOf(plan, layers, shards, rank);
        std::vector<int> blocks;
        for (const Stage chunk : shards.stagesOf(rank)) blocks.push_back(shards.blockCount(chunk));
        addActivations(sink, plan, chunks, blocks, activationPeak(schedule, rank, chunks));
    }
    return stages;
}

Bytes heaviestStage(const Plan& plan, const ShardMap& shards, const std::function<int(int stage)>& peak) {
    return heaviestRank(plan, shards, [&](int rank, const std::vector<ChunkActivations>& chunks) {
        return activationPeak(chunks.front(), peak(rank));
    });
}

Bytes heaviestStage(const Plan& plan, const ShardMap& shards, const Schedule& schedule) {
    return heaviestRank(plan, shards, [&](int rank, const std::vector<ChunkActivations>& chunks) {
        return activationPeak(schedule, rank, chunks);
    });
}

Bytes stateBytes(const Plan& plan, const StageUnits& units) {
    EntrySink sink;
    addStates(sink, plan, units);
    return sum(sink.bytes());
}

std::string toAscii(const StageMemory& stage) {
    std::string text = fmt::format("stage {} (rank {}), {} in flight\n", stage.stage.value, stage.rank.value,
                                   stage.peakInFlight);
    for (const LedgerEntry& e : stage.ledger.entries)
        text += fmt::format("  {:11} {:34} {:>12}  {} = {}\n", core::toText(e.category), e.label,
                            core::toText(e.bytes), e.formula, e.numbers);
    return text + fmt::format("  {:46} {:>12}\n", "total", core::toText(stage.ledger.total()));
}

}  // namespace core
