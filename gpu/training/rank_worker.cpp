// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One training step of one rank.
#include "gpu/training/rank_worker.h"

#include "core/lr/lr_schedule.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"
#include "gpu/device/precision.h"
#include "gpu/optimizer/norm_gradients.h"

#include <algorithm>
#include <cmath>

namespace gpu {

namespace {

constexpr double kSmallestComparedScale = 0x1p-14;  // below it fp16 loses more than the overflow

core::Bytes scratchBytes(const Job& job, int pipelineRank) {
    const core::StageUnits units = core::rankUnits(job.plan(), job.shards(), pipelineRank);
    return core::engineScratchBytes(job.plan(), units.first, units.last);
}

std::optional<Repeats> repeatsOf(const core::Plan& plan, Arena& arena) {
    if (!arena.device().canRecord() || !Repeats::whyNot(plan).empty()) return std::nullopt;
    return std::optional<Repeats>(std::in_place, arena);
}

}  // namespace

RankWorker::RankWorker(Job& job, core::Rank rank)
    : m_job(job)
    , m_rank(rank)
    , m_at(job.layout().coordinates(rank))
    , m_device(job.openCard(rank))
    , m_arena(rank.value, job.card(rank).memory, m_device)
    , m_groups(job.groups().join(rank, m_clock, m_device))
    , m_transfers(makeTransfers())
    , m_kernels(job.backend().makeKernels(m_device, m_arena, job.plan()))
    , m_store({.plan = job.plan(),
               .shards = job.shards(),
               .stage = core::Stage(m_at.pp),
               .arena = m_arena,
               .dataGroup = *m_groups->data,
               .embeddingGroup = m_groups->embedding.get(),
               .fault = job.fault(),
               .transfers = m_transfers.get(),
               .schedule = &job.schedule()})
    , m_optimizer(job.plan(), job.shards(), m_store, m_arena, job.fault(),
                  {*m_groups->tensor, *m_groups->pipeline, *m_groups->data})
    , m_scratch(m_arena.allocate(scratchBytes(job, m_at.pp), core::MemoryCategory::Temporary, "scratch"),
                precisionsOf(job.plan()).stored)
    , m_stages(makeStages())
    , m_repeats(repeatsOf(job.plan(), m_arena))
    , m_executor({.schedule = job.schedule(),
                  .rank = m_at.pp,
                  .layers = chunks(),
                  .pipeline = *m_groups->pipeline,
                  .cancel = job.cancel(),
                  .device = m_device,
                  .rows = std::int64_t(job.plan().batch.micro) * job.plan().sequence() / core::rowParts(job.plan()),
                  .rowParts = core::rowParts(job.plan()),
                  .hidden = job.plan().model.hidden,
                  .type = precisionsOf(job.plan()).stored,
                  .repeats = m_repeats ? &*m_repeats : nullptr})
    , m_spans(m_clock, m_groups->charged, m_device)
    , m_tokens(std::size_t(job.plan().batch.micro) * std::size_t(job.plan().sequence()))
    , m_targets(m_tokens.size()) {
    if (scalesLoss()) m_lossScale = core::firstLossScaleState(job.plan().lossScale);
}

RankWorker::~RankWorker() = default;

std::unique_ptr<HostTransfers> RankWorker::makeTransfers() {
    if (m_job.backend().links() == Links::Real || !core::offloads(m_job.plan())) return nullptr;
    return std::make_unique<HostTransfers>(m_job.plan(), m_clock, m_groups->charged, m_job.cancel());
}

std::vector<std::unique_ptr<PipelineStage>> RankWorker::makeStages() {
    std::vector<std::unique_ptr<PipelineStage>> stages;
    for (const core::Stage stage : m_job.shards().stagesOf(m_at.pp))
        stages.push_back(makePipelineStage({.plan = m_job.plan(),
                                            .shards = m_job.shards(),
                                            .stage = stage,
                                            .tensorRank = m_at.tp,
                                            .arena = m_arena,
                                            .tensorGroup = *m_groups->tensor,
                                            .units = m_store,
                                            .cancel = m_job.cancel(),
                                            .kernels = *m_kernels,
                                            .fault = m_job.fault(),
                                            .scratch = &m_scratch}));
    return stages;
}

std::vector<PipelineStage*> RankWorker::chunks() const {
    std::vector<PipelineStage*> chunks;
    for (const auto& stage : m_stages) chunks.push_back(stage.get());
    return chunks;
}

void RankWorker::initialise() {
    m_store.fill([this](int unit, std::span<double> whole) {
        initialiseUnit(m_job.plan(), m_job.shards(), unit, m_at.tp, whole);
    });
    m_optimizer.copyMasters();
}

RankState RankWorker::state() {
    return {m_job.shards(), m_rank.value, m_at.tp,     m_job.plan().layout.tp,
            m_at.dp,        m_store,      m_optimizer, m_job.fault()};
}

core::TrainingPosition RankWorker::position(std::int64_t step) const {
    core::TrainingPosition position{step, step * m_job.plan().batch.global, m_skipped, {}};
    if (scalesLoss()) position.lossScale = m_lossScale;
    return position;
}

void RankWorker::resume(const core::Checkpoint& checkpoint) {
    restore(state(), checkpoint);
    const core::Manifest& manifest = checkpoint.manifest();
    const core::LossScaleSpec &before = manifest.plan.lossScale, &now = m_job.plan().lossScale;
    m_skipped = manifest.position.skipped;
    if (!scalesLoss() || !manifest.position.lossScale) return;
    // Other rules count otherwise; the scale itself has been found and stays.
    if (before.rules == now.rules)
        m_lossScale = *manifest.position.lossScale;
    else if (now.rules != core::LossScaleRules::Constant)
        m_lossScale.scale = manifest.position.lossScale->scale;
}

void RankWorker::restartStep() {
    for (TracingCommunicator* group : m_groups->all()) group->reset();
    m_groups->charged = {};
    m_store.clearGradients();
    m_store.beginStep();
    m_spans.restart();
}

double RankWorker::sumOverJob(double lastStageValue) {
    m_groups->data->allReduceOnHost(std::span(&lastStageValue, 1), Reduce::Sum);
    m_groups->pipeline->allReduceOnHost(std::span(&lastStageValue, 1), Reduce::Sum);
    return lastStageValue;
}

double RankWorker::computeGradients(std::int64_t update, const SampleSource& source) {
    restartStep();
    const core::Plan& plan = m_job.plan();
    const double tokens = double(plan.batch.global) * double(plan.sequence());
    // Micro-batches of the replicas lie side by side: a global batch has the same samples in any layout.
    const auto samplesOf = [&](core::MicroBatch microBatch) {
        const std::int64_t index = std::int64_t(microBatch.value) * plan.layout.dp + m_at.dp;
        source(update * plan.batch.global + index * plan.batch.micro, plan.batch.micro, m_tokens, m_targets);
        return Samples{m_tokens, m_targets};
    };
    const double lossSum = m_executor.run(samplesOf, m_lossScale.scale / tokens, m_spans);
    m_store.endStep();
    double jobSum = 0;
    m_spans.measure(core::SpanKind::Communication, m_at.pp, -1, [&] {
        m_store.reduceGradients();
        if (core::rowParts(plan) > 1 && m_job.fault() != Fault::NormGradientNotReduced)
            sumNormGradients(m_job.shards(), m_optimizer.owned(), *m_groups->tensor);
        jobSum = sumOverJob(lossSum);
    });
    return jobSum / tokens;
}

double RankWorker::computeFiniteGradients(std::int64_t update, const SampleSource& source) {
    for (;;) {
        const double loss = computeGradients(update, source);
        if (!scalesLoss() || (std::isfinite(loss) && std::isfinite(globalNorm()))) return loss;
        if (m_lossScale.scale <= kSmallestComparedScale) return loss;
        m_lossScale.scale /= 2;
    }
}

double RankWorker::globalNorm() { return m_optimizer.globalNorm() / m_lossScale.scale; }

StepResult RankWorker::applyGradients(std::int64_t update, double loss) {
    const core::Plan& plan = m_job.plan();
    const std::int64_t made = update - m_skipped;  // the schedule and Adam count updates that were made
    StepResult result;
    result.loss = loss;
    result.lossScale = m_lossScale.scale;
    result.learningRate = core::learningRate(plan.lrSchedule, plan.optimizer.lr, made, plan.run.steps);
    m_spans.measure(core::SpanKind::Communication, m_at.pp, -1, [&] { result.gradNorm = globalNorm(); });
    const bool finite = std::isfinite(loss) && std::isfinite(result.gradNorm);
    if (scalesLoss()) {
        const auto gradients = finite ? core::Gradients::Finite : core::Gradients::Overflow;
        result.atMinimum = core::advance(plan.lossScale, gradients, m_lossScale) == core::LossScaleEnd::AtMinimum;
        result.skipped = !finite;
        m_skipped += result.skipped;
    }
    if (!finite) return result;
    m_spans.measure(core::SpanKind::Optimizer, m_at.pp, -1, [&] {
        m_optimizer.step(*m_kernels, made + 1, result.learningRate, result.gradNorm, result.lossScale);
    });
    m_spans.measure(core::SpanKind::Communication, m_at.pp, -1, [&] {
        if (m_transfers) m_transfers->update(m_store.units().ownElements());
        m_store.publishParameters();
    });
    return result;
}

StepResult RankWorker::trainStep(std::int64_t update, const SampleSource& source) {
    const StepResult result = applyGradients(update, computeGradients(update, source));
    m_spans.settle();
    return result;
}

StepTimes RankWorker::times() const {
    const CallTiming& charged = m_groups->charged;
    StepTimes times;
    times.forward = m_spans.computeSeconds(core::SpanKind::Forward);
    for (const auto kind :
         {core::SpanKind::Backward, core::SpanKind::InputGradient, core::SpanKind::WeightGradient})
        times.backward += m_spans.computeSeconds(kind);
    if (m_spans.byDevice()) {
        // What ranks of a tensor group exchange lies inside the passes, in the order of the card's work.
        times.communication = m_spans.computeSeconds(core::SpanKind::Communication);
        times.optimizer = m_spans.computeSeconds(core::SpanKind::Optimizer);
        times.end = m_spans.spans().empty() ? 0 : m_spans.spans().back().virtualEnd;
    } else {
        times.communication = charged.linkSeconds - m_groups->pipeline->messageSeconds();
        times.end = m_clock.now();
        // Whatever else was computed: the update, the norm, sums of gradients.
        times.optimizer = std::max(0.0, times.end - charged.linkSeconds - charged.virtualWaitSeconds -
                                            times.forward - times.backward);
    }
    times.pipelineBusy = m_spans.pipelineBusy();
    times.pipelineEnd = m_spans.pipelineEnd();
    for (const TracingCommunicator* group : m_groups->all())
        times.wire[std::size_t(group->group())] += group->wireBytes().value();
    return times;
}

}  // namespace gpu
