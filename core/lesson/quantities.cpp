// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The table of quantities, and the look-up of names in a scope. Calls: quantity_calls.cpp.
#include "core/lesson/quantities.h"

#include "core/base/suggest.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using Value = std::optional<double>;

const StageMemory* heaviest(const Snapshot& s) {
    if (!s.memory || s.memory->stages.empty()) return nullptr;
    return &*std::ranges::max_element(
        s.memory->stages, {}, [](const StageMemory& stage) { return stage.ledger.total().value(); });
}

template <MemoryCategory category>
Value categoryBytes(const Snapshot& s) {
    const StageMemory* stage = heaviest(s);
    return stage ? Value(double(stage->ledger.of(category).value())) : Value();
}

double statesOf(const Ledger& ledger) {
    return double((ledger.of(MemoryCategory::Parameters) + ledger.of(MemoryCategory::Gradients) +
                   ledger.of(MemoryCategory::Optimizer))
                      .value());
}

template <int zeroStage>
Value statesUnderZero(const Snapshot& s) {
    if (!s.memory) return {};
    double most = 0;
    for (const StageMemory& stage : s.memory->underZero[zeroStage]) most = std::max(most, statesOf(stage.ledger));
    return most;
}

template <class Of>
Value ofStep(const Snapshot& s, Of of) {
    return s.step ? Value(of(*s.step)) : Value();
}
template <class Of>
Value ofRun(const Snapshot& s, Of of) {
    return s.run ? Value(of(*s.run)) : Value();
}
template <class Of>
Value ofMemory(const Snapshot& s, Of of) {
    return s.memory ? Value(of(*s.memory)) : Value();
}
template <class Of>
Value ofCard(const Snapshot& s, Of of) {
    const Accelerator* card = findAccelerator(s.plan.cluster.gpu);
    return card ? Value(of(*card)) : Value();
}

#define SHARDSCOPE_PLAN(path) [](const Snapshot& s) { return Value(double(s.plan.path)); }
#define SHARDSCOPE_STEP(path) \
    [](const Snapshot& s) { return ofStep(s, [](const StepEstimate& e) { return double(e.path); }); }
#define SHARDSCOPE_RUN(path) \
    [](const Snapshot& s) { return ofRun(s, [](const RunEstimate& e) { return double(e.path); }); }
#define SHARDSCOPE_MEMORY(path) \
    [](const Snapshot& s) { return ofMemory(s, [](const MemoryEstimate& e) { return double(e.path); }); }
template <GroupKind kind>
Value sentIn(const Snapshot& s) {
    return s.traffic ? Value(double(s.traffic->wire(kind).value())) : Value();
}

#define SHARDSCOPE_CARD(path) \
    [](const Snapshot& s) { return ofCard(s, [](const Accelerator& e) { return double(e.path); }); }

