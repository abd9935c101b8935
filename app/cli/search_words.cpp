// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/search_words.h"

#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/catalogue.h"
#include "core/base/text.h"
#include "core/plan/plan_codec.h"
#include "core/planner/advice_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace app {

namespace {

using core::Plan;

constexpr double kSecondsPerDay = 86400;

// How much more than predicted a card could hold: a plan with little of it may not fit once memory is fragmented.
double headroom(const core::FoundPlan& found) { return 1 - found.score.peak / core::capacityOf(found.plan); }

core::RunEstimate runOf(const core::FoundPlan& found) {
    core::StepEstimate step;
    step.step = found.score.step;
    return core::estimateRun(found.plan, step, {});
}

Json foundJson(const core::FoundPlan& found) {
    const core::RunEstimate run = runOf(found);
    return {{"plan", core::planToJson(found.plan)},
            {"step_seconds", found.score.step.value()},
            {"mfu", found.score.mfu},
            {"memory_bytes", found.score.peak.value()},
            {"headroom_fraction", headroom(found)},
            {"fits_with_margin", found.score.peak / core::capacityOf(found.plan) * (1 + core::kFragmentation) <= 1},
            {"days", run.days},
            {"cost", run.cost ? Json(*run.cost) : Json()},
            {"pareto", found.pareto}};
}

// What all plans of the search have in common.
std::string assumptionsText(const Plan& base, BatchSource batch) {
    const core::RunEstimate run = core::estimateRun(base, {}, {});
    return fmt::format("{} for {} on {} × {}, sequences of {}, {}, attention {}\n"
                       "global batch of {}{}; whole run of {} tokens{}\n",
                       core::visible(base.model.name), core::toText(base.framework),
                       core::withThousands(std::int64_t(base.cluster.nodes) * base.cluster.gpusPerNode), base.cluster.gpu,
                       core::counted(base.sequence(), "token"), core::toText(base.precision),
                       base.attention == core::AttentionKind::Flash ? "flash (no scores are kept; --attention)"
                                                                    : "materialised (scores are kept; --attention)",
                       core::counted(base.batch.global, "sequence"),
                       batch == BatchSource::Usual ? ", four million tokens (--global-batch; estimate takes 4·dp·pp)" : "",
                       core::threeDigits(run.tokens), base.budgetTokens > 0 ? "" : ", 20 a parameter (--tokens)");
}

TableRow rowOf(const core::FoundPlan& found) {
    const core::RunEstimate run = runOf(found);
    return {(found.pareto ? "* " : "  ") + layoutWords(found.plan),
            core::toText(found.score.step),
            percent(found.score.mfu),
            core::toText(found.score.peak),
            percent(headroom(found)),
            duration(core::Seconds(run.days * kSecondsPerDay)),
            run.cost ? money(*run.cost) : "no price"};
}

// The front beyond what the table holds: how far memory can fall, and for how much time.
std::string restOfFront(const core::SearchResult& result) {
    std::int64_t more = 0;
    for (const core::FoundPlan& found : result.front) more += found.score.step > result.plans.back().score.step ? 1 : 0;
    if (more == 0) return {};
    const core::FoundPlan& smallest = result.front.back();
    return fmt::format("{} behind these {} slower and smaller (--top N, --json); the smallest: {}, {}, {}\n", core::counted(more, "plan"),
                       more == 1 ? "is" : "are", layoutWords(smallest.plan), core::toText(smallest.score.step),
                       core::toText(smallest.score.peak));
}

std::string plansText(const core::SearchResult& result) {
    if (result.plans.empty()) return {};
    std::vector<TableRow> rows{{"  layout", "○ step", "○ MFU", "○ memory", "○ free", "○ whole run", "○ cost"}};
    for (const core::FoundPlan& found : result.plans) rows.push_back(rowOf(found));
    return table(rows) + "○ predicted by a roofline without stragglers or interference: the times rank layouts, they are no promise\n"
                         "* no other plan is both as fast and as small\n" +
           restOfFront(result);
}

std::string rejectionsText(const core::SearchResult& result) {
    std::string text;
    for (const Rejection& rejection : rejectionsOf(result))
        text += fmt::format("  {:>10} × {} ({})\n", core::withThousands(rejection.count), rejection.sentence, rejection.code);
    return text.empty() ? text : "left out, each with its first case:\n" + text;
}

}  // namespace

std::vector<Rejection> rejectionsOf(const core::SearchResult& result) {
    std::vector<Rejection> rejections;
    for (const auto& [code, count] : result.rejected) {
        const auto example = result.examples.find(code);
        rejections.push_back({count, code, example != result.examples.end() ? core::message(example->second)
                                                                           : std::string(core::sentence(code))});
    }
    std::ranges::stable_sort(rejections, std::greater(), &Rejection::count);
    return rejections;
}

std::string layoutWords(const Plan& plan) {
    const core::LayoutSpec& l = plan.layout;
    std::string words = fmt::format("tp {} pp {} dp {}", l.tp, l.pp, l.dp);
    if (l.cp > 1) words += fmt::format(" cp {}", l.cp);
    if (l.ep > 1) words += fmt::format(" ep {}", l.ep);
    words += fmt::format(", micro {}, zero {}", plan.batch.micro, plan.zero.stage);
    if (l.virtualStages > 1) words += fmt::format(", {} chunks", l.virtualStages);
    if (plan.schedule == core::ScheduleKind::ZbH1) words += ", zb-h1";
    if (plan.recompute != core::Recompute::None) words += fmt::format(", recompute {}", core::toText(plan.recompute));
    if (plan.sequenceParallel == core::SequenceParallel::On) words += ", sequence parallel";
    return words;
}

Json resultJson(const core::SearchResult& result) {
    Json layouts = Json::array(), front = Json::array(), rejected = Json::object(), reasons = Json::object();
    for (const core::FoundPlan& found : result.plans) layouts.push_back(foundJson(found));
    for (const core::FoundPlan& found : result.front) front.push_back(foundJson(found));
    for (const Rejection& rejection : rejectionsOf(result)) {
        rejected[rejection.code] = rejection.count;
        reasons[rejection.code] = rejection.sentence;
    }
    return {{"evaluated", result.evaluated},
            {"feasible", result.feasible},
            {"seconds", result.seconds},
            {"cancelled", result.cancelled},
            {"layouts", std::move(layouts)},
            {"front", std::move(front)},
            {"rejected", std::move(rejected)},
            {"reasons", std::move(reasons)},
            {"smallest", result.smallest ? foundJson(*result.smallest) : Json(nullptr)}};
}

std::string resultText(const core::SearchResult& result, const Plan& base, BatchSource batch, double reserve) {
    return assumptionsText(base, batch) +
           fmt::format("{:.3g} % of every card stay free (--margin)\n", 100 * reserve) +
           fmt::format("{} plans scored in {:.2f} s, {} fit{}\n\n", core::withThousands(result.evaluated), result.seconds,
                       core::withThousands(result.feasible), result.cancelled ? ", stopped early" : "") +
           plansText(result) + rejectionsText(result);
}

}  // namespace app
