// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ranges of the numbers of a plan, one row each. Sizes of the layout are checked in core/layout.
#include "core/plan/rules.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace core {

namespace {

constexpr double kUnbounded = std::numeric_limits<double>::infinity();

enum class Bound { Included, Excluded };

struct Range {
    const char* pointer;
    double value;
    double least;
    double most = kUnbounded;
    Bound low = Bound::Included, high = Bound::Included;
};

std::string numberText(double value) { return fmt::format("{}", value); }

bool isAbove(const Range& r) { return r.low == Bound::Included ? r.value >= r.least : r.value > r.least; }
bool isBelow(const Range& r) { return r.high == Bound::Included ? r.value <= r.most : r.value < r.most; }

std::string nameOf(std::string_view pointer) { return std::string(pointer.substr(pointer.rfind('/') + 1)); }

// Of a link, bytes/s: the accelerator's own (0), or what carries a kilobyte in a second.
double leastRate(double bandwidth) { return bandwidth == 0 ? 0 : 1e3; }

Problem outside(const Range& r) {
    Problem problem{Severity::Error,
                    "number.below",
                    r.pointer,
                    {{"name", nameOf(r.pointer)},
                     {"value", numberText(r.value)},
                     {"least", numberText(r.least)},
                     {"most", numberText(r.most)}},
                    r.low == Bound::Included ? "fix.number.at-least" : "fix.number.more-than"};
    if (!std::isfinite(r.value)) {
        problem.code = "number.not-finite";
        problem.fix = {};
    } else if (isAbove(r)) {
        problem.code = "number.above";
        problem.fix = r.high == Bound::Included ? "fix.number.at-most" : "fix.number.less-than";
    } else if (r.low == Bound::Excluded) {
        problem.code = "number.not-above";
    }
    return problem;
}

}  // namespace

