// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a framework cannot run of a plan.
#include "core/config/kit_parts.h"

#include "core/base/suggest.h"
#include "core/plan/training_updates.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

struct KitRule {
    std::string_view code, fix, where;
    Framework framework;  // Engine = both
    bool (*broken)(const Plan& plan);
    Severity severity = Severity::Error;
};

constexpr Framework kBoth = Framework::Engine, kLm = Framework::Megatron, kDeepSpeed = Framework::DeepSpeed;

std::int64_t scheduleLength(const Plan& plan) {
    return plan.lrSchedule.total > 0 ? plan.lrSchedule.total : updatesToTrain(plan);
}

// Numbers of stages that split the layers evenly.
std::string evenStages(const Plan& plan) {
    std::vector<std::string> stages;
    for (int pp = 1; pp <= plan.model.layers; ++pp)
        if (plan.model.layers % pp == 0) stages.push_back(std::to_string(pp));
    return joinedByOr(stages);
}

bool evenSplit(const Plan& plan) {
    const auto& layers = plan.layout.stageLayers;
    return std::ranges::adjacent_find(layers, std::ranges::not_equal_to{}) == layers.end();
}

// Only the first and the last stage may differ.
bool endsDiffer(const Plan& plan) {
    const auto& layers = plan.layout.stageLayers;
    return layers.size() < 3 ||
           std::adjacent_find(layers.begin() + 1, layers.end() - 1, std::not_equal_to{}) == layers.end() - 1;
}

// Several chunks a rank: all alike but for a layer that the first gives to the embedding, the last to the loss.
bool countsEndsAsLayers(const Plan& plan) {
    const auto& layers = plan.layout.stageLayers;
    if (layers.size() < 3 ||
        std::adjacent_find(layers.begin() + 1, layers.end() - 1, std::not_equal_to{}) != layers.end() - 1)
        return false;
    const int each = layers[1];
    const auto fits = [each](int end) { return end == each || end == each - 1; };
    return fits(layers.front()) && fits(layers.back());
}

bool unevenForMegatron(const Plan& plan) {
    if (evenSplit(plan)) return false;
    return plan.layout.virtualStages > 1 ? !countsEndsAsLayers(plan) : !endsDiffer(plan);
}

bool hasExperts(const Plan& plan) { return detailsOf(plan.model).experts.count > 0; }

bool isMegatronRate(LrKind kind) {
    return kind == LrKind::MegatronConstant || kind == LrKind::MegatronLinear || kind == LrKind::MegatronCosine ||
           kind == LrKind::MegatronInverseSquareRoot || kind == LrKind::MegatronWsd;
}

bool unknownRate(const Plan& plan) {
    const LrKind kind = plan.lrSchedule.kind;
    return !isMegatronRate(kind) && kind != LrKind::WarmupCosine && kind != LrKind::Constant;
}

bool scheduleOf(const Plan& plan, ScheduleKind own) {
    return plan.layout.pp == 1 || plan.schedule == ScheduleKind::OneFOneB || plan.schedule == own;
}

