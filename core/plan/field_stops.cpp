// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stops of sliders: mostly powers of two and divisors, each tried out on the plan.
#include "core/plan/field_stops.h"

#include "core/plan/cards.h"
#include "core/plan/nearest.h"
#include "core/plan/validate.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace core {

namespace {

using Numbers = std::vector<std::int64_t>;

Numbers powersOfTwo(std::int64_t most, std::int64_t least = 1) {
    constexpr std::int64_t kTop = std::int64_t{1} << 40;
    Numbers powers;
    for (std::int64_t n = least; n <= std::min(most, kTop); n *= 2) powers.push_back(n);
    return powers;
}

// Powers of two and divisors of `whole`, up to `most`.
Numbers divisorsAndPowers(std::int64_t whole, std::int64_t most) {
    Numbers numbers = powersOfTwo(most);
    for (std::int64_t d = 1; d <= std::min(whole, most); ++d)
        if (whole % d == 0) numbers.push_back(d);
    return numbers;
}

Numbers sequenceStops(const Plan& plan) {
    constexpr std::int64_t kShortest = 32;
    Numbers numbers = powersOfTwo(plan.model.maxSequence, kShortest);
    numbers.push_back(plan.model.maxSequence);
    return numbers;
}

Numbers globalBatchStops(const Plan& plan) {
    const std::int64_t round = std::max<std::int64_t>(1, std::int64_t(plan.batch.micro) * plan.layout.dp);
    const std::int64_t perRound = std::clamp<std::int64_t>(plan.batch.global / round, 16, 1 << 20);
    Numbers numbers = powersOfTwo(perRound * 2);
    for (std::int64_t& n : numbers) n *= round;
    return numbers;
}

// Sliders reach a little beyond the present value, so that it can always be raised.
std::int64_t reach(std::int64_t present, std::int64_t usual) {
    return std::max(usual, 2 * std::clamp<std::int64_t>(present, 0, std::int64_t{1} << 30));
}

struct NumberStops {
    std::string_view pointer;
    Numbers (*make)(const Plan&);
};

constexpr NumberStops kNumberStops[] = {
    {"/layout/tp",
     [](const Plan& p) {
         const std::int64_t most = std::min(p.model.heads, std::max(8, std::min(p.cluster.gpusPerNode, 64)));
         return divisorsAndPowers(p.model.heads, most);
     }},
    {"/layout/pp",
     [](const Plan& p) { return divisorsAndPowers(p.model.layers, std::min(p.model.layers, 64)); }},
    {"/layout/dp", [](const Plan& p) { return powersOfTwo(reach(p.layout.dp, 16)); }},
    {"/layout/cp", [](const Plan&) { return powersOfTwo(16); }},
    {"/layout/ep", [](const Plan& p) { return powersOfTwo(reach(p.layout.ep, 8)); }},
    {"/layout/virtual_stages", [](const Plan&) { return Numbers{1, 2, 3, 4, 6, 8}; }},
    {"/recompute_layers",
     [](const Plan& p) {
         const std::int64_t chunk = p.model.layers / std::max(1, p.layout.pp * p.layout.virtualStages);
         return divisorsAndPowers(std::max<std::int64_t>(1, chunk), std::max<std::int64_t>(1, chunk));
     }},
    {"/lora/rank", [](const Plan&) { return Numbers{0, 4, 8, 16, 32, 64, 128, 256}; }},
    {"/zero/stage",
     [](const Plan&) {
         return Numbers{0, 1, 2, 3};
     }},
    {"/cluster/nodes", [](const Plan& p) { return powersOfTwo(reach(p.cluster.nodes, 8)); }},
    {"/cluster/gpus_per_node", [](const Plan& p) { return powersOfTwo(reach(p.cluster.gpusPerNode, 8)); }},
    {"/cluster/cards", [](const Plan& p) { return powersOfTwo(reach(cardsOf(p.cluster), 64)); }},
    {"/batch/micro", [](const Plan& p) { return powersOfTwo(reach(p.batch.micro, 8)); }},
    {"/batch/micro_batches", [](const Plan& p) { return powersOfTwo(reach(p.microBatches(), 32)); }},
    {"/batch/global", globalBatchStops},
    {"/sequence_length", sequenceStops},
};

template <class E>
std::vector<FieldValue> names() {
    std::vector<FieldValue> values;
    for (const auto& [value, name] : enumNames<E>()) values.emplace_back(std::string(name));
    return values;
}

template <class Rows>
std::vector<FieldValue> rowNames(const Rows& rows) {
    std::vector<FieldValue> values;
    for (const auto& named : rows) values.emplace_back(named.name);
    return values;
}

std::vector<FieldValue> gradientDtypes() {
    std::vector<FieldValue> values = names<Precision>();
    values.insert(values.begin(), FieldValue(std::string(kOwnDtype)));
    return values;
}

struct ChoiceStops {
    std::string_view pointer;
    std::vector<FieldValue> (*make)();
};

constexpr ChoiceStops kChoiceStops[] = {
    {"/model", [] { return rowNames(modelPresets()); }},
    {"/cluster/gpu", [] { return rowNames(accelerators()); }},
    {"/layout/order", names<RankOrder>},
    {"/zero/offload_optimizer", names<Offload>},
    {"/zero/offload_parameters", names<Offload>},
    {"/zero/overlap_comm", names<Overlap>},
    {"/framework", names<Framework>},
    {"/precision", names<Precision>},
    {"/gradient_dtype", gradientDtypes},
    {"/loss_scale/rules", names<LossScaleRules>},
    {"/loss_scale/consecutive_hysteresis", names<ConsecutiveHysteresis>},
    {"/schedule", names<ScheduleKind>},
    {"/recompute", names<Recompute>},
    {"/recompute_method", names<RecomputeMethod>},
    {"/sequence_parallel", names<SequenceParallel>},
    {"/attention", names<AttentionKind>},
    {"/lora/targets", names<LoraTargets>},
    {"/optimizer/kind", names<OptimizerKind>},
    {"/optimizer/moments", names<MomentType>},
    {"/optimizer/weight_decay_exempt", names<DecayExempt>},
    {"/lr_schedule/kind", names<LrKind>},
    {"/lr_schedule/warmup_type", names<WarmupType>},
    {"/lr_schedule/one_cycle/momentum", names<CycleMomentum>},
    {"/lr_schedule/range_test/staircase", names<Stairs>},
    {"/lr_schedule/wsd/tail", names<WsdTail>},
    {"/run/backend", names<Backend>},
    {"/run/checkpoint/at_stop", names<CheckpointAtStop>},
    {"/run/simulated_links/delay", names<LinkDelay>},
};

std::vector<FieldValue> numberCandidates(Numbers numbers, const FieldValue& present) {
    // No micro-batch count (0: it does not come out whole) is no stop.
    if (const std::int64_t now = std::get<std::int64_t>(present); now > 0 || numbers.front() == 0)
        numbers.push_back(now);
    std::ranges::sort(numbers);
    const auto repeated = std::ranges::unique(numbers);
    numbers.erase(repeated.begin(), repeated.end());
    return {numbers.begin(), numbers.end()};
}

// Codes of what an edit would break: errors, and what the named framework would refuse.
std::vector<Problem> brokenRules(const Plan& plan) {
    std::vector<Problem> broken;
    for (Problem& problem : validate(plan))
        if (problem.severity == Severity::Error || problem.code.starts_with("framework."))
            broken.push_back(std::move(problem));
    return broken;
}

}  // namespace

