// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One row a quantity; a new one is one line.
#include "core/planner/quantities.h"

#include <algorithm>

namespace core {

namespace {

using enum QuantityUnit;
using enum BetterWhen;
using Value = std::optional<double>;

template <auto Member>
Value ofStep(const Snapshot& snapshot) {
    if (!snapshot.step) return {};
    const auto value = (*snapshot.step).*Member;
    if constexpr (std::is_same_v<std::remove_const_t<decltype(value)>, Seconds>)
        return value.value();
    else
        return double(value);
}

template <auto Member>
Value ofRun(const Snapshot& snapshot) {
    return snapshot.run ? Value(double((*snapshot.run).*Member)) : Value();
}

Value computeSeconds(const Snapshot& snapshot) {
    return snapshot.step ? Value((snapshot.step->forward + snapshot.step->backward).value()) : Value();
}

// Of the stage that has most of it.
template <MemoryCategory Category>
Value mostOf(const Snapshot& snapshot) {
    if (!snapshot.memory) return {};
    Bytes most;
    for (const StageMemory& stage : snapshot.memory->stages) most = std::max(most, stage.ledger.of(Category));
    return double(most.value());
}

Value peak(const Snapshot& snapshot) {
    return snapshot.memory ? Value(double(snapshot.memory->peak().value())) : Value();
}

Value capacity(const Snapshot& snapshot) {
    return snapshot.memory ? Value(double(snapshot.memory->capacity.value())) : Value();
}

Value cost(const Snapshot& snapshot) { return snapshot.run ? snapshot.run->cost : Value(); }

// None where the power of the cards is not known.
Value energy(const Snapshot& snapshot) {
    return snapshot.run && snapshot.run->energyKwh > 0 ? Value(snapshot.run->energyKwh) : Value();
}

}  // namespace

std::span<const PlanQuantity> planQuantities() {
    using enum MemoryCategory;
    static constexpr PlanQuantity rows[] = {
        {"cards", "quantity.cards", Count, Neither,
         [](const Snapshot& s) { return Value(s.plan.layout.cards()); }},
        {"parameters", "quantity.parameters", Count, Neither,
         [](const Snapshot& s) { return Value(double(s.parameters.total)); }},
        {"step_seconds", "quantity.step", Time, Less, ofStep<&StepEstimate::step>},
        {"tokens_per_second", "quantity.rate", TokensPerSecond, More, ofStep<&StepEstimate::tokensPerSecond>},
        {"tflops_per_gpu", "quantity.card-flops", Teraflops, More, ofStep<&StepEstimate::tflopsPerGpu>},
        {"mfu", "quantity.mfu", Share, More, ofStep<&StepEstimate::mfu>},
        {"hfu", "quantity.hfu", Share, Neither, ofStep<&StepEstimate::hfu>},
        {"bubble_fraction", "quantity.bubble", Share, Less, ofStep<&StepEstimate::bubbleFraction>},
        {"compute_seconds", "quantity.compute", Time, Less, computeSeconds},
        {"tensor_communication_seconds", "quantity.tensor-communication", Time, Less,
         ofStep<&StepEstimate::tensorCommunication>},
        {"pipeline_communication_seconds", "quantity.pipeline-communication", Time, Less,
         ofStep<&StepEstimate::pipelineCommunication>},
        {"data_communication_seconds", "quantity.data-communication", Time, Less,
         ofStep<&StepEstimate::dataCommunication>},
        {"optimizer_seconds", "quantity.update", Time, Less, ofStep<&StepEstimate::optimizer>},
        {"idle_seconds", "quantity.idle", Time, Less, ofStep<&StepEstimate::idle>},
        {"memory_bytes", "quantity.memory", Memory, Less, peak},
        {"parameters_bytes", "quantity.most-parameters", Memory, Less, mostOf<Parameters>},
        {"gradients_bytes", "quantity.most-gradients", Memory, Less, mostOf<Gradients>},
        {"optimizer_bytes", "quantity.most-optimizer", Memory, Less, mostOf<Optimizer>},
        {"activations_bytes", "quantity.most-activations", Memory, Less, mostOf<Activations>},
        {"temporary_bytes", "quantity.most-temporary", Memory, Less, mostOf<Temporary>},
        {"framework_bytes", "quantity.most-framework", Memory, Less, mostOf<MemoryCategory::Framework>},
        {"capacity_bytes", "quantity.capacity", Memory, Neither, capacity},
        {"steps", "quantity.updates", Count, Neither, ofRun<&RunEstimate::steps>},
        {"days", "quantity.days", Days, Less, ofRun<&RunEstimate::days>},
        {"gpu_hours", "quantity.card-hours", CardHours, Less, ofRun<&RunEstimate::gpuHours>},
        {"energy_kwh", "quantity.energy", KilowattHours, Less, energy},
        {"cost", "quantity.cost", Money, Less, cost},
    };
    return rows;
}

const PlanQuantity* findQuantity(std::string_view name) {
    const auto rows = planQuantities();
    const auto found = std::ranges::find(rows, name, &PlanQuantity::name);
    return found == rows.end() ? nullptr : &*found;
}

std::optional<double> relativeChange(std::optional<double> a, std::optional<double> b) {
    return a && b && *a != 0 ? std::optional(*b / *a - 1) : std::nullopt;
}

}  // namespace core
