// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Enumeration of layouts and comparison of fingerprints.
#include "gpu/training/parity_suite.h"

#include "core/memory/engine_widths.h"
#include "core/memory/saved_tensors.h"
#include "core/plan/rules.h"
#include "core/plan/toy_plan.h"
#include "core/schedule/table.h"

#include <fmt/format.h>

#include <algorithm>

namespace gpu {

namespace {

constexpr int kMostRanks = 8;

// Divisible by the replicas, with at least as many micro-batches as stages.
std::int64_t globalBatch(int pp, int dp) { return std::int64_t(dp) * std::max(pp, dp == 1 ? 8 : 8 / dp); }

std::int32_t tokenAt(std::int64_t sample, std::int64_t position, int vocabulary) {
    std::uint64_t z =
        std::uint64_t(sample) * 0x9E3779B97F4A7C15u + std::uint64_t(position) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 29)) * 0x94D049BB133111EBu;
    return std::int32_t((z ^ (z >> 32)) % std::uint64_t(vocabulary));
}

}  // namespace

core::Plan smallParityPlan(int tp, int pp, int dp, int zeroStage, core::ScheduleKind schedule) {
    core::Plan plan = core::toyPlan(tp, pp, dp, zeroStage, schedule);
    plan.name = plan.model.name = "parity";
    plan.batch = {.micro = 1, .global = globalBatch(pp, dp)};
    plan.optimizer.lr = 3e-3;
    plan.run.steps = kParityUpdates;
    return plan;
}

core::Plan smallLlamaParityPlan(int tp, int pp, int dp, int zeroStage, core::ScheduleKind schedule) {
    core::Plan plan = smallParityPlan(tp, pp, dp, zeroStage, schedule);
    plan.model.name = "parity-llama";
    plan.model.family = core::Family::Llama;
    plan.model.kvHeads = 2;
    plan.model.ffn = 40;
    plan.model.embeddings = core::Embeddings::Untied;
    return plan;
}

namespace {

// One schedule, and ZeRO where it divides something: what differs from GPT are the layers.
void addLlamaPlans(std::vector<core::Plan>& plans) {
    for (const int tp : {1, 2})
        for (const int pp : {1, 2, 4})
            for (const int dp : {1, 2, 3})
                for (const int zero : {0, 1, 2, 3})
                    if (tp * pp * dp <= kMostRanks && (dp > 1 || zero == 0))
                        plans.push_back(
                            smallLlamaParityPlan(tp, pp, dp, zero, core::ScheduleKind::OneFOneB));
}

void addUnevenSplits(std::vector<core::Plan>& plans) {
    for (const auto& split : {std::vector{3, 1}, {1, 3}, {1, 2, 1}})
        for (const int zero : {0, 3})
            for (const auto make : {smallParityPlan, smallLlamaParityPlan}) {
                plans.push_back(make(1, int(split.size()), 2, zero, core::ScheduleKind::OneFOneB));
                plans.back().layout.stageLayers = split;
            }
}

// Sizes of which some hold one unit, some several, some the whole stage; states offloaded.
void addBucketPlans(std::vector<core::Plan>& plans) {
    using core::Overlap, core::ScheduleKind;
    struct Sizes {
        std::int64_t bucket, prefetch, live;
        Overlap overlap;
    };
    constexpr Sizes kSizes[] = {{1, 0, 0, Overlap::On},
                                {7000, 4000, 0, Overlap::Off},
                                {1'000'000, 8000, 12000, Overlap::On},
                                {4000, 0, 1'000'000, Overlap::Off}};
    std::size_t turn = 0;
    for (const int zero : {0, 1, 2, 3})
        for (const auto& [tp, pp, dp, kind] :
             {std::tuple(1, 1, 4, ScheduleKind::OneFOneB), {2, 2, 2, ScheduleKind::LoopedBfs},
              {1, 2, 3, ScheduleKind::ZbH1}, {2, 1, 2, ScheduleKind::OneFOneB}}) {
            const Sizes& sizes = kSizes[turn++ % std::size(kSizes)];
            if (zero < 2 && sizes.overlap == Overlap::On) continue;
            core::Plan plan = smallParityPlan(tp, pp, dp, zero, kind);
            plan.layout.virtualStages = core::chunksOf(kind).least;
            plan.zero.reduceBucketSize = sizes.bucket;
            plan.zero.prefetchBucketSize = sizes.prefetch;
            plan.zero.maxLiveParameters = sizes.live;
            plan.zero.overlap = sizes.overlap;
            if (zero > 0) plan.zero.offloadOptimizer = turn % 2 == 0 ? core::Offload::Cpu : core::Offload::Nvme;
            if (zero == 3) {
                plan.zero.offloadParameters = turn % 2 == 0 ? core::Offload::Nvme : core::Offload::Cpu;
                plan.recompute = core::Recompute::Full;
                plan.recomputeLayers = 2;
            }
            plans.push_back(plan);
        }
}

// Every tensor size of both families; a micro-batch whose ranks' rows begin inside a sequence.
void addSequenceParallelPlans(std::vector<core::Plan>& plans) {
    using core::ScheduleKind;
    const auto add = [&](core::Plan plan) {
        plan.sequenceParallel = core::SequenceParallel::On;
        plans.push_back(std::move(plan));
    };
    for (const auto& [tp, pp, dp] : {std::tuple(2, 1, 1), {4, 1, 1}, {2, 2, 1}, {4, 1, 2}, {2, 1, 3}, {4, 2, 1}})
        for (const int zero : {0, 1, 2, 3})
            if (dp > 1 || zero == 0) add(smallParityPlan(tp, pp, dp, zero, ScheduleKind::OneFOneB));
    for (const int zero : {0, 1, 2, 3}) add(smallLlamaParityPlan(2, 1, 2, zero, ScheduleKind::OneFOneB));
    core::Plan plan = smallParityPlan(2, 2, 1, 0, ScheduleKind::OneFOneB);
    plan.batch = {.micro = 3, .global = 12};
    add(plan);
}

// The schedules and kinds of recomputation over again, of both families.
void addSequenceParallelSchedules(std::vector<core::Plan>& plans) {
    for (core::Plan plan : scheduleMatrix()) {
        if (plan.layout.tp == 1) continue;
        plan.sequenceParallel = core::SequenceParallel::On;
        plans.push_back(plan);
    }
}

}  // namespace

