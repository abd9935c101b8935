// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every figure here is predicted; what pins a plan adds its value as text.
#include "ui/window/plan_figures.h"

#include "core/cost/offload.h"
#include "core/planner/derivations.h"
#include "ui/kit/format.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(ui::PlanFigures)
};

QString dash() { return QStringLiteral("–"); }

// "46.2 k" and "tokens/s" → "46.2" large, "k tokens/s" small.
void splitNumber(const QString& number, const QString& unit, Figure& figure) {
    const auto space = std::find_if(number.begin(), number.end(), [](QChar c) { return c.isSpace(); });
    const qsizetype gap = space == number.end() ? -1 : space - number.begin();
    figure.number = gap < 0 ? number : number.left(gap);
    figure.unit = gap < 0 ? unit
                          : QStringList{number.mid(gap + 1), unit}.join(unit.isEmpty() ? QString()
                                                                                       : QStringLiteral(" "));
}

void splitTime(double seconds, Figure& figure) {
    const TimeUnit unit = timeUnitFor(seconds);
    figure.number = threeDigits(inUnit(seconds, unit));
    figure.unit = nameOf(unit);
}

// Step times and rates of virtual cards say so.
QString timed(const core::Snapshot& snapshot, const QString& label) {
    return inVirtualTime(snapshot.plan) ? Words::tr("%1, virtual time").arg(label) : label;
}

HoverLine virtualTimeLine() {
    return {std::nullopt,
            Words::tr("virtual time: every card as if it had cores of its own, links as modelled")};
}

// The formula of a quantity and the same with the plan's values put in.
void derive(HoverContent& content, const core::Snapshot& snapshot, const char* quantity) {
    const auto derivation = core::derive(snapshot, quantity);
    if (!derivation) return;
    content.symbols = qs(derivation->formula);
    content.numbers = QStringLiteral("= ") + qs(derivation->numbers);
}

Figure stepFigure(const core::Snapshot& snapshot) {
    Figure figure{timed(snapshot, Words::tr("Step time")), dash(), {}, Role::Text, {}};
    if (!snapshot.step) return figure;
    const core::StepEstimate& step = *snapshot.step;
    splitTime(step.step.value(), figure);
    const auto line = [](const QString& name, core::Seconds seconds) {
        return HoverLine{std::nullopt, name + QStringLiteral("  ") + timeText(seconds.value())};
    };
    figure.explanation.title = Words::tr("Step time, mean card");
    figure.explanation.value = timeText(step.step.value());
    figure.explanation.swatch = NumberKind::Predicted;
    derive(figure.explanation, snapshot, "step_seconds");
    figure.explanation.lines = {line(Words::tr("forward"), step.mean.forward),
                                line(Words::tr("backward"), step.mean.backward),
                                line(Words::tr("communication"), step.mean.communication),
                                line(Words::tr("optimizer"), step.mean.optimizer),
                                line(Words::tr("idle"), step.mean.idle)};
    if (core::offloads(snapshot.plan) && snapshot.shards)
        figure.explanation.lines.insert(figure.explanation.lines.begin() + 3,
                                        line(Words::tr("of it to and from the host"),
                                             core::offloadTime(snapshot.plan, *snapshot.shards).total()));
    if (inVirtualTime(snapshot.plan)) figure.explanation.lines.push_back(virtualTimeLine());
    return figure;
}

Figure throughputFigure(const core::Snapshot& snapshot) {
    Figure figure{timed(snapshot, Words::tr("Throughput")), dash(), {}, Role::Text, {}};
    if (!snapshot.step) return figure;
    splitNumber(shortNumber(snapshot.step->tokensPerSecond), Words::tr("tokens/s"), figure);
    const core::Plan& plan = snapshot.plan;
    figure.explanation.title = Words::tr("Throughput");
    figure.explanation.value = figure.number + QLatin1Char(' ') + figure.unit;
    figure.explanation.symbols = Words::tr("global batch × sequence / step time");
    figure.explanation.numbers = QStringLiteral("%1 × %2 / %3")
                                     .arg(wholeNumber(plan.batch.global), wholeNumber(plan.sequence()),
                                          timeText(snapshot.step->step.value()));
    if (inVirtualTime(plan)) figure.explanation.lines.push_back(virtualTimeLine());
    return figure;
}

Figure mfuFigure(const core::Snapshot& snapshot) {
    Figure figure{Words::tr("MFU"), dash(), {}, Role::Text, {}};
    if (!snapshot.step) return figure;
    splitNumber(percentText(snapshot.step->mfu), {}, figure);
    figure.explanation.title = Words::tr("Model FLOPs utilisation");
    figure.explanation.value = percentText(snapshot.step->mfu);
    derive(figure.explanation, snapshot, "mfu");
    figure.explanation.lines = {
        {std::nullopt, Words::tr("%1 TFLOP/s a card").arg(threeDigits(snapshot.step->tflopsPerGpu))},
        {std::nullopt,
         Words::tr("with recomputation counted: %1").arg(percentText(snapshot.step->hfu))}};
    return figure;
}

