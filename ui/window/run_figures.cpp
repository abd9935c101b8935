// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The numbers of the run row. Times and bubble come from the virtual clock and are marked simulated; memory
// and loss are measured. Values of single steps jitter: times are means of the last steps.
#include "ui/kit/format.h"
#include "ui/kit/plan_facts.h"
#include "ui/state/run_store.h"
#include "ui/window/engine_words.h"
#include "ui/window/run_row.h"

#include <algorithm>

namespace ui {

namespace {

constexpr std::size_t kMeanOf = 20;  // steps

double recentMean(const core::Series& series) {
    const std::size_t count = std::min(kMeanOf, series.size());
    double sum = 0;
    for (std::size_t i = series.size() - count; i < series.size(); ++i) sum += series[i].y;
    return count > 0 ? sum / double(count) : 0;
}

// The engine's cards are virtual whatever the plan says, so what was measured is; a prediction is by its plan's cards.
RunFigure timedFigure(const QString& label, const QString& virtualLabel, const RunStore& run, const core::Snapshot& prediction) {
    if (!inVirtualTime(prediction.plan) && !run.lastStep())
        return {label, NumberKind::Simulated, {}, {}, {}, {}, true, Role::Text};
    return {virtualLabel,
            NumberKind::Simulated,
            {},
            {},
            {},
            {},
            true,
            Role::Text,
            RunRow::tr("Virtual time: every card as if it had cores of its own, with the computing it "
                       "measured and links "
                       "as modelled. By the wall clock all cards share the cores of this machine; the status "
                       "line has that "
                       "rate.")};
}

// Another program's log: by the wall clock, on cards of its own.
RunFigure watchedFigure(const QString& label) {
    return {label, NumberKind::Measured, {}, {}, {}, {}, true, Role::Text, RunRow::tr("By the wall clock, from the log.")};
}

RunFigure stepTime(const RunStore& run, const core::Snapshot& prediction) {
    const bool watched = !run.watched().isEmpty();
    RunFigure figure = watched ? watchedFigure(RunRow::tr("Step time"))
                               : timedFigure(RunRow::tr("Step time"), RunRow::tr("Step time, virtual time"), run, prediction);
    const double predicted = prediction.step ? prediction.step->step.value() : 0;
    const double measured = recentMean(watched ? run.series().stepMs : run.series().virtualMs) / 1e3;
    const TimeUnit unit = timeUnitFor(std::max(predicted, measured));
    if (predicted > 0) figure.predicted = timeText(predicted, unit);
    if (measured <= 0) return figure;
    figure.number = threeDigits(inUnit(measured, unit));
    figure.unit = nameOf(unit);
    if (predicted > 0) figure.difference = signedPercentText(measured / predicted - 1);
    return figure;
}

RunFigure throughput(const RunStore& run, const core::Snapshot& prediction) {
    const bool watched = !run.watched().isEmpty();
    RunFigure figure = watched ? watchedFigure(RunRow::tr("Throughput"))
                               : timedFigure(RunRow::tr("Throughput"), RunRow::tr("Throughput, virtual time"), run, prediction);
    const double predicted = prediction.step ? prediction.step->tokensPerSecond : 0;
    if (predicted > 0) figure.predicted = RunRow::tr("%1 tokens/s").arg(shortNumber(predicted));
    const double milliseconds = recentMean(run.series().virtualMs);
    const bool simulated = !watched && run.lastStep() && milliseconds > 0;
    const double measured = simulated ? double(run.lastStep()->tokens) / milliseconds * 1e3
                            : watched ? recentMean(run.series().tokensPerSecond)
                                      : 0;
    if (measured <= 0) return figure;
    figure.number = shortNumber(measured);
    figure.unit = RunRow::tr("tokens/s");
    if (predicted > 0) figure.difference = signedPercentText(measured / predicted - 1);
    return figure;
}

RunFigure bubble(const RunStore& run, const core::Snapshot& prediction) {
    RunFigure figure{RunRow::tr("Bubble"), NumberKind::Simulated, {}, {}, {}, {}, true,
                     Role::Text,           bubbleDefinition()};
    if (prediction.timeline) figure.predicted = percentText(prediction.timeline->bubbleFraction);
    if (run.series().bubble.empty()) return figure;
    const double measured = recentMean(run.series().bubble);
    figure.number = percentText(measured);
    if (prediction.timeline)
        figure.difference = signedPointsText(measured - prediction.timeline->bubbleFraction);
    return figure;
}

RunFigure peakMemory(const RunStore& run, const core::Snapshot& prediction) {
    RunFigure figure{RunRow::tr("Peak memory"), NumberKind::Measured, {}, {}, {}, {}, true, Role::Text};
    if (!prediction.memory) return figure;
    const core::Bytes predicted = prediction.memory->peak(), capacity = prediction.memory->capacity;
    const ByteUnit unit = unitFor(capacity);
    figure.predicted = bytesText(predicted, unit);
    core::Bytes peak(0);
    for (const auto& [rank, memory] : run.memory()) peak = std::max(peak, memory.peak);
    if (const auto& problem = run.problem(); problem && problem->outOfMemory) {
        peak = std::max(peak, core::sum(problem->outOfMemory->held) + problem->outOfMemory->requested);
        figure.role = Role::Danger;
    }
    if (peak.value() == 0) return figure;
    figure.number = bytesNumber(peak, unit);
    figure.unit = RunRow::tr("of %1").arg(bytesText(capacity, unit));
    if (figure.role == Role::Text) figure.difference = signedPercentText(peak / predicted - 1);
    return figure;
}

RunFigure heldOutLoss(const RunStore& run) {
    RunFigure figure{RunRow::tr("Loss, held out"), NumberKind::Measured, {}, {}, {}, {}, false, Role::Text};
    if (const auto& hello = run.hello(); hello && hello->unigramEntropy > 0)
        figure.predicted =
            RunRow::tr("unigram %1, bigram %2")
                .arg(fixedDigits(hello->unigramEntropy, 2), fixedDigits(hello->bigramEntropy, 2));
    if (!run.lastValidation()) return figure;
    figure.number = fixedDigits(run.lastValidation()->loss, 2);
    if (run.watched().isEmpty()) figure.unit = RunRow::tr("nat/byte");
    return figure;
}

}  // namespace

std::vector<RunFigure> runFigures(const RunStore& run, const core::Snapshot& plan) {
    const core::Snapshot& prediction = run.prediction() ? *run.prediction() : plan;
    return {stepTime(run, prediction), throughput(run, prediction), bubble(run, prediction),
            peakMemory(run, prediction), heldOutLoss(run)};
}

// How often something that is due every so many steps and after the last comes after `done` steps.
std::int64_t dueAfter(std::int64_t done, std::int64_t steps, std::int64_t every) {
    if (every <= 0 || done >= steps) return 0;
    return steps / every - done / every + (steps % every != 0 ? 1 : 0);
}

// Steps as they were lately, and validations and samples once one of each was measured.
QString timeLeft(const RunStore& run) {
    if (!run.lastStep()) return {};
    const core::RunSpec& plan = run.plan().run;
    const std::int64_t done = run.lastStep()->step, left = plan.steps - done;
    const double seconds = double(left) * recentMean(run.series().stepMs) / 1e3 +
                           double(dueAfter(done, plan.steps, plan.validateEvery)) * run.validationSeconds() +
                           double(dueAfter(done, plan.steps, plan.sample.every)) * run.sampleSeconds();
    return left > 0 && seconds > 0 ? RunRow::tr("%1 left").arg(waitText(seconds)) : QString();
}

ProgressState progressOf(const RunStore& run, const core::Snapshot& plan) {
    const core::Snapshot& snapshot = run.prediction() ? *run.prediction() : plan;
    const bool failedInside = run.problem() && run.problem()->outOfMemory;
    ProgressState state;
    state.done = run.lastStep() ? run.lastStep()->step : 0;
    state.steps = run.watched().isEmpty() ? snapshot.plan.run.steps : 0;  // a log seldom says how many come
    state.step = failedInside ? RunRow::tr("In step %1").arg(wholeNumber(run.problem()->outOfMemory->step))
                              : RunRow::tr("Step %1").arg(wholeNumber(state.done));
    state.isLive = isLive(run.state());
    if (state.isLive && run.watched().isEmpty()) state.left = timeLeft(run);
    const bool waits = !run.hasRun() || (state.isLive && !run.lastStep());
    if (waits && run.watched().isEmpty() && snapshot.step && snapshot.step->wallClock) {
        state.isExpected = true;
        state.left =
            RunRow::tr("about %1").arg(waitText(snapshot.step->wallClock->value() * double(state.steps)));
    }
    return state;
}

}  // namespace ui