constexpr QuantityRow kRows[] = {
    {"tp", "", "tensor-parallel size", SHARDSCOPE_PLAN(layout.tp)},
    {"pp", "", "pipeline stages", SHARDSCOPE_PLAN(layout.pp)},
    {"dp", "", "data-parallel replicas", SHARDSCOPE_PLAN(layout.dp)},
    {"cp", "", "context-parallel size", SHARDSCOPE_PLAN(layout.cp)},
    {"virtual_stages", "", "model chunks per pipeline rank", SHARDSCOPE_PLAN(layout.virtualStages)},
    {"cards", "", "tp × cp × dp × pp", SHARDSCOPE_PLAN(layout.cards())},
    {"nodes", "", "nodes", SHARDSCOPE_PLAN(cluster.nodes)},
    {"gpus_per_node", "", "cards per node", SHARDSCOPE_PLAN(cluster.gpusPerNode)},
    {"zero_stage", "", "ZeRO stage", SHARDSCOPE_PLAN(zero.stage)},
    {"micro_batch", "sequences", "size of a micro-batch", SHARDSCOPE_PLAN(batch.micro)},
    {"global_batch", "sequences", "sequences per update", SHARDSCOPE_PLAN(batch.global)},
    {"micro_batches", "", "micro-batches per replica and update (accumulation)", SHARDSCOPE_PLAN(microBatches())},
    {"sequence", "tokens", "sequence length", SHARDSCOPE_PLAN(sequence())},
    {"steps_to_run", "", "updates of a run of the engine", SHARDSCOPE_PLAN(run.steps)},
    {"checkpoint_every", "updates", "updates between two checkpoints of a run", SHARDSCOPE_PLAN(run.checkpoint.every)},
    {"peak_lr", "", "peak learning rate", SHARDSCOPE_PLAN(optimizer.lr)},
    {"warmup", "updates", "warm-up of the learning rate", SHARDSCOPE_PLAN(lrSchedule.warmup)},
    {"layers", "", "Transformer layers", SHARDSCOPE_PLAN(model.layers)},
    {"hidden", "", "model width", SHARDSCOPE_PLAN(model.hidden)},
    {"heads", "", "attention heads", SHARDSCOPE_PLAN(model.heads)},
    {"ffn", "", "width of the MLP", SHARDSCOPE_PLAN(model.ffn)},
    {"vocabulary", "", "vocabulary", SHARDSCOPE_PLAN(model.vocabulary)},
    {"parameters", "", "parameters of the model", [](const Snapshot& s) { return Value(double(s.parameters.total)); }},
    {"flops_per_token", "FLOP", "model FLOPs of a token, forward and backward",
     [](const Snapshot& s) { return Value(modelFlopsPerToken(s.plan.model, s.plan.sequence()).value()); }},
    {"card_memory_bytes", "bytes", "memory of one card of the accelerator", SHARDSCOPE_CARD(memory.value())},
    {"card_peak_flops", "FLOP/s", "peak of one card, 16-bit", SHARDSCOPE_CARD(peakFlops16)},
    {"intra_node_bandwidth", "bytes/s", "of a card inside its node", SHARDSCOPE_CARD(intraNodeBandwidth)},
    {"inter_node_bandwidth", "bytes/s", "of a card between nodes", SHARDSCOPE_CARD(interNodeBandwidth)},
    {"capacity_bytes", "bytes", "memory of a card in this plan", SHARDSCOPE_MEMORY(capacity.value())},
    {"fits", "0 or 1", "the heaviest card fits", SHARDSCOPE_MEMORY(fits)},
    {"peak_bytes", "bytes", "heaviest card at its peak", SHARDSCOPE_MEMORY(peak().value())},
    {"textbook_bytes", "bytes", "textbook formula of the model states", SHARDSCOPE_MEMORY(textbook.value())},
    {"parameters_bytes", "bytes", "parameters on the heaviest card", categoryBytes<MemoryCategory::Parameters>},
    {"gradients_bytes", "bytes", "gradients on the heaviest card", categoryBytes<MemoryCategory::Gradients>},
    {"optimizer_bytes", "bytes", "optimizer state and fp32 masters on it", categoryBytes<MemoryCategory::Optimizer>},
    {"activations_bytes", "bytes", "saved activations on it", categoryBytes<MemoryCategory::Activations>},
    {"temporary_bytes", "bytes", "buffers and gathers on it", categoryBytes<MemoryCategory::Temporary>},
    {"framework_bytes", "bytes", "context and libraries on it", categoryBytes<MemoryCategory::Framework>},
    {"states_bytes", "bytes", "parameters, gradients and optimizer on the heaviest card",
     [](const Snapshot& s) {
         const StageMemory* stage = heaviest(s);
         return stage ? Value(statesOf(stage->ledger)) : Value();
     }},
    {"zero0_states_bytes", "bytes", "most model states of a card if ZeRO were 0", statesUnderZero<0>},
    {"zero1_states_bytes", "bytes", "the same, ZeRO-1", statesUnderZero<1>},
    {"zero2_states_bytes", "bytes", "the same, ZeRO-2", statesUnderZero<2>},
    {"zero3_states_bytes", "bytes", "the same, ZeRO-3", statesUnderZero<3>},
    {"step_seconds", "s", "one update", SHARDSCOPE_STEP(step.value())},
    {"tokens_per_second", "tokens/s", "of the whole job", SHARDSCOPE_STEP(tokensPerSecond)},
    {"tflops_per_gpu", "TFLOP/s", "model FLOPs of a card", SHARDSCOPE_STEP(tflopsPerGpu)},
    {"mfu", "share of 1", "model FLOPs utilisation", SHARDSCOPE_STEP(mfu)},
    {"hfu", "share of 1", "hardware FLOPs utilisation, recomputation counted", SHARDSCOPE_STEP(hfu)},
    {"bubble_fraction", "share of 1", "bubble of the pipeline's time", SHARDSCOPE_STEP(bubbleFraction)},
    {"forward_seconds", "s", "forward on the busiest rank", SHARDSCOPE_STEP(forward.value())},
    {"backward_seconds", "s", "backward on it", SHARDSCOPE_STEP(backward.value())},
    {"tensor_communication_seconds", "s", "tensor-parallel communication", SHARDSCOPE_STEP(tensorCommunication.value())},
    {"pipeline_communication_seconds", "s", "what messages between stages add",
     SHARDSCOPE_STEP(pipelineCommunication.value())},
    {"data_communication_seconds", "s", "gradients and ZeRO between replicas", SHARDSCOPE_STEP(dataCommunication.value())},
    {"tensor_sent_bytes", "bytes", "sent by all cards in tensor groups in one step, as rings do", sentIn<GroupKind::Tensor>},
    {"pipeline_sent_bytes", "bytes", "the same, between stages", sentIn<GroupKind::Pipeline>},
    {"data_sent_bytes", "bytes", "the same, between replicas", sentIn<GroupKind::Data>},
    {"optimizer_seconds", "s", "the update", SHARDSCOPE_STEP(optimizer.value())},
    {"idle_seconds", "s", "waiting", SHARDSCOPE_STEP(idle.value())},
    {"run_tokens", "tokens", "tokens of the whole training", SHARDSCOPE_RUN(tokens)},
    {"run_steps", "updates", "updates of the whole training", SHARDSCOPE_RUN(steps)},
    {"run_days", "days", "duration of the whole training", SHARDSCOPE_RUN(days)},
    {"gpu_hours", "h", "card-hours of the whole training", SHARDSCOPE_RUN(gpuHours)},
    {"energy_kwh", "kWh", "energy of the whole training", SHARDSCOPE_RUN(energyKwh)},
    {"cost", "money", "of the whole training; none without a price",
     [](const Snapshot& s) { return s.run ? s.run->cost : Value(); }},
    {"errors", "", "broken rules of the plan",
     [](const Snapshot& s) {
         return Value(double(std::ranges::count(s.problems, Severity::Error, &Problem::severity)));
     }},
    {"engine_errors", "", "rules of this machine's engine that the plan breaks",
     [](const Snapshot& s) {
         return Value(double(std::ranges::count(s.engineProblems, Severity::Error, &Problem::severity)));
     }},
};