constexpr KitRule kRules[] = {
    {"export.schedule-lm", "fix.export.schedule-lm", "/schedule", kLm,
     [](const Plan& p) { return !scheduleOf(p, ScheduleKind::Interleaved); }},
    {"export.schedule-deepspeed", "fix.export.schedule-deepspeed", "/schedule", kDeepSpeed,
     [](const Plan& p) { return !scheduleOf(p, ScheduleKind::ZbH1); }},
    {"export.model", "fix.export.model", "/model", kLm,
     [](const Plan& p) { return p.model.family == Family::Other && !megatronSaysAll(p); }},
    {"export.model-deepspeed", "fix.export.model-deepspeed", "/model", kDeepSpeed,
     [](const Plan& p) { return p.model.family == Family::Other && !hasExperts(p); }},
    {"export.experts-deepspeed", "fix.export.experts-deepspeed", "/model", kDeepSpeed, hasExperts},
    {"export.experts-sequence", "fix.export.experts-sequence", "/sequence_parallel", kLm,
     [](const Plan& p) { return hasExperts(p) && p.layout.tp > 1 && p.sequenceParallel == SequenceParallel::Off; }},
    {"export.experts-fp16", "fix.export.experts-fp16", "/precision", kLm,
     [](const Plan& p) { return p.layout.ep > 1 && p.precision == Precision::Fp16; }},
    {"export.zero-bubble", "fix.export.zero-bubble", "/sequence_parallel", kDeepSpeed,
     [](const Plan& p) {
         return p.layout.pp > 1 && p.schedule == ScheduleKind::ZbH1 && p.sequenceParallel == SequenceParallel::On &&
                p.layout.tp > 1;
     }},
    {"export.zero-lm", "fix.export.zero-lm", "/zero/stage", kLm, [](const Plan& p) { return p.zero.stage > 1; }},
    {"export.zero-pipeline", "fix.export.zero-pipeline", "/zero/stage", kDeepSpeed,
     [](const Plan& p) { return p.zero.stage > 1 && p.layout.pp > 1; }},
    {"export.offload-lm", "fix.export.offload-lm", "/zero/offload_optimizer", kLm,
     [](const Plan& p) {
         return p.zero.offloadOptimizer == Offload::Nvme || p.zero.offloadParameters != Offload::None;
     }},
    {"export.offload-stage", "fix.export.offload-stage", "/zero/offload_optimizer", kBoth,
     [](const Plan& p) { return p.zero.offloadOptimizer != Offload::None && p.zero.stage == 0; }},
    {"export.offload-nvme", "fix.export.offload-nvme", "/zero/offload_optimizer", kDeepSpeed,
     [](const Plan& p) {
         const bool nvme = p.zero.offloadOptimizer == Offload::Nvme || p.zero.offloadParameters == Offload::Nvme;
         return nvme && (p.zero.stage < 3 || p.zero.offloadDirectory.empty());
     }},
    {"export.context", "fix.export.context", "/layout/cp", kDeepSpeed, [](const Plan& p) { return p.layout.cp > 1; }},
    {"export.virtual-stages", "fix.export.virtual-stages", "/layout/virtual_stages", kDeepSpeed,
     [](const Plan& p) { return p.layout.pp > 1 && p.layout.virtualStages > 1; }},
    {"export.order", "fix.export.order", "/layout/order", kBoth,
     [](const Plan& p) { return p.layout.order == RankOrder::DeepSpeedPipeline; }},
    {"export.order-groups", "fix.export.order-groups", "/layout/order", kLm,
     [](const Plan& p) { return p.layout.order == RankOrder::MegatronTpPpDp && p.layout.cp * p.layout.ep > 1; }},
    {"export.order-deepspeed", "fix.export.order-deepspeed", "/layout/order", kDeepSpeed,
     [](const Plan& p) { return p.layout.order == RankOrder::MegatronTpPpDp && p.layout.pp > 1 && p.layout.dp > 1; }},
    {"export.stage-layers-lm", "fix.export.stage-layers-lm", "/layout/stage_layers", kLm, unevenForMegatron},
    {"export.stage-layers-deepspeed", "fix.export.stage-layers-deepspeed", "/layout/stage_layers", kDeepSpeed,
     [](const Plan& p) { return !evenSplit(p); }},
    {"export.accumulation", "fix.export.accumulation", "/gradient_dtype", kDeepSpeed,
     [](const Plan& p) {
         if (p.zero.stage > 0 || !p.gradientDtype || *p.gradientDtype == p.precision) return false;
         return p.precision != Precision::Bf16 || *p.gradientDtype != Precision::Fp32;
     }},
    {"export.fp8", "fix.export.fp8", "/precision", kDeepSpeed,
     [](const Plan& p) { return p.precision == Precision::Fp8; }},
    {"export.fp64", "fix.export.fp64", "/precision", kBoth,
     [](const Plan& p) { return p.precision == Precision::Fp64; }},
    {"export.recompute-block", "fix.export.recompute-block", "/recompute_method", kDeepSpeed,
     [](const Plan& p) { return p.recompute == Recompute::Full && p.recomputeMethod == RecomputeMethod::Block; }},
    {"export.adam", "fix.export.adam", "/optimizer/kind", kBoth,
     [](const Plan& p) { return p.optimizer.kind == OptimizerKind::Adam && p.optimizer.weightDecay != 0; }},
    {"export.adapters", "fix.export.adapters", "/lora/rank", kBoth,
     [](const Plan& p) { return p.lora.rank > 0 || p.frozenBlocks > 0; }},
    {"export.optimizer", "fix.export.optimizer", "/optimizer/kind", kBoth,
     [](const Plan& p) { return p.optimizer.kind == OptimizerKind::Muon || p.optimizer.moments != MomentType::Fp32; }},
    {"export.batch-ramp", "fix.export.batch-ramp", "/batch/ramp", kBoth,
     [](const Plan& p) { return p.batch.ramp != BatchRampSpec{}; }},
    {"export.rate", "fix.export.rate", "/lr_schedule/kind", kBoth, unknownRate},
    {"export.warmup", "fix.export.warmup", "/lr_schedule/warmup", kBoth,
     [](const Plan& p) { return p.lrSchedule.warmup >= scheduleLength(p); }},
    {"export.rope-base", "fix.export.rope-base", "/model/rope_theta", kBoth,
     [](const Plan& p) {
         return detailsOf(p.model).positions == PositionKind::Rotary &&
                p.model.ropeTheta != std::floor(p.model.ropeTheta);
     }},
    {"export.rate-near", "fix.export.rate-near", "/lr_schedule/kind", kBoth,
     [](const Plan& p) { return !isMegatronRate(p.lrSchedule.kind) && !unknownRate(p); }, Severity::Warning},
    {"export.decay-exempt", "fix.export.decay-exempt", "/optimizer/weight_decay_exempt", kBoth,
     [](const Plan& p) {
         return p.optimizer.decayExempt != DecayExempt::NormsAndBiases && p.optimizer.weightDecay != 0;
     },
     Severity::Warning},
    {"export.sliding-window", "fix.export.sliding-window", "/model/sliding_window", kBoth,
     [](const Plan& p) { return p.model.slidingWindow > 0; }, Severity::Warning},
    {"export.rope-factor", "fix.export.rope-factor", "/model/rope_factor", kDeepSpeed,
     [](const Plan& p) { return p.model.ropeFactor != 1; }, Severity::Warning},
};