Problems numberProblems(const Plan& plan) {
    constexpr double kMostLayers = 10000;
    constexpr double kMostSteps = 1e12;
    constexpr double kMostThreads = 256;
    constexpr double kMostEfficiency = 10;
    constexpr Bound kNot = Bound::Excluded;
    const ModelSpec& m = plan.model;
    const ModelDetails& d = m.details;
    constexpr double kMostNorms = 8, kMostOffset = 1000;
    const double latent = d.latent.kvRank > 0 ? 1 : 0, experts = d.experts.count > 0 ? 1 : 0;
    const LinksSpec& links = plan.cluster.links;
    constexpr double kMostRate = 1e15, kMostLatency = 10;  // a petabyte a second; ten seconds a message
    const OptimizerSpec& o = plan.optimizer;
    const LrScheduleSpec& lr = plan.lrSchedule;
    const RunSpec& run = plan.run;
    const Range ranges[] = {
        {"/model/layers", double(m.layers), 1, kMostLayers},
        {"/model/hidden", double(m.hidden), 1},
        {"/model/heads", double(m.heads), 1},
        {"/model/kv_heads", double(m.kvHeads), 1},
        {"/model/ffn", double(m.ffn), 1},
        {"/model/vocabulary", double(m.vocabulary), 1},
        {"/model/max_sequence", double(m.maxSequence), 1},
        {"/model/rope_theta", m.ropeTheta, 1, kUnbounded, kNot},
        {"/model/rope_factor", m.ropeFactor, 1},
        {"/model/sliding_window", double(m.slidingWindow), 0},
        {"/model/details/head_size", double(d.headSize), 0},
        {"/model/details/norms_per_block", double(d.normsPerBlock), 0, kMostNorms},
        {"/model/details/rotary_share", d.rotaryShare, 0, 1, kNot},
        {"/model/details/position_offset", double(d.positionOffset), 0, kMostOffset},
        {"/model/details/global_layers", double(d.globalLayers), 0, double(m.layers)},
        {"/model/details/mtp_layers", double(d.mtpLayers), 0, kMostLayers},
        {"/model/details/latent/kv_rank", double(d.latent.kvRank), 0},
        {"/model/details/latent/query_rank", double(d.latent.queryRank), 0},
        {"/model/details/latent/nope", double(d.latent.nope), latent},
        {"/model/details/latent/rope", double(d.latent.rope), 0},
        {"/model/details/latent/value", double(d.latent.value), latent},
        {"/model/details/experts/count", double(d.experts.count), 0},
        {"/model/details/experts/per_token", double(d.experts.perToken), experts, double(d.experts.count)},
        {"/model/details/experts/ffn", double(d.experts.ffn), experts},
        {"/model/details/experts/shared_ffn", double(d.experts.sharedFfn), 0},
        {"/model/details/experts/first_dense", double(d.experts.firstDense), 0},
        {"/model/details/experts/every", double(d.experts.every), 1},
        {"/model/details/experts/offset", double(d.experts.offset), 0, double(d.experts.every) - 1},
        {"/cluster/nodes", double(plan.cluster.nodes), 1},
        {"/cluster/gpus_per_node", double(plan.cluster.gpusPerNode), 1},
        {"/layout/virtual_stages", double(plan.layout.virtualStages), 1, kMostLayers},
        {"/zero/stage", double(plan.zero.stage), 0, 3},
        {"/zero/reduce_bucket_size", double(plan.zero.reduceBucketSize), 0},
        {"/zero/prefetch_bucket_size", double(plan.zero.prefetchBucketSize), 0},
        {"/zero/max_live_parameters", double(plan.zero.maxLiveParameters), 0},
        {"/cluster/links/intra_node_bandwidth", links.intraNodeBandwidth, leastRate(links.intraNodeBandwidth), kMostRate},
        {"/cluster/links/intra_node_latency", links.intraNodeLatency, 0, kMostLatency},
        {"/cluster/links/inter_node_bandwidth", links.interNodeBandwidth, leastRate(links.interNodeBandwidth), kMostRate},
        {"/cluster/links/inter_node_latency", links.interNodeLatency, 0, kMostLatency},
        {"/recompute_layers", double(plan.recomputeLayers), 1, kMostLayers},
        {"/batch/micro", double(plan.batch.micro), 1},
        {"/batch/global", double(plan.batch.global), 1},
        {"/batch/ramp/start", double(plan.batch.ramp.start), 0},
        {"/batch/ramp/increment", double(plan.batch.ramp.increment), 0},
        {"/batch/ramp/samples", double(plan.batch.ramp.samples), 0},
        {"/lora/rank", double(plan.lora.rank), 0, double(m.hidden)},
        {"/frozen_blocks", double(plan.frozenBlocks), 0, double(m.layers)},
        {"/sequence_length", double(plan.sequenceLength), 0},
        {"/loss_scale/initial", plan.lossScale.initial, 0},
        {"/loss_scale/window", double(plan.lossScale.window), 1},
        {"/loss_scale/hysteresis", double(plan.lossScale.hysteresis), 1},
        {"/loss_scale/minimum", plan.lossScale.minimum, 0, kUnbounded, kNot},
        {"/optimizer/lr", o.lr, 0, kUnbounded, kNot},
        {"/optimizer/beta1", o.beta1, 0, 1, Bound::Included, kNot},
        {"/optimizer/beta2", o.beta2, 0, 1, Bound::Included, kNot},
        {"/optimizer/eps", o.eps, 0, kUnbounded, kNot},
        {"/optimizer/momentum", o.momentum, 0, 1, Bound::Included, kNot},
        {"/optimizer/weight_decay", o.weightDecay, 0},
        {"/optimizer/clip", o.clip, 0},
        {"/lr_schedule/warmup", double(lr.warmup), 0, kMostSteps},
        {"/lr_schedule/total", double(lr.total), 0, kMostSteps},
        {"/lr_schedule/min_ratio", lr.minRatio, 0, 1},
        {"/lr_schedule/start_ratio", lr.startRatio, 0, 1},
        {"/lr_schedule/one_cycle/first_stairs", double(lr.oneCycle.firstStairs), 0},
        {"/lr_schedule/one_cycle/second_stairs", double(lr.oneCycle.secondStairs), 0},
        {"/lr_schedule/one_cycle/decay_step", double(lr.oneCycle.decayStep), 0, kMostSteps},
        {"/lr_schedule/one_cycle/decay_rate", lr.oneCycle.decayRate, 0},
        {"/lr_schedule/one_cycle/min_momentum", lr.oneCycle.minMomentum, 0, 1, Bound::Included, kNot},
        {"/lr_schedule/one_cycle/max_momentum", lr.oneCycle.maxMomentum, 0, 1, Bound::Included, kNot},
        {"/lr_schedule/one_cycle/momentum_decay_rate", lr.oneCycle.momentumDecayRate, 0},
        {"/lr_schedule/range_test/step_size", double(lr.rangeTest.stepSize), 1, kMostSteps},
        {"/lr_schedule/range_test/step_rate", lr.rangeTest.stepRate, 0},
        {"/lr_schedule/wsd/updates", double(lr.wsd.updates), 0, kMostSteps},
        {"/budget/tokens", double(plan.budgetTokens), 0},
        {"/assumptions/mfu", plan.assumptions.mfu, 0, 1},
        {"/assumptions/efficiency", plan.assumptions.efficiency, 0, kMostEfficiency},
        {"/assumptions/failures_per_card_year", plan.assumptions.failuresPerCardYear, 0},
        {"/assumptions/checkpoint_seconds", plan.assumptions.checkpointSeconds, 0},
        {"/assumptions/restart_seconds", plan.assumptions.restartSeconds, 0},
        {"/assumptions/price_per_gpu_hour", plan.assumptions.pricePerGpuHour, 0},
        {"/assumptions/power_watts", plan.assumptions.powerWatts, 0},
        {"/data/held_out_fraction", plan.data.heldOutFraction, 0, 0.5, kNot},
        {"/run/steps", double(run.steps), 1, kMostSteps},
        {"/run/threads_per_rank", double(run.threadsPerRank), 1, kMostThreads},
        {"/run/card_memory_bytes", double(run.cardMemory.value()), 0},
        {"/run/validate_every", double(run.validateEvery), 0},
        {"/run/sample/every", double(run.sample.every), 0},
        {"/run/sample/length", double(run.sample.length), 1, 100000},
        {"/run/checkpoint/every", double(run.checkpoint.every), 0},
        {"/run/checkpoint/keep", double(run.checkpoint.keep), 0},
        {"/run/collective_timeout_seconds", run.collectiveTimeoutSeconds, 0, 1e6, kNot},
    };
    Problems problems;
    for (const Range& range : ranges)
        if (!isAbove(range) || !isBelow(range) || !std::isfinite(range.value))
            problems.push_back(outside(range));
    return problems;
}

}  // namespace core
