// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The calls of the expression language: plain arithmetic, parts of the plan, and core's formulas for given numbers.
#include "core/lesson/quantities.h"

#include "core/lr/lr_schedule.h"
#include "core/plan/training_updates.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace core {

namespace {

using Arguments = std::span<const ExpressionArgument>;

double number(Arguments arguments, std::size_t i) { return std::get<double>(arguments[i]); }
const std::string& text(Arguments arguments, std::size_t i) { return std::get<std::string>(arguments[i]); }

Result<double> outside(const std::string& call, const std::string& value) {
    return refuse({Severity::Error, "expression.argument-value", {}, {{"name", call}, {"value", value}}});
}

// A whole number from `least` to `most`.
std::optional<int> whole(Arguments arguments, std::size_t i, int least, int most) {
    const double value = number(arguments, i);
    if (value != std::floor(value) || value < least || value > most) return std::nullopt;
    return int(value);
}

template <double (*function)(double)>
Result<double> of1(const Snapshot&, Arguments arguments) {
    return function(number(arguments, 0));
}
double roundOf(double x) { return std::round(x); }
double floorOf(double x) { return std::floor(x); }
double ceilOf(double x) { return std::ceil(x); }
double absOf(double x) { return std::abs(x); }
double sqrtOf(double x) { return std::sqrt(x); }
double logOf(double x) { return std::log(x); }
double log2Of(double x) { return std::log2(x); }

Result<double> least(const Snapshot&, Arguments arguments) {
    double value = number(arguments, 0);
    for (std::size_t i = 1; i < arguments.size(); ++i) value = std::min(value, number(arguments, i));
    return value;
}
Result<double> most(const Snapshot&, Arguments arguments) {
    double value = number(arguments, 0);
    for (std::size_t i = 1; i < arguments.size(); ++i) value = std::max(value, number(arguments, i));
    return value;
}
Result<double> modulo(const Snapshot&, Arguments arguments) {
    const double by = number(arguments, 1);
    return by == 0 ? outside("mod", "0") : Result<double>(std::fmod(number(arguments, 0), by));
}

template <class Of>
Result<double> ofStage(const Snapshot& s, Arguments arguments, const char* call, Of of) {
    const int stages = s.memory ? int(s.memory->stages.size()) : 0;
    const auto stage = stages > 0 ? whole(arguments, 0, 0, stages - 1) : std::nullopt;
    return stage ? Result<double>(of(s.memory->stages[std::size_t(*stage)]))
                 : outside(call, fmt::to_string(number(arguments, 0)));
}
Result<double> stageBytes(const Snapshot& s, Arguments a) {
    return ofStage(s, a, "stage_bytes", [](const StageMemory& m) { return double(m.ledger.total().value()); });
}
Result<double> stageActivations(const Snapshot& s, Arguments a) {
    return ofStage(s, a, "stage_activations_bytes",
                   [](const StageMemory& m) { return double(m.ledger.of(MemoryCategory::Activations).value()); });
}
Result<double> inFlight(const Snapshot& s, Arguments a) {
    return ofStage(s, a, "in_flight", [](const StageMemory& m) { return double(m.peakInFlight); });
}

// Of one schedule with F = I = W = 1 and free messages, as `shardscope-cli schedule` has it by default.
struct Replayed {
    Schedule schedule;
    Timeline timeline;
};
std::optional<Replayed> replayed(Arguments arguments) {
    const auto kind = fromText<ScheduleKind>(text(arguments, 0));
    const auto stages = whole(arguments, 1, 1, 128), batches = whole(arguments, 2, 1, 1024);
    if (!kind || !stages || !batches) return std::nullopt;
    const bool chunked = *kind == ScheduleKind::Interleaved || *kind == ScheduleKind::LoopedBfs ||
                         *kind == ScheduleKind::ZbV || *kind == ScheduleKind::DualPipeV;
    auto schedule = buildSchedule(*kind, *stages, *batches, chunked ? 2 : 1);
    if (!schedule) return std::nullopt;
    const Seconds one(1);
    Timeline timeline = replay(*schedule, ReplayCosts{{{one, one, one}}, Seconds(0)});
    return Replayed{std::move(*schedule), std::move(timeline)};
}
template <class Of>
Result<double> ofSchedule(Arguments arguments, const char* call, Of of) {
    const auto found = replayed(arguments);
    return found ? Result<double>(of(*found)) : outside(call, text(arguments, 0));
}
Result<double> scheduleBubble(const Snapshot&, Arguments a) {
    return ofSchedule(a, "schedule_bubble", [](const Replayed& r) { return r.timeline.bubbleFraction; });
}
Result<double> schedulePeak(const Snapshot&, Arguments a) {
    return ofSchedule(a, "schedule_peak", [](const Replayed& r) {
        return double(*std::ranges::max_element(r.timeline.peakInFlight));
    });
}
Result<double> scheduleMakespan(const Snapshot&, Arguments a) {
    return ofSchedule(a, "schedule_makespan", [](const Replayed& r) { return r.timeline.makespan.value(); });
}

Result<double> textbook(const Snapshot&, Arguments a) {
    const auto tp = whole(a, 1, 1, kMostCards), dp = whole(a, 2, 1, kMostCards), zero = whole(a, 3, 0, 3);
    if (!tp || !dp || !zero || number(a, 0) < 0) return outside("textbook", "…");
    return double(textbookBytes(number(a, 0), *tp, *dp, *zero).value());
}

Result<double> trainingDays(const Snapshot&, Arguments a) {
    const auto cards = whole(a, 2, 1, kMostCards);
    if (!cards || number(a, 3) <= 0 || number(a, 4) <= 0) return outside("training_days", "…");
    return trainingSeconds(number(a, 0), number(a, 1), *cards, number(a, 3), number(a, 4)).value() / 86400;
}

Result<double> modelParameters(const Snapshot&, Arguments a) {
    const ModelSpec* model = findModelPreset(text(a, 0));
    return model ? Result<double>(double(countParameters(*model).total)) : outside("model_parameters", text(a, 0));
}

Result<double> cardMemory(const Snapshot&, Arguments a) {
    const Accelerator* card = findAccelerator(text(a, 0));
    return card ? Result<double>(double(card->memory.value())) : outside("card_memory", text(a, 0));
}
Result<double> cardPeak(const Snapshot&, Arguments a) {
    const Accelerator* card = findAccelerator(text(a, 0));
    return card ? Result<double>(card->peakFlops16) : outside("card_peak", text(a, 0));
}

// Of the plan's schedule over the updates of its training (updatesToTrain), as `shardscope-cli lr PLAN` lists it.
Result<double> learningRateAt(const Snapshot& s, Arguments a) {
    const double update = number(a, 0);
    if (update != std::floor(update) || update < 0 || update > 1e12) return outside("lr", fmt::to_string(update));
    return learningRate(s.plan.lrSchedule, s.plan.optimizer.lr, std::int64_t(update), updatesToTrain(s.plan));
}

std::optional<GroupKind> groupKind(Arguments a) { return fromText<GroupKind>(text(a, 0)); }

Result<double> groups(const Snapshot& s, Arguments a) {
    const auto kind = groupKind(a);
    return kind && s.layout ? Result<double>(double(s.layout->groups(*kind).size())) : outside("groups", text(a, 0));
}
Result<double> groupSize(const Snapshot& s, Arguments a) {
    const auto kind = groupKind(a);
    return kind && s.layout ? Result<double>(double(s.layout->groupOf(*kind, Rank(0)).ranks.size()))
                            : outside("group_size", text(a, 0));
}
Result<double> crossing(const Snapshot& s, Arguments a) {
    const auto kind = groupKind(a);
    if (!kind || !s.layout) return outside("groups_across_nodes", text(a, 0));
    const std::vector<Group> all = s.layout->groups(*kind);
    return double(std::ranges::count_if(all, [&](const Group& group) { return s.layout->crossesNodes(group); }));
}
// The i-th rank of the group of a rank.
Result<double> groupRank(const Snapshot& s, Arguments a) {
    const auto kind = groupKind(a);
    const auto rank = s.layout ? whole(a, 1, 0, s.layout->ranks() - 1) : std::nullopt;
    if (!kind || !rank) return outside("group_rank", text(a, 0));
    const Group group = s.layout->groupOf(*kind, Rank(*rank));
    const auto index = whole(a, 2, 0, int(group.ranks.size()) - 1);
    return index ? Result<double>(double(group.ranks[std::size_t(*index)].value)) : outside("group_rank", text(a, 0));
}
Result<double> misaligned(const Snapshot& s, Arguments a) {
    const auto order = fromText<RankOrder>(text(a, 0));
    if (!order || !s.layout) return outside("misaligned", text(a, 0));
    LayoutSpec spec = s.layout->spec();
    spec.order = *order;
    const auto other = Layout::create(spec, s.plan.cluster.gpusPerNode);
    return other ? Result<double>(double(compareLayouts(*s.layout, *other).size())) : outside("misaligned", text(a, 0));
}

Result<double> hasProblem(const Snapshot& s, Arguments a) {
    return std::ranges::find(s.problems, text(a, 0), &Problem::code) != s.problems.end();
}
Result<double> hasEngineProblem(const Snapshot& s, Arguments a) {
    return std::ranges::find(s.engineProblems, text(a, 0), &Problem::code) != s.engineProblems.end();
}

constexpr CallRow kCalls[] = {
    {"min", "min(A, B, …)", "the least", "n+", least},
    {"max", "max(A, B, …)", "the most", "n+", most},
    {"mod", "mod(A, B)", "remainder", "nn", modulo},
    {"round", "round(X)", "to the nearest whole number", "n", of1<roundOf>},
    {"floor", "floor(X)", "down to a whole number", "n", of1<floorOf>},
    {"ceil", "ceil(X)", "up to a whole number", "n", of1<ceilOf>},
    {"abs", "abs(X)", "without its sign", "n", of1<absOf>},
    {"sqrt", "sqrt(X)", "square root", "n", of1<sqrtOf>},
    {"ln", "ln(X)", "natural logarithm", "n", of1<logOf>},
    {"log2", "log2(X)", "logarithm to base 2", "n", of1<log2Of>},
    {"stage_bytes", "stage_bytes(STAGE)", "peak memory of a card of the stage", "n", stageBytes},
    {"stage_activations_bytes", "stage_activations_bytes(STAGE)", "its saved activations", "n", stageActivations},
    {"in_flight", "in_flight(STAGE)", "chunk activations saved at most", "n", inFlight},
    {"schedule_bubble", "schedule_bubble('KIND', STAGES, MICRO_BATCHES)", "bubble share with F = I = W = 1", "tnn",
     scheduleBubble},
    {"schedule_peak", "schedule_peak('KIND', STAGES, MICRO_BATCHES)", "most chunk activations of a rank", "tnn",
     schedulePeak},
    {"schedule_makespan", "schedule_makespan('KIND', STAGES, MICRO_BATCHES)", "time to the last op, F = I = W = 1",
     "tnn", scheduleMakespan},
    {"textbook", "textbook(PARAMETERS, TP, DP, ZERO)", "textbook bytes of the model states of a card", "nnnn", textbook},
    {"training_days", "training_days(PARAMETERS, TOKENS, CARDS, PEAK_FLOPS, MFU)", "6ΨD over what the cards reach",
     "nnnnn", trainingDays},
    {"model_parameters", "model_parameters('PRESET')", "parameters of a preset", "t", modelParameters},
    {"card_memory", "card_memory('ACCELERATOR')", "bytes of memory of a card", "t", cardMemory},
    {"card_peak", "card_peak('ACCELERATOR')", "peak FLOP/s of a card, 16-bit", "t", cardPeak},
    {"lr", "lr(UPDATE)", "learning rate of an update of the run", "n", learningRateAt},
    {"groups", "groups('KIND')", "process groups: tensor, data, pipeline, embedding, context, expert", "t", groups},
    {"group_size", "group_size('KIND')", "ranks in the group of rank 0", "t", groupSize},
    {"group_rank", "group_rank('KIND', RANK, I)", "the I-th rank of the group of RANK", "tnn", groupRank},
    {"groups_across_nodes", "groups_across_nodes('KIND')", "groups that span more than one node", "t", crossing},
    {"misaligned", "misaligned('ORDER')", "groups that another rank order forms differently", "t", misaligned},
    {"has_problem", "has_problem('CODE')", "1 if the plan has the problem", "t", hasProblem},
    {"has_engine_problem", "has_engine_problem('CODE')", "1 if the engine would refuse so", "t", hasEngineProblem},
};

}  // namespace

std::span<const CallRow> callRows() { return kCalls; }

}  // namespace core