Figure bubbleFigure(const core::Snapshot& snapshot) {
    Figure figure{Words::tr("Bubble"), dash(), {}, Role::Text, {}};
    if (!snapshot.timeline) return figure;
    const QString share = percentText(snapshot.timeline->bubbleFraction);
    splitNumber(share, {}, figure);
    const int p = snapshot.plan.layout.pp, m = snapshot.plan.microBatches();
    figure.explanation.title = Words::tr("Bubble, mean of the stages");
    figure.explanation.value = share;
    figure.explanation.symbols = Words::tr("(p − 1) / (m + p − 1), for equal stages");
    figure.explanation.numbers = QStringLiteral("%1 / %2 = %3")
                                     .arg(p - 1)
                                     .arg(m + p - 1)
                                     .arg(percentText(double(p - 1) / double(m + p - 1)));
    figure.explanation.lines = {
        {NumberKind::Predicted, Words::tr("replay of the schedule: %1").arg(share)},
        {std::nullopt, bubbleDefinition()}};
    return figure;
}

// Exact and textbook memory side by side, and why they differ.
HoverContent memoryExplanation(const core::Snapshot& snapshot) {
    if (!snapshot.memory) return {};
    const core::MemoryEstimate& memory = *snapshot.memory;
    const ByteUnit unit = unitFor(memory.capacity);
    core::Bytes states(0);
    const auto heaviest =
        std::max_element(memory.stages.begin(), memory.stages.end(),
                         [](const auto& a, const auto& b) { return a.ledger.total() < b.ledger.total(); });
    if (heaviest == memory.stages.end()) return {};
    for (const auto category :
         {core::MemoryCategory::Parameters, core::MemoryCategory::Gradients, core::MemoryCategory::Optimizer})
        states += heaviest->ledger.of(category);
    const core::LayoutSpec& layout = snapshot.plan.layout;
    HoverContent content;
    content.title = Words::tr("Peak memory, stage %1").arg(heaviest->stage.value);
    content.value = bytesText(memory.peak(), unit);
    content.symbols =
        Words::tr("Textbook: 2Ψ/T for weights, 2Ψ and 12Ψ for gradients and optimizer, over D by ZeRO");
    content.numbers = QStringLiteral("Ψ = %1, T = %2, P = %3, D = %4, ZeRO-%5")
                          .arg(shortNumber(double(snapshot.parameters.total)))
                          .arg(layout.tp)
                          .arg(layout.pp)
                          .arg(layout.dp)
                          .arg(snapshot.plan.zero.stage);
    content.lines = {
        {NumberKind::Predicted,
         Words::tr("weights, gradients, optimizer, exact: %1").arg(bytesText(states, unit))},
        {NumberKind::Predicted,
         Words::tr("the same by the textbook: %1").arg(bytesText(memory.textbook, unit))},
        {std::nullopt,
         Words::tr("Exact, a card holds only its stage (÷ P) and its slice (÷ T) of gradients and")},
        {std::nullopt,
         Words::tr("optimizer too; the textbook divides neither of them by T nor anything by P.")}};
    return content;
}

Figure memoryFigure(const core::Snapshot& snapshot) {
    Figure figure{Words::tr("Peak memory"), dash(), {}, Role::Text, {}};
    if (!snapshot.memory) return figure;
    const core::MemoryEstimate& memory = *snapshot.memory;
    const ByteUnit unit = unitFor(memory.capacity);
    figure.number = bytesNumber(memory.peak(), unit);
    figure.unit = Words::tr("of %1").arg(bytesText(memory.capacity, unit));
    if (!memory.fits) figure.role = Role::Danger;
    figure.explanation = memoryExplanation(snapshot);
    return figure;
}

// What a person waits for a run on this machine's virtual cards.
Figure waitFigure(const core::Snapshot& snapshot) {
    const core::Plan& plan = snapshot.plan;
    const double step = snapshot.step->wallClock->value(), whole = step * double(plan.run.steps);
    Figure figure{
        Words::tr("%1 steps, wall clock").arg(wholeNumber(plan.run.steps)), {}, {}, Role::Text, {}};
    splitNumber(waitText(whole), {}, figure);
    figure.explanation.value = Words::tr("about %1").arg(waitText(whole));
    figure.number.prepend(QStringLiteral("≈\u202f"));
    figure.unit = Words::tr("%1 on this machine").arg(figure.unit);
    figure.explanation.title = Words::tr("Wall clock of the run");
    figure.explanation.symbols = Words::tr("steps × computing of all cards / cores");
    figure.explanation.numbers = Words::tr("%1 × %2, %3 cores")
                                     .arg(wholeNumber(plan.run.steps), timeText(step))
                                     .arg(snapshot.calibration.cores);
    figure.explanation.lines = {
        {NumberKind::Predicted,
         Words::tr("when nothing else uses the cores; validation and samples add to it")},
        {NumberKind::Predicted, Words::tr("the same steps in virtual time: %1")
                                    .arg(timeText(snapshot.step->step.value() * double(plan.run.steps)))}};
    return figure;
}