std::vector<FieldValue> fieldCandidates(const Plan& plan, std::string_view pointer) {
    const Field* field = findField(pointer);
    if (field == nullptr) return {};
    for (const NumberStops& stops : kNumberStops)
        if (stops.pointer == pointer) return numberCandidates(stops.make(plan), field->get(plan));
    for (const ChoiceStops& stops : kChoiceStops) {
        if (stops.pointer != pointer) continue;
        std::vector<FieldValue> values = stops.make();
        const FieldValue present = field->get(plan);
        if (std::get<std::string>(present) != "" && std::ranges::find(values, present) == values.end())
            values.insert(values.begin(), present);
        return values;
    }
    return {};
}

std::vector<Stop> fieldStops(const Plan& plan, std::string_view pointer, CardsPolicy policy) {
    const std::vector<FieldValue> values = fieldCandidates(plan, pointer);
    std::vector<std::vector<Problem>> broken;
    std::map<std::string, std::size_t> stopsThatBreak;
    for (const FieldValue& value : values) {
        broken.push_back(brokenRules(withField(plan, pointer, value, policy)));
        std::set<std::string> codes;
        for (const Problem& problem : broken.back()) codes.insert(problem.code);
        for (const std::string& code : codes) ++stopsThatBreak[code];
    }
    std::vector<Stop> stops;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto own = std::ranges::find_if(broken[i], [&](const Problem& problem) {
            return problem.where == pointer || stopsThatBreak[problem.code] < values.size();
        });
        stops.push_back({values[i], own == broken[i].end() ? std::string() : own->code});
    }
    return stops;
}

}  // namespace core
