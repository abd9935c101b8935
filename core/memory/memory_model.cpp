// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// States, activations by liveness, buffers and overhead of every stage.
#include "core/memory/memory_model.h"

#include "core/base/text.h"
#include "core/memory/engine_states.h"
#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using enum MemoryCategory;

// Sums of savedTensors() per layer; equal for all stages of a plan.
struct SavedSizes {
    explicit SavedSizes(const Plan& plan)
        : embedding(savedBytes(plan, LayerKind::Embedding))
        , block(savedBytes(plan, LayerKind::Block))
        , finalNorm(savedBytes(plan, LayerKind::FinalNorm))
        , head(savedBytes(plan, LayerKind::Head))
        , recomputed(recomputedBytes(plan)) {}
    Bytes embedding, block, finalNorm, head, recomputed;
};

std::string_view blockFormula(const Plan& plan) {
    if (plan.recompute == Recompute::Full) return "in flight · blocks · input";
    if (plan.recompute == Recompute::Selective) return "in flight · blocks · saved without scores";
    return "in flight · blocks · saved tensors";
}

void addActivations(EntrySink& sink, const Plan& plan, const SavedSizes& saved, const StageUnits& units,
                    int inFlight) {
    const std::int64_t held = inFlight;
    sink.add(Activations, {"ledger.activations-blocks", blockFormula(plan), "{} · {} · {} B"},
             {held, units.blocks, saved.block.value()}, saved.block * (held * units.blocks));
    if (units.first)
        sink.add(Activations, {"ledger.activations-embedding", "in flight · saved tensors", "{} · {} B"},
                 {held, saved.embedding.value()}, saved.embedding * held);
    if (units.last) {
        sink.add(Activations, {"ledger.activations-final-norm", "in flight · saved tensors", "{} · {} B"},
                 {held, saved.finalNorm.value()}, saved.finalNorm * held);
        sink.add(Activations, {"ledger.activations-head", "in flight · saved tensors", "{} · {} B"},
                 {held, saved.head.value()}, saved.head * held);
    }
    if (units.blocks > 0)
        sink.add(Activations, {"ledger.activations-recomputed", "one block at a time", "{} B"},
                 {saved.recomputed.value()}, saved.recomputed);
}

void addAll(EntrySink& sink, const Plan& plan, const SavedSizes& saved, const StageUnits& units,
            int inFlight) {
    if (plan.zero.offloadOptimizer != Offload::None) sink.moveToHost(Optimizer);
    if (plan.zero.offloadParameters != Offload::None) sink.moveToHost(Parameters);
    if (plan.framework == Framework::Engine)
        addEngineStates(sink, plan, units);
    else
        addFrameworkStates(sink, plan, units);
    addActivations(sink, plan, saved, units, inFlight);
    addFrameworkOverhead(sink, plan);
}

}  // namespace

std::vector<StageMemory> stageMemory(const Plan& plan, const Layout& layout, const ShardMap& shards,
                                     const Schedule& schedule) {
    const SavedSizes saved(plan);
    const std::vector<int> peaks = peakInFlight(schedule);
    std::vector<StageMemory> stages;
    for (int s = 0; s < plan.layout.pp; ++s) {
        StageMemory& stage = stages.emplace_back();
        stage.stage = Stage(s);
        stage.rank = layout.rank({.pp = s});
        stage.peakInFlight = peaks[std::size_t(s)];
        EntrySink sink(stage.ledger);
        addAll(sink, plan, saved, stageUnits(plan, shards, Stage(s)), stage.peakInFlight);
    }
    return stages;
}

Bytes heaviestStage(const Plan& plan, const ShardMap& shards, const std::function<int(int stage)>& peak) {
    const SavedSizes saved(plan);
    Bytes heaviest;
    for (int s = 0; s < plan.layout.pp; ++s) {
        EntrySink sink;
        addAll(sink, plan, saved, stageUnits(plan, shards, Stage(s)), peak(s));
        heaviest = std::max(heaviest, sum(sink.bytes()));
    }
    return heaviest;
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