Problem problemOf(const KitRule& rule, const Plan& plan) {
    return {rule.severity,
            std::string(rule.code),
            std::string(rule.where),
            {{"schedule", std::string(toText(plan.schedule))},
             {"stage", std::to_string(plan.zero.stage)},
             {"pp", std::to_string(plan.layout.pp)},
             {"cp", std::to_string(plan.layout.cp)},
             {"ep", std::to_string(plan.layout.ep)},
             {"tp", std::to_string(plan.layout.tp)},
             {"experts", std::to_string(plan.model.details.experts.count)},
             {"warmup", std::to_string(plan.lrSchedule.warmup)},
             {"updates", std::to_string(scheduleLength(plan))},
             {"layers", std::to_string(plan.model.layers)},
             {"even", evenStages(plan)},
             {"rate", std::string(toText(plan.lrSchedule.kind))},
             {"order", std::string(toText(plan.layout.order))},
             {"optimizer", std::string(toText(plan.optimizer.kind))},
             {"moments", std::string(toText(plan.optimizer.moments))},
             {"exempt", std::string(toText(plan.optimizer.decayExempt))}},
            std::string(rule.fix)};
}

bool isBroken(const KitRule& rule, const Plan& plan, Framework framework) {
    return (rule.framework == kBoth || rule.framework == framework) && rule.broken(plan);
}

}  // namespace

Problems kitProblems(const Plan& plan, Framework framework) {
    Problems problems;
    for (const KitRule& rule : kRules)
        if (isBroken(rule, plan, framework)) problems.push_back(problemOf(rule, plan));
    return problems;
}

std::optional<Problem> kitError(const Plan& plan, Framework framework, std::span<const std::string_view> places) {
    for (const KitRule& rule : kRules)
        if (rule.severity == Severity::Error && std::ranges::find(places, rule.where) != places.end() &&
            isBroken(rule, plan, framework))
            return problemOf(rule, plan);
    return std::nullopt;
}

}  // namespace core