std::vector<core::Plan> parityMatrix() {
    std::vector<core::Plan> plans;
    for (const int tp : {1, 2, 4})
        for (const int pp : {1, 2, 4})
            for (const int dp : {1, 2, 3, 4, 8})
                for (const int zero : {0, 1, 2, 3})
                    for (const auto schedule : {core::ScheduleKind::OneFOneB, core::ScheduleKind::GPipe}) {
                        const bool sameTable = pp == 1 && schedule == core::ScheduleKind::GPipe;
                        if (tp * pp * dp <= kMostRanks && !sameTable)
                            plans.push_back(smallParityPlan(tp, pp, dp, zero, schedule));
                    }
    addLlamaPlans(plans);
    addUnevenSplits(plans);
    const std::vector<core::Plan> schedules = scheduleMatrix();
    plans.insert(plans.end(), schedules.begin(), schedules.end());
    addBucketPlans(plans);
    addSequenceParallelPlans(plans);
    addSequenceParallelSchedules(plans);
    return plans;
}

std::vector<core::Plan> scheduleMatrix() {
    using enum core::ScheduleKind;
    struct Again {
        core::Recompute recompute;
        core::RecomputeMethod method;
        int layers;
    };
    using core::Recompute, core::RecomputeMethod;
    constexpr Again kAgain[] = {{Recompute::None, RecomputeMethod::Uniform, 1},
                                {Recompute::Selective, RecomputeMethod::Uniform, 1},
                                {Recompute::Full, RecomputeMethod::Uniform, 1},
                                {Recompute::Full, RecomputeMethod::Uniform, 2},
                                {Recompute::Full, RecomputeMethod::Block, 1}};
    std::vector<core::Plan> plans;
    std::size_t turn = 0;
    const auto inTurn = [&](core::Plan plan) {
        plan.layout.virtualStages = core::chunksOf(plan.schedule).least;
        const Again& again = kAgain[turn++ % std::size(kAgain)];
        plan.recompute = again.recompute;
        plan.recomputeMethod = again.method;
        plan.recomputeLayers = again.layers;
        return plan;
    };
    for (const int tp : {1, 2})
        for (const int zero : {0, 1, 2, 3}) {
            for (const auto kind : {GPipe, OneFOneB, Interleaved, LoopedBfs, ZbH1})
                plans.push_back(inTurn(smallParityPlan(tp, 2, 2, zero, kind)));
            ++turn;
        }
    // The layers of the other family, once with every schedule and every kind of recomputation.
    for (const auto kind : {GPipe, OneFOneB, Interleaved, LoopedBfs, ZbH1})
        plans.push_back(inTurn(smallLlamaParityPlan(2, 2, 2, 3, kind)));
    return plans;
}

