// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The life of a run: rank threads, steps, validation, samples, events, end.
#include "gpu/training/trainer.h"

#include "core/cost/speed.h"
#include "core/cost/step_estimate.h"
#include "core/checkpoint/find_checkpoint.h"
#include "gpu/checkpoint/rank_state.h"
#include "gpu/checkpoint/resume.h"
#include "gpu/checkpoint/saver.h"
#include "gpu/data/utf8.h"
#include "gpu/training/evaluation.h"
#include "gpu/training/hello.h"
#include "gpu/training/job.h"
#include "gpu/training/step_board.h"
#include "gpu/training/step_gate.h"

#include <fmt/format.h>

#include <atomic>
#include <cmath>
#include <mutex>

namespace gpu {

namespace {

core::Problem notANumber(std::int64_t step) {
    core::Problem problem;
    problem.code = "engine.not-a-number";
    problem.params = {{"step", std::to_string(step)}};
    problem.fix = "fix.engine.not-a-number";
    return problem;
}

// Why this step is the last.
std::optional<core::Problem> problemOf(const StepResult& result, std::int64_t step) {
    if (result.atMinimum)
        return core::Problem{core::Severity::Error,
                             "engine.loss-scale-at-minimum",
                             "/loss_scale/minimum",
                             {{"step", std::to_string(step)}, {"scale", fmt::format("{:g}", result.lossScale)}},
                             "fix.engine.loss-scale-at-minimum",
                             "Current loss scale already at minimum - cannot decrease scale anymore. Exiting run."};
    const bool finite = std::isfinite(result.loss) && std::isfinite(result.gradNorm);
    if (finite || result.skipped) return std::nullopt;
    return notANumber(step);
}

bool isDue(std::int64_t step, std::int64_t every) { return every > 0 && step % every == 0; }

}  // namespace

int exitCodeOf(RunEnd end) {
    switch (end) {
    case RunEnd::Finished:
    case RunEnd::Stopped:
        return 0;
    case RunEnd::OutOfMemory:
    case RunEnd::NotANumber:
        return 1;
    case RunEnd::RankFailed:
        return 3;
    }
    return 3;
}

class Trainer::Run {
public:
    Run(core::Plan plan, Corpus corpus, Recorder& recorder, const core::Calibration& calibration, Fault fault,
        CheckpointUse checkpoints, std::shared_ptr<Backend> backend)
        : m_job(std::move(plan), fault, std::move(backend))
        , m_corpus(std::move(corpus))
        , m_recorder(recorder)
        , m_calibration(calibration)
        , m_resume(std::move(checkpoints.resume))
        , m_startStep(m_resume ? m_resume->manifest().position.step : 0)
        , m_saver(saverOptions(checkpoints), [this](core::EventBody body) { record(std::move(body)); })
        , m_gate(m_job.cancel(), gateHooks(),
                 {m_startStep, m_job.plan().run.steps, m_job.plan().run.checkpoint.every,
                  m_job.layout().ranks()})
        , m_board(m_job.layout().ranks())
        , m_flopsPerToken(core::modelFlopsPerToken(m_job.plan().model, m_job.plan().sequence()).value())
        , m_steps(m_startStep) {}

    RunResult run();
    void command(core::Command command);

private:
    [[nodiscard]] CheckpointSaver::Options saverOptions(CheckpointUse& checkpoints) const;
    [[nodiscard]] StepGate::Hooks gateHooks();
    void sayHello();
    void stop();
    void trainRank(RankWorker& worker);
    void begin(RankWorker& worker);
    void save(RankWorker& worker, std::int64_t step);
    // False: the run is over because this step was not finite.
    bool step(RankWorker& worker, const StepGate::Order& order);
    void evaluateWhenDue(RankWorker& worker, std::int64_t step);
    void validate(RankWorker& worker, std::int64_t step);
    void sample(RankWorker& worker, std::int64_t step);
    void reportStep(const StepResult& result, std::int64_t step, const StepGate::Order& order,
                    std::span<const StepTimes> times);
    [[nodiscard]] double cardFlops(std::size_t ranks) const;
    void reportRank(RankWorker& worker, std::int64_t step, StepGate::Detail detail);
    void reportMemory(RankWorker& worker);
    RunEnd endOf(const std::optional<RankFailure>& failure) const;
    void reportFailure(const RankFailure& failure);

    // Events of the run as a whole; whichever thread has one.
    void record(core::EventBody body) {
        const std::lock_guard lock(m_recordMutex);
        m_recorder.record(m_job.layout().ranks(), std::move(body));
    }
    void announce(core::RunPhase phase) { record(core::PhaseEvent{phase, {}}); }