#undef SHARDSCOPE_PLAN
#undef SHARDSCOPE_STEP
#undef SHARDSCOPE_RUN
#undef SHARDSCOPE_MEMORY
#undef SHARDSCOPE_CARD

constexpr ConstantRow kConstants[] = {{"kib", 1024},  {"mib", double(kMiB)}, {"gib", double(kGiB)},
                                      {"thousand", 1e3}, {"million", 1e6},     {"billion", 1e9},
                                      {"trillion", 1e12}, {"day", 86400}};

const QuantityRow* findQuantity(std::string_view name) {
    const auto found = std::ranges::find(kRows, name, &QuantityRow::name);
    return found == std::end(kRows) ? nullptr : &*found;
}
const ConstantRow* findConstant(std::string_view name) {
    const auto found = std::ranges::find(kConstants, name, &ConstantRow::name);
    return found == std::end(kConstants) ? nullptr : &*found;
}
const CallRow* findCall(std::string_view name) {
    const auto found = std::ranges::find(callRows(), name, &CallRow::name);
    return found == callRows().end() ? nullptr : &*found;
}

struct SplitName {
    std::string plan, name;  // plan empty = the step's own
};
SplitName split(const std::string& whole) {
    const std::size_t point = whole.find('.');
    return point == whole.npos ? SplitName{{}, whole} : SplitName{whole.substr(0, point), whole.substr(point + 1)};
}

const Snapshot* planOf(const QuantityScope& scope, const std::string& other) {
    if (other.empty()) return scope.plan.get();
    const auto found = scope.others.find(other);
    return found == scope.others.end() ? nullptr : found->second.get();
}

Result<double> absent(const std::string& name, const Snapshot* snapshot) {
    std::string reason;
    if (snapshot)
        for (const Problem& problem : snapshot->problems)
            if (problem.severity == Severity::Error && reason.empty()) reason = describe(problem);
    return refuse({Severity::Error, "expression.no-value", {}, {{"name", name}, {"reason", reason}}});
}

