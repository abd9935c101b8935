// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with three digits and their unit.
#include "app/cli/snapshot_text.h"

#include "app/cli/table.h"
#include "core/base/catalogue.h"
#include "core/base/text.h"

#include <fmt/format.h>

namespace app {

namespace {

using core::MemoryCategory;

std::string headline(const core::Snapshot& snapshot) {
    const core::Plan& plan = snapshot.plan;
    const core::LayoutSpec& layout = plan.layout;
    return fmt::format(
        "{}: {} parameters on {} cards ({}, {} × {})\n"
        "tp {} · pp {} · dp {} · cp {}, ZeRO {}, {}, global batch {} = {} × {} × {}, sequence {}\n",
        plan.model.name, core::withThousands(snapshot.parameters.total), layout.cards(), plan.cluster.gpu,
        plan.cluster.nodes, plan.cluster.gpusPerNode, layout.tp, layout.pp, layout.dp, layout.cp,
        plan.zero.stage, core::toText(plan.schedule), plan.batch.global, plan.batch.micro,
        plan.microBatches(), layout.dp, plan.sequence());
}

std::string memoryText(const core::MemoryEstimate& memory) {
    std::vector<TableRow> rows{
        {"stage", "parameters", "gradients", "optimizer", "activations", "temporary", "framework", "total"}};
    for (const core::StageMemory& stage : memory.stages) {
        TableRow row{std::to_string(stage.stage.value)};
        for (const core::Bytes bytes : stage.ledger.byCategory()) row.push_back(core::toText(bytes));
        row.push_back(core::toText(stage.ledger.total()));
        rows.push_back(std::move(row));
    }
    return "\nMemory of the heaviest card of each stage, predicted\n" + table(rows) +
           fmt::format("a card has {}: the plan {}\ntextbook formula: {}\n", core::toText(memory.capacity),
                       memory.fits ? "fits" : "does not fit", core::toText(memory.textbook));
}

std::string percent(double fraction) { return core::threeDigits(100 * fraction) + " %"; }

std::string timeText(const core::StepEstimate& step) {
    return "\nOne step, predicted\n" +
           table({{"step", core::toText(step.step)},
                  {"tokens per second, whole job", core::threeDigits(step.tokensPerSecond)},
                  {"model TFLOP/s per card", core::threeDigits(step.tflopsPerGpu)},
                  {"MFU", percent(step.mfu)},
                  {"HFU", percent(step.hfu)},
                  {"pipeline bubble", percent(step.bubbleFraction)},
                  {"forward and backward", core::toText(step.forward + step.backward)},
                  {"tensor communication", core::toText(step.tensorCommunication)},
                  {"pipeline communication", core::toText(step.pipelineCommunication)},
                  {"data communication", core::toText(step.dataCommunication)},
                  {"optimizer", core::toText(step.optimizer)},
                  {"idle", core::toText(step.idle)}});
}

std::string runText(const core::RunEstimate& run) {
    std::vector<TableRow> rows{{"tokens", core::threeDigits(run.tokens)},
                               {"steps", core::withThousands(run.steps)},
                               {"days", core::threeDigits(run.days)},
                               {"GPU hours", core::threeDigits(run.gpuHours)},
                               {"energy, kWh", core::threeDigits(run.energyKwh)}};
    if (run.cost) rows.push_back({"cost", core::threeDigits(*run.cost)});
    return "\nThe whole run, predicted\n" + table(rows);
}

std::string labelText(const core::LedgerEntry& entry) {
    const std::string_view label = core::sentence(entry.label);
    return std::string(label.empty() ? std::string_view(entry.label) : label);
}

}  // namespace

std::string snapshotText(const core::Snapshot& snapshot) {
    return headline(snapshot) + (snapshot.memory ? memoryText(*snapshot.memory) : "") +
           (snapshot.step ? timeText(*snapshot.step) : "") + (snapshot.run ? runText(*snapshot.run) : "");
}

std::string formulasText(const core::Snapshot& snapshot) {
    if (!snapshot.memory) return {};
    std::string text;
    for (const core::StageMemory& stage : snapshot.memory->stages) {
        text += fmt::format("\nStage {}, rank {}\n", stage.stage.value, stage.rank.value);
        for (const core::LedgerEntry& entry : stage.ledger.entries)
            text += fmt::format("  {} = {}\n      {} = {}\n", labelText(entry), entry.formula, entry.numbers,
                                core::toText(entry.bytes));
    }
    return text;
}

}  // namespace app
