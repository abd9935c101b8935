// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Choices come from a pool of small plans on eight virtual cards, in an order of the seed; one whose picture is that of a
// choice already taken is passed over.
#include "core/lesson/activities/reverse_quiz.h"

#include "core/lesson/question.h"
#include "core/memory/liveness.h"
#include "core/memory/stage_units.h"
#include "core/plan/rules.h"

#include <algorithm>

namespace core {

namespace {

constexpr int kCards = 8;
constexpr std::size_t kChoices = 4;

Plan smallPlan(int tp, int pp, int dp, int zero) {
    Plan plan;
    plan.model = *findModelPreset("tiny-gpt");
    plan.cluster = {.gpu = "virtual-card", .nodes = 1, .gpusPerNode = kCards};
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.zero.stage = zero;
    plan.precision = Precision::Fp32;
    plan.batch = {1, std::int64_t(kCards) * dp};
    return plan;
}

Plan under(Plan plan, ScheduleKind schedule) {
    plan.schedule = schedule;
    plan.layout.virtualStages = chunksOf(schedule).least;
    return plan;
}

std::vector<Plan> memoryPool() {
    using enum ScheduleKind;
    std::vector<Plan> plans;
    for (const int zero : {0, 1, 2, 3})
        for (const ScheduleKind schedule : {GPipe, OneFOneB, ZbH1}) plans.push_back(under(smallPlan(1, 4, 2, zero), schedule));
    return plans;
}

std::vector<Plan> timelinePool() {
    using enum ScheduleKind;
    std::vector<Plan> plans;
    for (const int pp : {2, 4})
        for (const int microBatches : {4, 8})
            for (const ScheduleKind schedule : {GPipe, OneFOneB, Interleaved, ZbH1}) {
                plans.push_back(under(smallPlan(1, pp, kCards / pp, 0), schedule));
                plans.back().batch.global = std::int64_t(microBatches) * plans.back().layout.dp;
            }
    return plans;
}

std::vector<Plan> trafficPool() {
    std::vector<Plan> plans;
    for (const int tp : {1, 2, 4})
        for (const int pp : {1, 2, 4})
            for (const int zero : {0, 2, 3})
                if (tp * pp <= kCards) plans.push_back(smallPlan(tp, pp, kCards / tp / pp, zero));
    return plans;
}

std::vector<Plan> poolOf(PictureKind kind) {
    switch (kind) {
    case PictureKind::Memory: return memoryPool();
    case PictureKind::Timeline: return timelinePool();
    case PictureKind::Traffic: break;
    }
    return trafficPool();
}

}  // namespace

ReverseQuestion drawReverse(PictureKind kind, std::uint64_t seed) {
    std::vector<Plan> pool = poolOf(kind);
    const auto place = [&](const Plan& plan) {
        const std::string name = std::to_string(plan.layout.tp) + ' ' + std::to_string(plan.layout.pp) + ' ' +
                                 std::to_string(plan.zero.stage) + ' ' + std::to_string(plan.batch.global) +
                                 std::string(toText(plan.schedule));
        return drawIndex(name, seed, SIZE_MAX);
    };
    std::ranges::sort(pool, {}, place);
    ReverseQuestion question{kind, {}, 0};
    std::vector<PictureSigns> signs;
    for (const Plan& plan : pool) {
        if (question.choices.size() == kChoices) break;
        const Snapshot snapshot = evaluate(plan);
        if (!snapshot.step) continue;  // breaks a rule
        PictureSigns sign = signsOf(kind, snapshot);
        if (std::ranges::find(signs, sign) != signs.end()) continue;
        signs.push_back(std::move(sign));
        question.choices.push_back(plan);
    }
    question.right = drawIndex("right", seed, question.choices.size());
    return question;
}

Bytes MemoryTrace::peak() const {
    Bytes most = states;
    for (const auto& step : steps) most = std::max(most, step.second);
    return most;
}

MemoryTrace memoryTrace(const Snapshot& snapshot, int pipelineRank) {
    MemoryTrace trace;
    const Ledger& ledger = snapshot.memory->stages[std::size_t(pipelineRank)].ledger;
    trace.states = ledger.total() - ledger.of(MemoryCategory::Activations);
    const LayerBytes layers(snapshot.plan);
    std::vector<ChunkActivations> chunks;
    for (const Stage stage : snapshot.shards->stagesOf(pipelineRank))
        chunks.emplace_back(layers, stageUnits(snapshot.plan, *snapshot.shards, stage));
    Bytes held = trace.states;
    trace.steps.emplace_back(Seconds(0), held);
    const auto& ops = snapshot.schedule->ranks[std::size_t(pipelineRank)];
    const auto& spans = snapshot.timeline->ranks[std::size_t(pipelineRank)];
    for (std::size_t i = 0; i < ops.size(); ++i) {
        const auto& effect = chunks[std::size_t(ops[i].stage.value / snapshot.schedule->stages)].of(ops[i].kind);
        trace.steps.emplace_back(spans[i].start, held + effect.most);
        held += effect.after;
        trace.steps.emplace_back(spans[i].end, held);
    }
    trace.steps.emplace_back(snapshot.timeline->stepEnd, held);
    return trace;
}

PictureSigns signsOf(PictureKind kind, const Snapshot& snapshot) {
    PictureSigns signs;
    if (kind == PictureKind::Memory) {
        const MemoryTrace trace = memoryTrace(snapshot, 0);
        signs.states = trace.states;
        signs.peak = trace.peak();
    } else if (kind == PictureKind::Timeline) {
        signs.timeline = *snapshot.timeline;
    } else {
        signs.traffic = snapshot.traffic->rows;
    }
    return signs;
}

}  // namespace core
