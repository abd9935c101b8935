// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One function for each quantity that a table prints. Unless a row, or the table's "every" for all its rows, says
// otherwise: Megatron in bf16 on A100 80 GB, eight cards a node, 1F1B.
#include "core/validation/published.h"

#include "core/base/embedded.h"
#include "core/cost/stragglers.h"
#include "core/evaluate.h"
#include "core/memory/framework_states.h"
#include "core/memory/saved_tensors.h"
#include "core/validation/node_steps.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace core {

namespace {

using Json = nlohmann::json;

// A GPT of the papers by Megatron's authors.
ModelSpec gptOf(const Json& shape) {
    constexpr int kVocabulary = 51200, kSequence = 2048;
    const int sequence = shape.value("sequence", kSequence);
    const int hidden = shape.at("hidden").get<int>(), heads = shape.at("heads").get<int>();
    return {.name = "gpt",
            .family = Family::Gpt,
            .layers = shape.at("layers").get<int>(),
            .hidden = hidden,
            .heads = heads,
            .kvHeads = heads,
            .ffn = 4 * hidden,
            .vocabulary = shape.value("vocabulary", kVocabulary),
            .maxSequence = sequence,
            .embeddings = Embeddings::Tied};
}

ModelSpec modelOf(const Json& row) {
    if (row.contains("shape")) return gptOf(row.at("shape"));
    const auto name = row.at("model").get<std::string>();
    const ModelSpec* preset = findModelPreset(name);
    if (preset == nullptr) throw std::runtime_error("published.json: no preset is called " + name);
    return *preset;
}

Plan planOf(const Json& row) {
    Plan plan;
    plan.model = modelOf(row);
    plan.framework = Framework::Megatron;
    plan.layout.tp = row.value("tp", 1);
    plan.layout.pp = row.value("pp", 1);
    plan.layout.dp = row.value("dp", 1);
    plan.layout.virtualStages = row.value("virtual_stages", 1);
    if (plan.layout.virtualStages > 1) plan.schedule = ScheduleKind::Interleaved;
    plan.cluster = {"a100-80gb", std::max(1, plan.layout.cards() / 8), std::min(8, plan.layout.cards())};
    plan.batch = {row.value("micro", 1), row.value("global", std::int64_t(plan.layout.dp) * plan.layout.pp)};
    plan.recompute = fromText<Recompute>(row.value("recompute", "none")).value_or(Recompute::None);
    plan.cluster.gpu = row.value("gpu", "a100-80gb");
    plan.framework = fromText<Framework>(row.value("framework", "megatron")).value_or(Framework::Megatron);
    plan.precision = fromText<Precision>(row.value("precision", "bf16")).value_or(Precision::Bf16);
    plan.zero.stage = row.value("zero", 0);
    plan.zero.overlap = row.value("overlap", false) ? Overlap::On : Overlap::Off;
    plan.attention = row.value("flash", false) ? AttentionKind::Flash : AttentionKind::Materialised;
    plan.sequenceLength = row.value("sequence", 0);
    plan.layout.stageLayers = row.value("stage_layers", std::vector<int>{});
    plan.layout.cp = row.value("cp", 1);
    plan.assumptions.efficiency = row.value("efficiency", 0.0);
    plan.sequenceParallel = row.value("sequence_parallel", false) ? SequenceParallel::On : SequenceParallel::Off;
    return plan;
}

Seconds stepOf(const Plan& plan) {
    const Score scored = score(plan);
    if (!scored.valid) throw std::runtime_error("published.json: a row describes no legal plan");
    return scored.step;
}

double stragglersOf(const Json& row, const Plan& plan) { return row.value("stragglers", false) ? stragglerFactor(plan) : 1; }

double mfuOf(const Json& row) {
    const Plan plan = planOf(row);
    return modelFlopsPerToken(plan).value() * double(plan.batch.global) * plan.sequence() /
           (stepOf(plan).value() * stragglersOf(row, plan) * plan.layout.cards() * peakFlopsOf(plan, {}));
}

// One block of a model of two less one of one, on a single stage.
double blockMilliseconds(const Json& row) {
    const auto pass = [&row](int layers) {
        Plan plan = planOf(row);
        plan.model.layers = layers;
        const auto layout = Layout::create(plan.layout, plan.cluster.gpusPerNode);
        const PlanCosts costs = planCosts(plan, *layout, ShardMap(plan.model, plan.layout, plan.model.maxSequence), {});
        const StageCosts& stage = costs.replay.stages.front();
        return row.at("pass") == "forward" ? stage.forward : stage.backward();
    };
    return 1e3 * (pass(2) - pass(1)).value();
}

MemoryEstimate memoryOf(const Json& row) {
    const Snapshot snapshot = evaluate(planOf(row));
    if (!snapshot.memory) throw std::runtime_error("published.json: a row describes no legal plan");
    return *snapshot.memory;
}

// As nvidia-smi counts it: what torch reserves, the kernels of its day (1,573 MiB, measured by the source), the communicators.
double shownGigabytes(const Json& row) {
    constexpr double kReserved = 0.94, kKernels = 1573.0 * double(kMiB), kThousandMebibytes = 1000 * double(kMiB);
    double most = 0;
    for (const StageMemory& stage : memoryOf(row).stages) {
        const double outside = double((stage.ledger.of(MemoryCategory::Framework) - kContextBytes).value()) + kKernels;
        const double inside = double((stage.ledger.total() - stage.ledger.of(MemoryCategory::Framework)).value());
        most = std::max(most, inside / kReserved + outside);
    }
    return most / kThousandMebibytes;
}

double statesMebibytes(const Json& row) {
    const auto category = fromText<MemoryCategory>(row.at("category").get<std::string>()).value();
    return double(memoryOf(row).stages.front().ledger.of(category).value()) / double(kMiB);
}

// What one more block adds to a card: its states, or what a micro-batch keeps of it.
double blockMebibytes(const Json& row) {
    const bool states = row.at("category") == "states";
    const auto bytes = [&](int layers) {
        Plan plan = planOf(row);
        plan.model.layers = layers;
        const Snapshot snapshot = evaluate(plan);
        const Ledger& ledger = snapshot.memory.value().stages.front().ledger;
        if (!states) return ledger.of(MemoryCategory::Activations);
        return ledger.of(MemoryCategory::Parameters) + ledger.of(MemoryCategory::Gradients) + ledger.of(MemoryCategory::Optimizer);
    };
    return double((bytes(2) - bytes(1)).value()) / double(kMiB);
}

double textbookGigabytes(const Json& row) {
    return double(textbookBytes(row.at("parameters").get<double>(), 1, row.at("dp").get<int>(), row.at("zero").get<int>()).value()) / 1e9;
}

double blockActivations(const Json& row) {
    const Snapshot snapshot = evaluate(planOf(row));
    double bytes = 0;
    for (const LedgerEntry& entry : snapshot.memory.value().stages.front().ledger.entries)
        if (entry.label == "ledger.activations-blocks") bytes += double(entry.bytes.value());
    return bytes / double(kGiB);
}

double blockShare(const Json& row) {
    Plan plan = planOf(row), baseline = plan;
    baseline.recompute = Recompute::None;
    baseline.sequenceParallel = SequenceParallel::Off;
    return savedBytes(plan, LayerKind::Block) / savedBytes(baseline, LayerKind::Block);
}

double stepSeconds(const Json& row) {
    const Plan plan = planOf(row);
    return stepOf(plan).value() * stragglersOf(row, plan);
}

double megatronTflops(const Json& row) {
    const Plan plan = planOf(row);
    const double h = plan.model.hidden, s = plan.sequence(), l = plan.model.layers, v = plan.model.vocabulary;
    const double flops = 96 * double(plan.batch.global) * s * l * h * h * (1 + s / (6 * h) + v / (16 * l * h));
    return flops / (stepOf(plan).value() * plan.layout.cards()) / 1e12;
}

double parameters(const Json& row) { return double(countParameters(modelOf(row)).total); }

struct Quantity {
    const char* name;
    double (*compute)(const Json& row);
};
constexpr Quantity kQuantities[] = {
    {"textbook-gigabytes", textbookGigabytes}, {"block-activations-gibibytes", blockActivations},
    {"block-share", blockShare},               {"step-seconds", stepSeconds},
    {"megatron-tflops", megatronTflops},       {"parameters", parameters},
    {"block-milliseconds", blockMilliseconds}, {"shown-gigabytes", shownGigabytes},
    {"states-mebibytes", statesMebibytes},     {"mfu", mfuOf},
    {"block-mebibytes", blockMebibytes},
};

double (*quantityOf(const Json& table))(const Json&) {
    const auto name = table.at("quantity").get<std::string>();
    for (const Quantity& quantity : kQuantities)
        if (name == quantity.name) return quantity.compute;
    throw std::runtime_error("published.json: no quantity is called " + name);
}

std::vector<double> sortedErrors(const std::vector<PublishedRow>& rows) {
    std::vector<double> errors;
    for (const PublishedRow& row : rows) errors.push_back(row.error());
    std::ranges::sort(errors);
    return errors;
}

}  // namespace