// Of a run that the engine of this machine can do.
bool hasWait(const core::Snapshot& snapshot) {
    return snapshot.step && snapshot.step->wallClock &&
           std::ranges::none_of(snapshot.engineProblems,
                                [](const core::Problem& problem) { return problem.severity == core::Severity::Error; });
}

Figure runFigure(const core::Snapshot& snapshot) {
    if (hasWait(snapshot)) return waitFigure(snapshot);
    Figure figure{Words::tr("Whole run"), dash(), {}, Role::Text, {}};
    if (!snapshot.run) return figure;
    const core::RunEstimate& run = *snapshot.run;
    figure.label = Words::tr("%1 tokens take").arg(shortNumber(run.tokens));
    splitTime(run.days * secondsIn(TimeUnit::Days), figure);
    figure.explanation.title = Words::tr("Whole run");
    figure.explanation.value = figure.number + QLatin1Char(' ') + figure.unit;
    derive(figure.explanation, snapshot, "days");
    if (snapshot.plan.budgetTokens == 0)
        figure.explanation.lines = {
            {std::nullopt, Words::tr("tokens by the rule of thumb, 20 per parameter")}};
    return figure;
}

}  // namespace

std::vector<Figure> planFigures(const core::Snapshot& snapshot) {
    return {stepFigure(snapshot),   throughputFigure(snapshot), mfuFigure(snapshot),
            bubbleFigure(snapshot), memoryFigure(snapshot),     runFigure(snapshot)};
}

namespace {

// The quantity behind each figure, in their order, and how A's value is written.
struct PinnedRow {
    const char* quantity;
    QString (*text)(const core::Snapshot&);
};

QString pinnedRun(const core::Snapshot& s) {
    if (hasWait(s)) return waitText(s.step->wallClock->value() * double(s.plan.run.steps));
    return s.run ? timeText(s.run->days * secondsIn(TimeUnit::Days)) : QString();
}

const PinnedRow kPinnedRows[] = {
    {"step_seconds", [](const core::Snapshot& s) { return s.step ? timeText(s.step->step.value()) : QString(); }},
    {"tokens_per_second", [](const core::Snapshot& s) { return s.step ? shortNumber(s.step->tokensPerSecond) : QString(); }},
    {"mfu", [](const core::Snapshot& s) { return s.step ? percentText(s.step->mfu) : QString(); }},
    {"bubble_fraction", [](const core::Snapshot& s) { return s.timeline ? percentText(s.timeline->bubbleFraction) : QString(); }},
    {"memory_bytes", [](const core::Snapshot& s) { return s.memory ? bytesText(s.memory->peak()) : QString(); }},
    {"days", pinnedRun}};

void addPinned(Figure& figure, const PinnedRow& row, const core::Snapshot& snapshot, const core::Snapshot& pinned) {
    const QString value = row.text(pinned);
    if (value.isEmpty()) return;
    figure.pinned = Words::tr("A %1").arg(value);
    const core::PlanQuantity* quantity = core::findQuantity(row.quantity);
    const auto a = quantity->of(pinned), b = quantity->of(snapshot);
    if (!a || !b) return;
    figure.change = quantity->unit == core::QuantityUnit::Share ? signedPointsText(*b - *a)
                    : *a != 0                                   ? signedPercentText(*b / *a - 1)
                                                                : QString();
    if (*a == *b || quantity->better == core::BetterWhen::Neither) return;
    figure.changeRole = (*b < *a) == (quantity->better == core::BetterWhen::Less) ? Role::Ok : Role::Warn;
}

}  // namespace

std::vector<Figure> planFigures(const core::Snapshot& snapshot, const core::Snapshot& pinned) {
    std::vector<Figure> figures = planFigures(snapshot);
    for (std::size_t i = 0; i < figures.size(); ++i) {
        addPinned(figures[i], kPinnedRows[i], snapshot, pinned);
        if (!figures[i].pinned.isEmpty() && !figures[i].explanation.isEmpty())
            figures[i].explanation.lines.push_back({NumberKind::Predicted, Words::tr("%1, now %2").arg(figures[i].pinned, figures[i].change)});
    }
    return figures;
}

}  // namespace ui
