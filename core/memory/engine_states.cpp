// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entries of the engine recipe.
#include "core/memory/engine_states.h"

#include "core/memory/engine_recipe.h"
#include "core/memory/framework_states.h"
#include "core/memory/live_parameters.h"
#include "core/memory/saved_tensors.h"

namespace core {

namespace {

using enum MemoryCategory;

void addWhole(EntrySink& sink, MemoryCategory category, std::string_view label, int width,
              std::int64_t elements) {
    sink.add(category, {label, width == 4 ? "4 · Ψ" : "8 · Ψ", "{} B · {}"}, {width, elements},
             Bytes(width * elements));
}

void addPart(EntrySink& sink, MemoryCategory category, std::string_view label, int width,
             const StageUnits& units) {
    sink.add(category,
             {label, width == 4 ? "4 · Σ ⌈unit / D⌉" : "8 · Σ ⌈unit / D⌉", "{} B · {} of {}, D = {}"},
             {width, units.parts, units.elements, units.dataSize}, Bytes(width * units.parts));
}

void addSharedHead(EntrySink& sink, int zeroStage, const StageUnits& units) {
    if (zeroStage < 2)
        sink.add(Gradients, {"ledger.tied-head-gradient", "4 · V/T · h", "4 B · {}"}, {units.sharedHead},
                 Bytes(4 * units.sharedHead));
    else
        sink.add(Gradients, {"ledger.tied-head-gradient", "4 · min(⌈embedding / D⌉, V/T · h)", "4 B · {} of {}"},
                 {units.sharedHeadPart, units.sharedHead}, Bytes(4 * units.sharedHeadPart));
}

void addTemporary(EntrySink& sink, const Plan& plan, const StageUnits& units) {
    const Bytes scratch = engineScratchBytes(plan, units.first, units.last);
    sink.add(Temporary, {"ledger.scratch", "largest op of the stage", "{} B"}, {scratch.value()}, scratch);
    const Bytes rotary = rotaryTableBytes(plan);
    const std::int64_t chunks = plan.layout.virtualStages;
    sink.add(Temporary, {"ledger.rotary-table", "chunks · 4 · s·d", "{} · {} B"}, {chunks, rotary.value()},
             rotary * chunks);
    const std::int64_t buckets = plan.zero.overlap == Overlap::On ? 2 : 1;
    const std::int64_t bucket = reduceBucketElements(plan, units), live = liveParameterElements(plan, units);
    sink.add(Temporary, {"ledger.gradient-bucket", "buckets · 4 · max(largest unit, bucket)", "{} · 4 B · {}"},
             {buckets, bucket}, Bytes(buckets * 4 * bucket));
    sink.add(Temporary, {"ledger.gathered-parameters", "4 · live parameters", "4 B · {}"}, {live}, Bytes(4 * live));
}

}  // namespace

void addEngineStates(EntrySink& sink, const Plan& plan, const StageUnits& units) {
    const int zero = plan.zero.stage;
    if (zero < 3)
        addWhole(sink, Parameters, "ledger.parameters", 4, units.elements);
    else
        addPart(sink, Parameters, "ledger.parameters", 4, units);
    if (zero < 2)
        addWhole(sink, Gradients, "ledger.gradients", 4, units.elements);
    else
        addPart(sink, Gradients, "ledger.gradients", 4, units);
    addSharedHead(sink, zero, units);
    const int moments = 4 * plan.optimizer.states();
    if (zero < 1)
        addWhole(sink, Optimizer, optimizerLabel(plan), moments, units.elements);
    else
        addPart(sink, Optimizer, optimizerLabel(plan), moments, units);
    addTemporary(sink, plan, units);
}

}  // namespace core