Result<double> named(const std::string& whole, const QuantityScope& scope) {
    const SplitName split_ = split(whole);
    if (split_.plan.empty()) {
        if (const auto drawn = scope.drawn.find(whole); drawn != scope.drawn.end()) return drawn->second;
        if (const ConstantRow* constant = findConstant(whole)) return constant->value;
    }
    const QuantityRow* row = findQuantity(split_.name);
    const Snapshot* snapshot = planOf(scope, split_.plan);
    const Value value = row && snapshot ? row->of(*snapshot) : Value();
    return value ? Result<double>(*value) : absent(whole, snapshot);
}

Problem unknown(const std::string& name, std::size_t at, const std::vector<std::string>& known) {
    const auto nearest = nearestWord(name, known);
    return {Severity::Error, "expression.unknown-name", fmt::to_string(at),
            {{"name", name}, {"nearest", nearest.value_or("")}},
            nearest ? "fix.did-you-mean" : "fix.expression.see-list"};
}

bool kindsMatch(const CallRow& row, std::size_t count) {
    return row.kinds == "n+" ? count >= 1 : row.kinds.size() == count;
}

void checkCall(const ExpressionNode& node, const Expression& expression, std::span<const std::string> others,
               Problems& problems) {
    const SplitName split_ = split(node.text);
    const bool knownPlan = split_.plan.empty() || std::ranges::find(others, split_.plan) != others.end();
    const CallRow* row = knownPlan ? findCall(split_.name) : nullptr;
    if (!row) {
        std::vector<std::string> names;
        for (const CallRow& known : callRows()) names.emplace_back(known.name);
        problems.push_back(unknown(node.text, node.at, names));
        return;
    }
    bool fits = kindsMatch(*row, node.operands.size());
    for (std::size_t i = 0; fits && i < node.operands.size(); ++i) {
        const bool text = expression.nodes[node.operands[i]].kind == ExpressionNode::Kind::Text;
        fits = text == (row->kinds != "n+" && row->kinds[i] == 't');
    }
    if (!fits)
        problems.push_back({Severity::Error, "expression.arguments", fmt::to_string(node.at),
                            {{"name", node.text}, {"form", std::string(row->form)}}, "fix.expression.see-list"});
}

bool isKnownName(const std::string& whole, std::span<const std::string> others, std::span<const std::string> drawn) {
    const SplitName split_ = split(whole);
    if (!split_.plan.empty())
        return std::ranges::find(others, split_.plan) != others.end() && findQuantity(split_.name);
    return findQuantity(whole) || findConstant(whole) || std::ranges::find(drawn, whole) != drawn.end();
}

}  // namespace

std::span<const QuantityRow> quantityRows() { return kRows; }
std::span<const ConstantRow> constantRows() { return kConstants; }

Result<double> evaluateIn(const Expression& expression, const QuantityScope& scope) {
    return evaluateExpression(
        expression,
        {[&](const std::string& name) { return named(name, scope); },
         [&](const std::string& name, std::span<const ExpressionArgument> arguments) -> Result<double> {
             const SplitName split_ = split(name);
             const CallRow* row = findCall(split_.name);
             const Snapshot* snapshot = planOf(scope, split_.plan);
             return row && snapshot ? row->of(*snapshot, arguments) : absent(name, snapshot);
         }});
}

Problems unknownNames(const Expression& expression, std::span<const std::string> others,
                      std::span<const std::string> drawn) {
    Problems problems;
    for (const ExpressionNode& node : expression.nodes) {
        if (node.kind == ExpressionNode::Kind::Call) checkCall(node, expression, others, problems);
        if (node.kind != ExpressionNode::Kind::Name || isKnownName(node.text, others, drawn)) continue;
        std::vector<std::string> names(drawn.begin(), drawn.end());
        for (const QuantityRow& row : kRows) {
            names.emplace_back(row.name);
            for (const std::string& other : others) names.push_back(other + '.' + std::string(row.name));
        }
        for (const ConstantRow& row : kConstants) names.emplace_back(row.name);
        problems.push_back(unknown(node.text, node.at, names));
    }
    return problems;
}

}  // namespace core