double PublishedRow::error() const { return std::abs(computed / published - 1); }

double PublishedTable::medianError() const {
    const std::vector<double> errors = sortedErrors(rows);
    if (errors.empty()) return 0;
    const std::size_t middle = errors.size() / 2;
    return errors.size() % 2 == 1 ? errors[middle] : (errors[middle - 1] + errors[middle]) / 2;
}

double PublishedTable::meanError() const {
    double sum = 0;
    for (const PublishedRow& row : rows) sum += row.error();
    return rows.empty() ? 0 : sum / double(rows.size());
}

double PublishedTable::p90Error() const {
    const std::vector<double> errors = sortedErrors(rows);
    if (errors.empty()) return 0;
    return errors[std::size_t(std::ceil(0.9 * double(errors.size()))) - 1];
}

const PublishedRow& PublishedTable::worst() const {
    return *std::ranges::max_element(rows, {}, &PublishedRow::error);
}

std::vector<PublishedTable> recomputePublishedTables() {
    std::vector<PublishedTable> tables;
    for (const Json& json : Json::parse(embeddedPublished())) {
        PublishedTable& table = tables.emplace_back();
        table.name = json.at("name");
        table.unit = json.at("unit");
        putWords(table);
        const auto compute = quantityOf(json);
        const Json shared = json.value("every", Json::object());
        for (const Json& own : json.at("rows")) {
            Json row = shared;
            row.update(own);
            table.rows.push_back({row.at("label"), row.at("published"), compute(row)});
        }
    }
    for (PublishedTable& table : predictNodeSteps()) tables.push_back(std::move(table));
    return tables;
}

}  // namespace core
