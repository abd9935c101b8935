// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From costs and makespan to the figures of a step and of a whole run.
#include "core/cost/step_estimate.h"

#include "core/memory/saved_tensors.h"
#include "core/plan/training_updates.h"

#include <algorithm>
#include <cmath>

namespace core {

namespace {

// All chunks of one pipeline rank, per micro-batch.
struct RankWork {
    StageCosts costs;
    StageShares shares;
    [[nodiscard]] Seconds busy() const { return costs.forward + costs.backward(); }
};

RankWork rankWork(const PlanCosts& costs, int rank, int ranks) {
    RankWork work;
    for (auto s = std::size_t(rank); s < costs.replay.stages.size(); s += std::size_t(ranks)) {
        const StageCosts& stage = costs.replay.stages[s];
        work.costs.forward += stage.forward;
        work.costs.inputGradient += stage.inputGradient;
        work.costs.weightGradient += stage.weightGradient;
        const StageShares& shares = costs.shares[s];
        work.shares.tensorForward += shares.tensorForward;
        work.shares.tensorBackward += shares.tensorBackward;
        work.shares.dataForward += shares.dataForward;
        work.shares.dataBackward += shares.dataBackward;
    }
    return work;
}

RankWork busiestRank(const PlanCosts& costs, int ranks) {
    RankWork busiest = rankWork(costs, 0, ranks);
    for (int rank = 1; rank < ranks; ++rank) {
        const RankWork work = rankWork(costs, rank, ranks);
        if (busiest.busy() < work.busy()) busiest = work;
    }
    return busiest;
}

double bubbleOf(const Plan& plan, const ReplayCosts& costs, Seconds makespan) {
    if (plan.layout.pp == 1) return 0;  // and no rounding of it
    Seconds busy;
    for (const StageCosts& stage : costs.stages) busy += stage.forward + stage.backward();
    const double available = plan.layout.pp * makespan.value();
    return available > 0 ? std::max(0.0, 1 - plan.microBatches() * busy.value() / available) : 0;
}

// Of all blocks, those whose forward pass is run again.
double recomputedShare(const Plan& plan) {
    const LayoutSpec& layout = plan.layout;
    const int chunks = std::max(1, layout.pp * layout.virtualStages);
    if (layout.stageLayers.empty()) {
        const int blocks = plan.model.layers / chunks;
        return double(recomputedBlocks(plan, blocks)) / std::max(1, blocks);
    }
    double again = 0;
    for (const int blocks : layout.stageLayers) again += recomputedBlocks(plan, blocks);
    return again / plan.model.layers;
}

void addRates(StepEstimate& step, const Plan& plan, const Calibration& calibration) {
    const double tokens = double(plan.batch.global) * plan.sequence();
    const double perCard = tokens / plan.layout.cards() / step.step.value();
    const double peak = peakFlopsOf(plan, calibration);
    const double model = modelFlopsPerToken(plan).value();
    const double again = (hardwareFlopsPerToken(plan.model, plan.sequence(), plan.recompute) -
                          modelFlopsPerToken(plan.model, plan.sequence()))
                             .value();
    const double hardware = model + recomputedShare(plan) * again;
    step.tokensPerSecond = tokens / step.step.value();
    step.tflopsPerGpu = perCard * model / 1e12;
    step.mfu = perCard * model / peak;
    step.hfu = perCard * hardware / peak;
}

StepBreakdown meanOfCards(const PlanCosts& costs, double microBatches, int ranks, Seconds step) {
    StepBreakdown sum;
    for (std::size_t s = 0; s < costs.shares.size(); ++s) {
        const StageCosts& stage = costs.replay.stages[s];
        const StageShares& shares = costs.shares[s];
        const Seconds forward = shares.tensorForward + shares.dataForward;
        const Seconds backward = shares.tensorBackward + shares.dataBackward;
        sum.forward += (stage.forward - forward) * microBatches;
        sum.backward += (stage.backward() - backward) * microBatches;
        sum.communication += (forward + backward) * microBatches + shares.dataAtEnd;
        sum.optimizer += shares.optimizer;
    }
    const double share = 1.0 / ranks;
    StepBreakdown mean{sum.forward * share, sum.backward * share, sum.communication * share,
                       sum.optimizer * share, {}};
    mean.idle = std::max(Seconds(0), step - mean.total());
    return mean;
}

// All computing of all ranks, spread over the cores; never less than the chain of ops that wait for each other.
std::optional<Seconds> wallClockOf(const Plan& plan, const StepBreakdown& mean, Seconds chain, int cores) {
    if (plan.cluster.gpu != "virtual-card") return std::nullopt;
    const int workers = std::clamp(cores, 1, plan.layout.cards() * std::max(1, plan.run.threadsPerRank));
    const Seconds computing = (mean.forward + mean.backward + mean.optimizer) * double(plan.layout.cards());
    return std::max(computing * (1.0 / workers), chain);
}

}  // namespace

StepEstimate estimateStep(const Plan& plan, const PlanCosts& costs, Seconds makespan,
                          Seconds makespanWithoutMessages, const Calibration& calibration) {
    const RankWork busiest = busiestRank(costs, plan.layout.pp);
    const StageCosts& stage = busiest.costs;
    const StageShares& shares = busiest.shares;
    const double m = plan.microBatches();
    StepEstimate step;
    step.forward = (stage.forward - shares.tensorForward - shares.dataForward) * m;
    step.backward = (stage.backward() - shares.tensorBackward - shares.dataBackward) * m;
    step.tensorCommunication = (shares.tensorForward + shares.tensorBackward) * m;
    step.dataCommunication = (shares.dataForward + shares.dataBackward) * m + costs.dataCommunication;
    step.optimizer = costs.optimizer;
    step.pipelineCommunication = std::max(Seconds(0), makespan - makespanWithoutMessages);
    const Seconds idle = makespan - (stage.forward + stage.backward()) * m - step.pipelineCommunication;
    step.idle = plan.layout.pp == 1 ? Seconds(0) : std::max(Seconds(0), idle);
    step.step = makespan + costs.dataCommunication + costs.optimizer;
    step.bubbleFraction = bubbleOf(plan, costs.replay, makespan);
    step.mean = meanOfCards(costs, m, plan.layout.pp, step.step);
    step.wallClock =
        wallClockOf(plan, step.mean, makespanWithoutMessages + costs.optimizer, calibration.cores);
    addRates(step, plan, calibration);
    return step;
}

RunEstimate estimateRun(const Plan& plan, const StepEstimate& step, const Calibration& calibration) {
    constexpr double kDay = 86400;
    const ParameterCount parameters = countParameters(plan.model);
    const double perStep = double(plan.batch.global) * plan.sequence();
    RunEstimate run;
    run.tokens = budgetOf(plan);
    const RampUpdates ramp = rampUpdates(plan, step);
    const double rest = run.tokens - double(ramp.samples) * plan.sequence();
    const std::int64_t whole = updatesFor(std::max(0.0, rest), perStep);
    run.rampSteps = ramp.updates;
    run.steps = whole + ramp.updates;
    const double trained = modelFlopsPerToken(plan) / modelFlopsPerToken(plan.model, plan.sequence());
    const Seconds seconds = plan.assumptions.mfu > 0
                                ? trainingSeconds(double(parameters.total), run.tokens, plan.layout.cards(),
                                                  peakFlopsOf(plan, calibration), plan.assumptions.mfu) *
                                      trained
                                : step.step * (double(whole) + ramp.asWhole);
    run.days = seconds.value() / kDay;
    run.gpuHours = run.days * 24 * plan.layout.cards();
    const Accelerator* accelerator = acceleratorOf(plan.cluster);
    // Virtual cards share the power of a machine that nothing here knows.
    const bool powered = accelerator && accelerator->name != "virtual-card";
    const double watts = plan.assumptions.powerWatts > 0 ? plan.assumptions.powerWatts : powered ? accelerator->powerWatts : 0;
    run.energyKwh = run.gpuHours * watts / 1000;
    const double price = plan.assumptions.pricePerGpuHour > 0 ? plan.assumptions.pricePerGpuHour
                         : accelerator                        ? accelerator->pricePerHour
                                                              : 0;
    if (price > 0) run.cost = run.gpuHours * price;
    run.goodput = goodputOf(plan, step.step, run.days);
    return run;
}

RampUpdates rampUpdates(const Plan& plan, const StepEstimate& step) {
    const BatchRampSpec& spec = plan.batch.ramp;
    RampUpdates ramp;
    if (spec.start <= 0 || spec.increment <= 0 || spec.start >= plan.batch.global) return ramp;
    const std::int64_t levels = (plan.batch.global - spec.start) / spec.increment;
    const double each = double(spec.samples) / double(levels);
    const double filling = (plan.layout.pp - 1.0) / std::max(1, plan.layout.virtualStages);
    const double round = double(plan.batch.micro) * plan.layout.dp;
    const double tail = step.step > Seconds(0) ? (step.dataCommunication + step.optimizer) / step.step : 0;
    for (std::int64_t level = 0; level < levels; ++level) {
        const std::int64_t batch = spec.start + level * spec.increment;
        const auto updates = std::int64_t(std::ceil(each / double(batch)));
        const double pipeline = (double(batch) / round + filling) / (double(plan.batch.global) / round + filling);
        ramp.updates += updates;
        ramp.samples += updates * batch;
        ramp.asWhole += double(updates) * (tail + (1 - tail) * pipeline);
    }
    return ramp;
}

std::int64_t updatesFor(double tokens, double tokensPerUpdate) {
    return std::max<std::int64_t>(1, std::int64_t(std::floor(tokens / tokensPerUpdate)));
}

}  // namespace core
