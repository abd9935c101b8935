// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/start_check.h"

#include "ui/engine/engine_command.h"
#include "ui/kit/format.h"
#include "ui/kit/to_qt.h"
#include "ui/state/plan_document.h"
#include "ui/state/sentences.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

StartCheck checkStart(const core::Snapshot& snapshot, const EngineCommand& engine, core::CardsPolicy policy) {
    if (!engine.usable())
        return {StartGate::Refused, engine.error, QCoreApplication::translate("ui::StartCheck", "No engine program"),
                std::nullopt};
    for (const core::Problems* problems : {&snapshot.problems, &snapshot.engineProblems})
        for (const core::Problem& problem : *problems)
            if (problem.severity == core::Severity::Error)
                return {StartGate::Refused, wholeSentence(problem), sentence(problem),
                        core::mendOf(snapshot.plan, problem, policy)};
    if (const auto problem = tooSmallCard(snapshot))
        return {StartGate::Asks, wholeSentence(*problem),
                QCoreApplication::translate("ui::StartCheck", "Does not fit"), std::nullopt};
    return {};
}

void useMend(PlanDocument& document, const core::FieldMend& mend) {
    document.setField(QString::fromStdString(mend.pointer), mend.value, PlanDocument::Edit::Committed);
}

std::optional<core::Problem> tooSmallCard(const core::Snapshot& snapshot) {
    if (!snapshot.memory || snapshot.memory->fits || snapshot.memory->stages.empty()) return std::nullopt;
    const core::MemoryEstimate& memory = *snapshot.memory;
    const auto heaviest =
        std::max_element(memory.stages.begin(), memory.stages.end(),
                         [](const auto& a, const auto& b) { return a.ledger.total() < b.ledger.total(); });
    const ByteUnit unit = unitFor(memory.capacity);
    core::Problem problem;
    problem.severity = core::Severity::Error;
    problem.code = "memory.does-not-fit";
    problem.where = "/run/card_memory_bytes";
    problem.params = {{"stage", std::to_string(heaviest->stage.value)},
                      {"needed", bytesText(memory.peak(), unit).toStdString()},
                      {"capacity", bytesText(memory.capacity, unit).toStdString()}};
    // Advice that the plan has taken already would be none.
    if (snapshot.plan.batch.micro > 1 && snapshot.plan.zero.stage < 3) problem.fix = "fix.memory.does-not-fit";
    return problem;
}

}  // namespace ui