std::string layoutText(const core::Plan& plan) {
    std::string text = fmt::format("tp {}, pp {}, dp {}, ZeRO-{}, {}", plan.layout.tp, plan.layout.pp,
                                   plan.layout.dp, plan.zero.stage, core::toText(plan.schedule));
    if (!plan.layout.stageLayers.empty())
        text += fmt::format(", layers {}", fmt::join(plan.layout.stageLayers, "+"));
    if (plan.layout.virtualStages > 1) text += fmt::format(", {} chunks", plan.layout.virtualStages);
    if (plan.recompute != core::Recompute::None)
        text += fmt::format(", recompute {}", core::toText(plan.recompute));
    if (plan.recompute == core::Recompute::Full)
        text += fmt::format(" ({}, {})", core::toText(plan.recomputeMethod), plan.recomputeLayers);
    if (core::rowParts(plan) > 1) text += ", sequence parallel";
    if (plan.zero.reduceBucketSize > 0) text += fmt::format(", bucket {}", plan.zero.reduceBucketSize);
    if (plan.zero.prefetchBucketSize > 0) text += fmt::format(", prefetch {}", plan.zero.prefetchBucketSize);
    if (plan.zero.maxLiveParameters > 0) text += fmt::format(", live {}", plan.zero.maxLiveParameters);
    if (plan.zero.overlap == core::Overlap::On) text += ", overlap";
    if (plan.zero.offloadOptimizer != core::Offload::None)
        text += fmt::format(", optimizer on {}", core::toText(plan.zero.offloadOptimizer));
    if (plan.zero.offloadParameters != core::Offload::None)
        text += fmt::format(", parameters on {}", core::toText(plan.zero.offloadParameters));
    return plan.model.family == core::Family::Gpt
               ? text
               : fmt::format("{}, {}", core::toText(plan.model.family), text);
}

SampleSource syntheticSamples(const core::Plan& plan) {
    return [vocabulary = plan.model.vocabulary, sequence = plan.sequence()](std::int64_t first, int samples,
                                                                            std::span<std::int32_t> tokens,
                                                                            std::span<std::int32_t> targets) {
        for (std::int64_t i = 0; i < std::int64_t(samples) * sequence; ++i) {
            const std::int64_t sample = first + i / sequence, position = i % sequence;
            tokens[std::size_t(i)] = tokenAt(sample, position, vocabulary);
            targets[std::size_t(i)] = tokenAt(sample, position + 1, vocabulary);
        }
    };
}

namespace {

std::string numbersKey(const core::Plan& plan) {
    return fmt::format("{} {} {}", plan.model.name, core::toText(plan.precision),
                       core::toText(core::engineGradientType(plan)));
}

}  // namespace

std::string bitwiseKey(const core::Plan& plan) {
    const bool accumulates = plan.microBatches() > 1;
    const bool inOrder = core::sumsInOrder(core::planSchedule(plan).value());
    return fmt::format("{} tp {}{} dp {} global {} micro {} {}{}", numbersKey(plan), plan.layout.tp,
                       core::rowParts(plan) > 1 ? " rows" : "", plan.layout.dp, plan.batch.global, plan.batch.micro,
                       accumulates && plan.zero.stage >= 2 ? "buckets" : "boundary",
                       inOrder ? "" : fmt::format(" {} pp {}", core::toText(plan.schedule), plan.layout.pp));
}

bool SuiteResult::passed() const {
    return bitwiseBreaks.empty() &&
           std::ranges::all_of(rows, [](const SuiteRow& row) { return row.report.passed(); });
}

SuiteResult runParitySuite(const std::vector<core::Plan>& plans,
                           const std::function<void(const SuiteRow&)>& onRow,
                           const std::shared_ptr<Backend>& backend) {
    SuiteResult result;
    std::map<std::string, ParityReference> references;  // by model, precision and global batch
    std::map<std::string, std::uint64_t> fingerprints;
    for (const core::Plan& plan : plans) {
        const SampleSource source = syntheticSamples(plan);
        const std::string key = fmt::format("{} {}", numbersKey(plan), plan.batch.global);
        auto reference = references.find(key);
        if (reference == references.end())
            reference = references.emplace(key, makeReference(plan, source)).first;
        result.rows.push_back({plan, checkParity(plan, reference->second, source, Fault::None, {}, backend)});
        const SuiteRow& row = result.rows.back();
        const auto [first, isNew] = fingerprints.try_emplace(bitwiseKey(plan), row.report.fingerprint);
        // Libraries of other cards sum in orders of their own.
        if (!backend && first->second != row.report.fingerprint) result.bitwiseBreaks.push_back(layoutText(plan));
        if (onRow) onRow(row);
    }
    return result;
}

}  // namespace gpu
