// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Keys in the units they name: bytes are whole, fractions lie in 0..1.
#include "app/cli/snapshot_json.h"

#include "core/cost/flop_conventions.h"
#include "core/cost/offload.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/planner/advice_rules.h"

namespace app {

namespace {

using core::MemoryCategory;

Json stageJson(const core::StageMemory& stage) {
    const auto bytes = [&](MemoryCategory category) { return stage.ledger.of(category).value(); };
    return {{"stage", stage.stage.value},
            {"rank", stage.rank.value},
            {"parameters_bytes", bytes(MemoryCategory::Parameters)},
            {"gradients_bytes", bytes(MemoryCategory::Gradients)},
            {"optimizer_bytes", bytes(MemoryCategory::Optimizer)},
            {"activations_bytes", bytes(MemoryCategory::Activations)},
            {"temporary_bytes", bytes(MemoryCategory::Temporary)},
            {"framework_bytes", bytes(MemoryCategory::Framework)},
            {"total_bytes", stage.ledger.total().value()},
            {"peak_in_flight", stage.peakInFlight}};
}

Json memoryJson(const core::MemoryEstimate& memory) {
    Json stages = Json::array();
    for (const core::StageMemory& stage : memory.stages) stages.push_back(stageJson(stage));
    return {{"capacity_bytes", memory.capacity.value()},
            {"fits", memory.fits},
            {"fits_with_margin", core::fitsWithMargin(memory)},
            {"textbook_bytes", memory.textbook.value()},
            {"stages", std::move(stages)}};
}

Json timeJson(const core::Snapshot& snapshot) {
    const core::StepEstimate& step = *snapshot.step;
    const core::Seconds offload =
        snapshot.shards ? core::offloadTime(snapshot.plan, *snapshot.shards).total() : core::Seconds(0);
    Json conventions = Json::array();
    for (const core::Utilisation& utilisation : core::utilisations(snapshot.plan, step))
        conventions.push_back({{"name", utilisation.convention->name},
                               {"formula", utilisation.convention->formula},
                               {"model_flops_per_token", utilisation.modelFlops.value()},
                               {"hardware_flops_per_token", utilisation.hardwareFlops.value()},
                               {"mfu", utilisation.mfu},
                               {"hfu", utilisation.hfu}});
    return {{"step_seconds", step.step.value()},
            {"tokens_per_second", step.tokensPerSecond},
            {"tflops_per_gpu", step.tflopsPerGpu},
            {"mfu", step.mfu},
            {"hfu", step.hfu},
            {"bubble_fraction", step.bubbleFraction},
            {"compute_seconds", (step.forward + step.backward).value()},
            {"tensor_communication_seconds", step.tensorCommunication.value()},
            {"pipeline_communication_seconds", step.pipelineCommunication.value()},
            {"data_communication_seconds", step.dataCommunication.value()},
            {"offload_seconds", offload.value()},
            {"optimizer_seconds", step.optimizer.value()},
            {"idle_seconds", step.idle.value()},
            {"conventions", std::move(conventions)}};
}

Json trafficJson(const core::Traffic& traffic) {
    using enum core::GroupKind;
    Json calls = Json::array();
    for (const core::TrafficRow& row : traffic.rows)
        calls.push_back({{"group", core::toText(row.group)},
                         {"op", core::toText(row.op)},
                         {"bytes", row.payload.value()},
                         {"wire_bytes", row.wire.value()}});
    return {{"tensor_wire_bytes", traffic.wire(Tensor).value()},
            {"data_wire_bytes", traffic.wire(Data).value()},
            {"pipeline_wire_bytes", traffic.wire(Pipeline).value()},
            {"embedding_wire_bytes", traffic.wire(Embedding).value()},
            {"total_wire_bytes", traffic.wire().value()},
            {"collectives", std::move(calls)}};
}

Json runJson(const core::RunEstimate& run) {
    const core::Goodput& goodput = run.goodput;
    return {{"tokens", run.tokens},
            {"steps", run.steps},
            {"ramp_steps", run.rampSteps},
            {"days", run.days},
            {"gpu_hours", run.gpuHours},
            {"cost", run.cost ? Json(*run.cost) : Json()},
            {"energy_kwh", run.energyKwh > 0 ? Json(run.energyKwh) : Json()},
            {"goodput",
             {{"fraction", goodput.fraction},
              {"days", goodput.days},
              {"gpu_hours", goodput.gpuHours},
              {"failures", goodput.failures},
              {"seconds_between_failures", goodput.meanSecondsBetweenFailures},
              {"checkpoint_seconds", goodput.interval.value()},
              {"checkpoint_every", goodput.every},
              {"spare_cards", goodput.spareCards}}}};
}

}  // namespace

Json layoutJson(const core::LayoutSpec& layout) {
    return {{"tp", layout.tp},
            {"cp", layout.cp},
            {"ep", layout.ep},
            {"dp", layout.dp},
            {"pp", layout.pp},
            {"cards", layout.cards()},
            {"order", core::toText(layout.order)}};
}

Json layoutJson(const FlaggedPlan& flagged) {
    Json json = layoutJson(flagged.plan.layout);
    if (flagged.settled()) return json;
    json["dp"] = nullptr;
    json["cards"] = core::cardsOf(flagged.plan.cluster);
    return json;
}

Json snapshotJson(const core::Snapshot& snapshot) {
    return {{"plan", core::planToJson(snapshot.plan)},
            {"layout", layoutJson(snapshot.plan.layout)},
            {"memory", snapshot.memory ? memoryJson(*snapshot.memory) : Json()},
            {"time", snapshot.step ? timeJson(snapshot) : Json()},
            {"traffic", snapshot.traffic ? trafficJson(*snapshot.traffic) : Json()},
            {"run", snapshot.run ? runJson(*snapshot.run) : Json()}};
}

}  // namespace app