    Job m_job;
    Corpus m_corpus;
    Recorder& m_recorder;
    core::Calibration m_calibration;
    std::mutex m_recordMutex;
    std::shared_ptr<const core::Checkpoint> m_resume;
    std::int64_t m_startStep;
    CheckpointSaver m_saver;
    StepGate m_gate;
    StepBoard m_board;
    double m_flopsPerToken;
    std::atomic<std::int64_t> m_steps;
    std::atomic<bool> m_stopped{false}, m_notANumber{false};
    RunResult m_result;
};

CheckpointSaver::Options Trainer::Run::saverOptions(CheckpointUse& checkpoints) const {
    const core::Plan& plan = m_job.plan();
    CheckpointSaver::Options options;
    options.folder = checkpoints.folder.empty() ? core::checkpointFolderFor(plan, m_resume.get()) : checkpoints.folder;
    options.opened = std::move(checkpoints.opened);
    options.keep = plan.run.checkpoint.keep;
    options.ranks = m_job.layout().ranks();
    options.manifest.build = SHARDSCOPE_VERSION;
    options.manifest.text = markOf(m_corpus);
    options.manifest.plan = plan;
    options.manifest.tensors = m_job.shards().tensors();
    return options;
}

StepGate::Hooks Trainer::Run::gateHooks() {
    return {[this](core::RunPhase phase) { announce(phase); },
            [this] { return m_saver.repeat() == CheckpointSaver::Answer::SaveAgain; }};
}

void Trainer::Run::sayHello() {
    core::HelloEvent hello = helloEvent(m_job, m_corpus);
    hello.startStep = m_startStep;
    if (m_calibration.measured) hello.calibration = m_calibration;
    if (m_resume) hello.resumedFrom = m_resume->folder().string();
    record(std::move(hello));
    if (!m_resume) return;
    for (core::Problem& problem : resumeWarnings(m_resume->manifest(), m_job.plan(), markOf(m_corpus)))
        record(core::ProblemEvent{std::move(problem), {}, {}});
}

RunResult Trainer::Run::run() {
    sayHello();
    announce(core::RunPhase::Starting);
    const std::optional<RankFailure> failure = m_job.run([this](RankWorker& worker) { trainRank(worker); });
    if (m_saver.isBusy()) announce(core::RunPhase::Saving);
    m_saver.finish();
    m_result.end = endOf(failure);
    m_result.steps = m_steps;
    if (failure) reportFailure(*failure);
    const int code = exitCodeOf(m_result.end);
    announce(code == 0 ? core::RunPhase::Finished : core::RunPhase::Failed);
    const char* reason = code != 0 ? "failed" : m_result.end == RunEnd::Stopped ? "stopped" : "finished";
    record(core::ByeEvent{code, reason, m_result.steps});
    return m_result;
}

RunEnd Trainer::Run::endOf(const std::optional<RankFailure>& failure) const {
    if (failure)
        return failure->kind == RankFailure::Kind::OutOfMemory ? RunEnd::OutOfMemory : RunEnd::RankFailed;
    if (m_notANumber) return RunEnd::NotANumber;
    return m_stopped && m_steps < m_job.plan().run.steps ? RunEnd::Stopped : RunEnd::Finished;
}

void Trainer::Run::reportFailure(const RankFailure& failure) {
    core::ProblemEvent event{problemOf(failure), failure.rank, failure.outOfMemory};
    if (event.outOfMemory) event.outOfMemory->step = m_steps + 1;
    m_result.problems.push_back(event.problem);
    record(std::move(event));
}

void Trainer::Run::command(core::Command command) {
    if (command == core::Command::Stop)
        stop();
    else
        m_gate.command(command);
}

// A second stop does not wait for the checkpoint that the first one waits for.
void Trainer::Run::stop() {
    const bool again = m_stopped.exchange(true);
    if (!again) announce(core::RunPhase::Stopping);
    if (m_job.plan().run.checkpoint.atStop == core::CheckpointAtStop::Save) {
        if (!again) {
            announce(core::RunPhase::Saving);
            return m_gate.saveAndFinish();
        }
        core::ProblemEvent unsaved;
        unsaved.problem.severity = core::Severity::Warning;
        unsaved.problem.code = "checkpoint.stopped-unsaved";
        if (!m_job.cancel().cancelled()) record(std::move(unsaved));
    }
    m_job.cancel().cancel();
}

void Trainer::Run::begin(RankWorker& worker) {
    if (m_resume)
        worker.resume(*m_resume);
    else
        worker.initialise();
    reportMemory(worker);
    if (worker.rank().value == 0) announce(core::RunPhase::Training);
    if (m_startStep == 0) evaluateWhenDue(worker, 0);
}

void Trainer::Run::trainRank(RankWorker& worker) {
    begin(worker);
    for (std::int64_t turn = 1;; ++turn) {
        const StepGate::Order order = m_gate.next(turn);
        if (order.action == StepGate::Action::Finish) return;
        if (order.action == StepGate::Action::Save) {
            save(worker, order.step);
            continue;
        }
        if (!step(worker, order)) return;
        evaluateWhenDue(worker, order.step);
    }
}

void Trainer::Run::save(RankWorker& worker, std::int64_t step) {
    m_saver.leave(worker.position(step), snapshotOf(worker.state()));
}

bool Trainer::Run::step(RankWorker& worker, const StepGate::Order& order) {
    const std::int64_t step = order.step;
    const core::Plan& plan = m_job.plan();
    const SampleSource source = [&](std::int64_t first, int samples, std::span<std::int32_t> tokens,
                                    std::span<std::int32_t> targets) {
        fillSamples(m_corpus.training(), plan.run.seed, first, samples, plan.sequence(), tokens, targets);
    };
    const StepResult result = worker.trainStep(step - 1, source);
    const std::optional<core::Problem> end = problemOf(result, step);
    const auto times = m_board.leave(step, worker.rank().value, worker.times());
    if (!times.empty() && !end) {
        m_steps = step;
        reportStep(result, step, order, times);
    }
    if (!times.empty() && end) {
        m_notANumber = true;
        m_result.problems.push_back(*end);
        record(core::ProblemEvent{*end, {}, {}});
    }
    reportRank(worker, step, order.detail);
    return !end;
}

// FLOP/s of all cards; 0 = not known.
double Trainer::Run::cardFlops(std::size_t ranks) const {
    if (m_job.backend().links() == Links::Real) return m_job.backend().peakFlops(m_job.plan());
    return m_calibration.measured ? double(ranks) * core::virtualCardFlops(m_calibration, m_job.plan().precision) : 0;
}

void Trainer::Run::reportStep(const StepResult& result, std::int64_t step, const StepGate::Order& order,
                              std::span<const StepTimes> times) {
    const core::Plan& plan = m_job.plan();
    const double wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - order.start).count();
    const StepSummary summary = summarise(times);
    core::StepEvent event;
    event.step = step;
    event.loss = result.loss;
    event.lr = result.learningRate;
    event.gradNorm = result.gradNorm;
    event.lossScale = result.lossScale;
    event.skipped = result.skipped;
    event.tokens = plan.batch.global * plan.sequence();
    event.stepMs = wall * 1e3;
    event.virtualMs = summary.seconds * 1e3;
    event.tokensPerSecond = double(event.tokens) / wall;
    if (const double cards = cardFlops(times.size()); cards > 0)
        event.mfu = m_flopsPerToken * double(event.tokens) / (summary.seconds * cards);
    event.bubbleFraction = summary.bubbleFraction;
    event.breakdown = summary.breakdown;
    using enum core::GroupKind;
    const auto wire = [&](core::GroupKind kind) { return summary.wire[std::size_t(kind)]; };
    event.tensorWire = wire(Tensor);
    event.dataWire = wire(Data);
    event.pipelineWire = wire(Pipeline);
    event.embeddingWire = wire(Embedding);
    record(event);
}

