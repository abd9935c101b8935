// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entries of the engine recipe.
#include "core/memory/engine_states.h"

#include "core/memory/engine_recipe.h"
#include "core/memory/engine_widths.h"
#include "core/memory/framework_states.h"
#include "core/memory/live_parameters.h"
#include "core/memory/saved_tensors.h"

#include <fmt/format.h>

#include <string>

namespace core {

namespace {

using enum MemoryCategory;

// Ledger lines "4 · Ψ" and the like: so many bytes of so many elements.
class States {
public:
    States(EntrySink& sink, const StageUnits& units)
        : m_sink(sink)
        , m_units(units) {}

    void add(MemoryCategory category, std::string_view label, int width, bool divided) {
        if (width == 0) return;
        if (divided)
            m_sink.add(category, {label, formula(width, "Σ ⌈unit / D⌉"), "{} B · {} of {}, D = {}"},
                       {width, m_units.parts, m_units.elements, m_units.dataSize}, Bytes(width * m_units.parts));
        else
            m_sink.add(category, {label, formula(width, "Ψ"), "{} B · {}"}, {width, m_units.elements},
                       Bytes(width * m_units.elements));
    }
    void addSharedHead(int width, bool divided) {
        if (divided)
            m_sink.add(Gradients,
                       {"ledger.tied-head-gradient", formula(width, "min(⌈embedding / D⌉, V/T · h)"),
                        "{} B · {} of {}"},
                       {width, m_units.sharedHeadPart, m_units.sharedHead}, Bytes(width * m_units.sharedHeadPart));
        else
            m_sink.add(Gradients, {"ledger.tied-head-gradient", formula(width, "V/T · h"), "{} B · {}"},
                       {width, m_units.sharedHead}, Bytes(width * m_units.sharedHead));
    }

private:
    // Only a ledger needs the text; a search does without.
    [[nodiscard]] std::string_view formula(int width, std::string_view of) {
        if (!m_sink.writesText()) return {};
        m_formula = fmt::format("{} · {}", width, of);
        return m_formula;
    }

    EntrySink& m_sink;
    const StageUnits& m_units;
    std::string m_formula;
};

void addTemporary(EntrySink& sink, const Plan& plan, const StageUnits& units) {
    const Bytes scratch = engineScratchBytes(plan, units.first, units.last);
    sink.add(Temporary, {"ledger.scratch", "largest op of the stage", "{} B"}, {scratch.value()}, scratch);
    const Bytes rotary = rotaryTableBytes(plan);
    const std::int64_t chunks = plan.layout.virtualStages;
    sink.add(Temporary, {"ledger.rotary-table", "chunks · sums · s·d", "{} · {} B"}, {chunks, rotary.value()},
             rotary * chunks);
    const EngineWidths widths = engineWidths(plan);
    const std::int64_t buckets = plan.zero.overlap == Overlap::On ? 2 : 1;
    const std::int64_t bucket = reduceBucketElements(plan, units), live = liveParameterElements(plan, units);
    sink.add(Temporary, {"ledger.gradient-bucket", "buckets · g · max(largest unit, bucket)", "{} · {} B · {}"},
             {buckets, widths.gradient, bucket}, Bytes(buckets * widths.gradient * bucket));
    sink.add(Temporary, {"ledger.gathered-parameters", "p · live parameters", "{} B · {}"}, {widths.stored, live},
             Bytes(widths.stored * live));
}

}  // namespace

void addEngineStates(EntrySink& sink, const Plan& plan, const StageUnits& units) {
    const int zero = plan.zero.stage;
    const EngineWidths widths = engineWidths(plan);
    States states(sink, units);
    states.add(Parameters, "ledger.parameters", widths.stored, zero >= 3);
    states.add(Gradients, "ledger.gradients", widths.gradient, zero >= 2);
    states.addSharedHead(widths.gradient, zero >= 2);
    states.add(Optimizer, "ledger.master-weights", widths.masters(), zero >= 1);
    states.add(Optimizer, optimizerLabel(plan), widths.state * plan.optimizer.states(), zero >= 1);
    addTemporary(sink, plan, units);
}

}  // namespace core
