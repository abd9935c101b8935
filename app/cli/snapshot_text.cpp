// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers with their unit and the mark of predictions.
#include "app/cli/snapshot_text.h"

#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/catalogue.h"
#include "core/base/text.h"
#include "core/cost/flop_conventions.h"
#include "core/cost/offload.h"
#include "core/cost/stragglers.h"

#include <fmt/format.h>

namespace app {

namespace {

using core::MemoryCategory;

bool isVirtual(const core::Plan& plan) { return plan.cluster.gpu == "virtual-card"; }

// Virtual cards share cores; their seconds are not those of a clock on the wall.
const char* kindOfTime(const core::Plan& plan) { return isVirtual(plan) ? ", virtual time" : ""; }

std::string headline(const core::Snapshot& snapshot) {
    const core::Plan& plan = snapshot.plan;
    const core::LayoutSpec& layout = plan.layout;
    return fmt::format(
        "{}: {} parameters on {} ({}, {} of {})\n"
        "tp {} · pp {} · dp {} · cp {}, ZeRO {}, {}, global batch of {} = {} × {} of {}, {} each\n"
        "{} predicted: formulas, nothing measured{}\n",
        core::visible(plan.model.name), core::withThousands(snapshot.parameters.total),
        core::counted(layout.cards(), "card"), plan.cluster.gpu, core::counted(plan.cluster.nodes, "node"),
        plan.cluster.gpusPerNode, layout.tp, layout.pp, layout.dp, layout.cp, plan.zero.stage,
        core::toText(plan.schedule), core::counted(plan.batch.global, "sequence"),
        core::counted(layout.dp, "replica"),
        plan.microBatches() == 1 ? "1 micro-batch" : fmt::format("{} micro-batches", plan.microBatches()),
        plan.batch.micro, core::counted(plan.sequence(), "token"), kPredicted,
        isVirtual(plan) ? "; virtual time: as if each virtual card had a core of its own" : "");
}

std::string memoryText(const core::MemoryEstimate& memory) {
    const ByteScale scale = byteScale(memory.peak());
    std::vector<TableRow> rows{
        {"stage", "parameters", "gradients", "optimizer", "activations", "temporary", "framework", "total"}};
    for (const core::StageMemory& stage : memory.stages) {
        TableRow row{std::to_string(stage.stage.value)};
        for (const core::Bytes bytes : stage.ledger.byCategory()) row.push_back(scale.number(bytes));
        row.push_back(fmt::format("{} {}", kPredicted, scale.number(stage.ledger.total())));
        rows.push_back(std::move(row));
    }
    return fmt::format("\nMemory of the heaviest card of each stage, in {}\n{}"
                       "a card has {} {}: the plan {}\ntextbook formula: {} {} {}\n",
                       scale.unit, table(rows), scale.number(memory.capacity), scale.unit,
                       memory.fits ? "fits" : "does not fit", kPredicted, scale.number(memory.textbook),
                       scale.unit) +
           "  (16 bytes a parameter; only the weights divided by tp, nothing by pp, no activations: a rule of thumb)\n";
}

std::string predicted(const std::string& number) { return fmt::format("{} {}", kPredicted, number); }

std::string timeText(const core::Snapshot& snapshot) {
    const core::StepEstimate& step = *snapshot.step;
    std::vector<TableRow> rows{{"step", predicted(core::toText(step.step))},
                  {"forward and backward", predicted(core::toText(step.forward + step.backward))},
                  {"tensor communication", predicted(core::toText(step.tensorCommunication))},
                  {"pipeline communication", predicted(core::toText(step.pipelineCommunication))},
                  {"data communication", predicted(core::toText(step.dataCommunication))},
                  {"optimizer", predicted(core::toText(step.optimizer))},
                  {"idle", predicted(core::toText(step.idle))},
                  {"pipeline bubble", predicted(percent(step.bubbleFraction))},
                  {"rate of the whole job", predicted(core::threeDigits(step.tokensPerSecond) + " tokens/s")},
                  {"model FLOPs of a card", predicted(flopRate(step.tflopsPerGpu * 1e12))},
                  {"model FLOPs utilisation (MFU)", predicted(percent(step.mfu))},
                  {"hardware FLOPs utilisation (HFU)", predicted(percent(step.hfu))}};
    if (core::offloads(snapshot.plan) && snapshot.shards)
        rows.insert(rows.begin() + 5, {"of it to and from the host",
                                       predicted(core::toText(core::offloadTime(snapshot.plan, *snapshot.shards).total()))});
    return fmt::format("\nOne step{}\n", kindOfTime(snapshot.plan)) + table(rows);
}

std::string trafficText(const core::Traffic& traffic) {
    using enum core::GroupKind;
    std::vector<TableRow> rows;
    for (const auto& [kind, name] : {std::pair(Tensor, "tensor groups"), {Data, "data groups"},
                                     {Pipeline, "between stages"}, {Embedding, "tied embedding"}})
        if (traffic.wire(kind) > core::Bytes(0)) rows.push_back({name, predicted(core::toText(traffic.wire(kind)))});
    if (rows.empty()) return {};
    rows.push_back({"all cards", predicted(core::toText(traffic.wire()))});
    return "\nSent in one step, by rings\n" + table(rows);
}

std::string runText(const core::Plan& plan, const core::RunEstimate& run) {
    constexpr double kSecondsPerDay = 86400;
    std::vector<TableRow> rows{{"training text", predicted(core::threeDigits(run.tokens) + " tokens")},
                  {"updates", predicted(core::counted(run.steps, "step"))},
                  {"duration", predicted(duration(core::Seconds(run.days * kSecondsPerDay)))},
                  {"time of all cards", predicted(cardTime(run.gpuHours))},
                  {"cost", run.cost ? predicted(money(*run.cost)) : "no price given"}};
    if (run.energyKwh > 0) rows.insert(rows.end() - 1, {"energy", predicted(energy(run.energyKwh))});
    if (run.rampSteps > 0) rows.insert(rows.begin() + 2, {"of these in the batch ramp", predicted(core::counted(run.rampSteps, "step"))});
    if (!isVirtual(plan)) {
        const core::Goodput& goodput = run.goodput;
        rows.push_back({"failures", predicted(fmt::format("{:.3g}, one in {}", goodput.failures,
                                                          duration(core::Seconds(goodput.meanSecondsBetweenFailures))))});
        rows.push_back({"checkpoint (Young-Daly)", predicted(fmt::format("every {}, {}", duration(goodput.interval),
                                                                         core::counted(goodput.every, "step")))});
        rows.push_back({"duration with failures", predicted(fmt::format("{}, goodput {}", duration(core::Seconds(goodput.days * kSecondsPerDay)),
                                                                        percent(goodput.fraction)))});
        rows.push_back({"with stragglers as well", predicted(fmt::format("{}, a step {:.2f} × as long", duration(core::Seconds(goodput.days * kSecondsPerDay * core::stragglerFactor(plan))), core::stragglerFactor(plan)))});
        rows.push_back({"spare cards", predicted(core::withThousands(goodput.spareCards))});
    }
    return fmt::format("\nThe whole run{}\n", kindOfTime(plan)) + table(rows);
}

std::string labelText(const core::LedgerEntry& entry) {
    const std::string_view label = core::sentence(entry.label);
    return std::string(label.empty() ? std::string_view(entry.label) : label);
}

}  // namespace

std::string conventionsText(const core::Snapshot& snapshot) {
    if (!snapshot.step) return {};
    std::vector<TableRow> rows{{"counted as", "FLOPs of a token", "○ MFU", "○ HFU", "× PaLM's"}};
    for (const core::Utilisation& utilisation : core::utilisations(snapshot.plan, *snapshot.step)) {
        const core::FlopConvention& counted = *utilisation.convention;
        rows.push_back({fmt::format("{}: {} ({})", counted.name, counted.formula, core::sentence(counted.label)),
                        core::threeDigits(utilisation.modelFlops.value() / 1e9) + " G", percent(utilisation.mfu), percent(utilisation.hfu),
                        fmt::format("{:.3f}", utilisation.mfu / snapshot.step->mfu)});
    }
    return "\nUtilisation by what is counted\n" + table(rows);
}

std::string snapshotText(const core::Snapshot& snapshot) {
    return headline(snapshot) + (snapshot.memory ? memoryText(*snapshot.memory) : "") +
           (snapshot.step ? timeText(snapshot) : "") +
           (snapshot.traffic ? trafficText(*snapshot.traffic) : "") +
           (snapshot.run ? runText(snapshot.plan, *snapshot.run) : "");
}

std::string formulasText(const core::Snapshot& snapshot) {
    if (!snapshot.memory) return {};
    std::string text;
    for (const core::StageMemory& stage : snapshot.memory->stages) {
        text += fmt::format("\nStage {}, rank {}\n", stage.stage.value, stage.rank.value);
        for (const core::LedgerEntry& entry : stage.ledger.entries)
            text += fmt::format("  {} = {}\n      {} = {} {}\n", labelText(entry), entry.formula,
                                entry.numbers, kPredicted, core::toText(entry.bytes));
    }
    return text;
}

}  // namespace app