void Trainer::Run::reportRank(RankWorker& worker, std::int64_t step, StepGate::Detail detail) {
    const int rank = worker.rank().value;
    if (detail == StepGate::Detail::Brief) return;
    reportMemory(worker);
    if (rank == 0)
        for (const core::DeviceEvent& reading : m_job.backend().readings()) m_recorder.record(rank, reading);
    m_recorder.record(rank, core::SpansEvent{step, rank, worker.spans().spans()});
    std::vector<core::CollectiveEvent> collectives;
    for (const TracingCommunicator* group : worker.groups().all())
        group->appendEvents(step, rank, collectives);
    for (core::CollectiveEvent& event : collectives) m_recorder.record(rank, std::move(event));
}

void Trainer::Run::reportMemory(RankWorker& worker) {
    const Arena& arena = worker.arena();
    m_recorder.record(worker.rank().value, core::MemoryEvent{worker.rank().value, arena.current(),
                                                             arena.atPeak(), arena.peak(), arena.capacity()});
}

void Trainer::Run::evaluateWhenDue(RankWorker& worker, std::int64_t step) {
    const core::RunSpec& run = m_job.plan().run;
    const bool last = step == run.steps;
    if (run.validateEvery > 0 && (last || isDue(step, run.validateEvery))) validate(worker, step);
    if (step > 0 && run.sample.every > 0 && (last || isDue(step, run.sample.every))) sample(worker, step);
}

void Trainer::Run::validate(RankWorker& worker, std::int64_t step) {
    const bool speaks = worker.rank().value == 0;
    if (speaks) announce(core::RunPhase::Validating);
    const double loss = validationLoss(worker, m_corpus.heldOut());
    if (!speaks) return;
    record(core::ValidationEvent{step, loss});
    announce(core::RunPhase::Training);
}

void Trainer::Run::sample(RankWorker& worker, std::int64_t step) {
    const std::string text = generateText(worker, step);
    if (worker.rank().value == 0)
        record(core::SampleEvent{step, m_job.plan().run.sample.prompt, replaceInvalidUtf8(text)});
}

Trainer::Trainer(core::Plan plan, Corpus corpus, Recorder& recorder, const core::Calibration& calibration,
                 Fault fault, CheckpointUse checkpoints, std::shared_ptr<Backend> backend)
    : m_run(std::make_unique<Run>(std::move(plan), std::move(corpus), recorder, calibration, fault,
                                  std::move(checkpoints), std::move(backend))) {}

Trainer::~Trainer() = default;

RunResult Trainer::run() { return m_run->run(); }

void Trainer::command(core::Command command) { m_run->command(command); }

}  // namespace gpu
