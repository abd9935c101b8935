// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// rescale PLAN --cards N: the same training on another number of cards, the global batch kept. Ctrl-C ends it without a plan.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/advice_words.h"
#include "app/cli/plan_flags.h"
#include "app/cli/plan_output.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/search_watch.h"
#include "app/cli/search_words.h"
#include "app/cli/table.h"
#include "core/base/text.h"
#include "core/plan/cards.h"
#include "core/plan/plan_codec.h"
#include "core/plan/validate.h"
#include "core/planner/rescale.h"

#include <fmt/format.h>

#include <memory>

namespace app {

namespace {

struct Options {
    explicit Options(CLI::App& command)
        : output(command, "the rescaled plan") {}
    PlanOutput output;
    std::string file, cards;
};

const char* keptWords(core::Kept kept) {
    switch (kept) {
    case core::Kept::Replica: return "replicas and micro-batches change, all else is kept";
    case core::Kept::Split: return "tp, cp, ep and pp are kept";
    case core::Kept::Tensor: return "tp is kept";
    case core::Kept::Nothing: break;
    }
    return "nothing of the layout could be kept";
}

Reply rescalePlan(const Options& options) {
    if (const auto free = options.output.check(); !free) return tl::make_unexpected(free.error());
    const core::Result<core::Plan> plan = openPlan(options.file);
    if (!plan) return tl::make_unexpected(plan.error());
    const auto cards = parseCount(options.cards, "--cards");
    if (!cards) return tl::make_unexpected(cards.error());
    Answer answer;
    answer.problems = core::validate(*plan);
    if (core::hasErrors(answer.problems)) {
        answer.json["plan"] = nullptr;
        return answer;
    }
    answer.problems.clear();
    const core::Score before = core::score(*plan);
    const Interruptible search;
    const auto rescaled = core::rescale(*plan, *cards, search.watch());
    answer.json["cards"] = {{"from", core::cardsOf(plan->cluster)}, {"to", *cards}};
    if (!rescaled) {
        answer.json["plan"] = nullptr;
        if (search.interrupted()) {
            answer.problems.push_back({core::Severity::Error, "rescale.stopped", "--cards", {}, "fix.rescale.stopped"});
            return answer;
        }
        answer.problems.push_back({core::Severity::Error,
                                   "rescale.nothing-fits",
                                   "--cards",
                                   {{"cards", core::withThousands(*cards)}, {"batch", core::withThousands(plan->batch.global)}},
                                   "fix.rescale.nothing-fits"});
        return answer;
    }
    const core::FoundPlan& found = rescaled->found;
    answer.json["plan"] = core::planToJson(found.plan);
    answer.json["kept"] = core::toText(rescaled->kept);
    answer.json["step_seconds"] = found.score.step.value();
    answer.json["step_ratio"] = found.score.step / before.step;
    answer.json["memory_bytes"] = found.score.peak.value();
    answer.json["flags"] = flagsBetween(*plan, found.plan);
    answer.text = table({{"", "before", "after"},
                         {"cards", core::withThousands(core::cardsOf(plan->cluster)), core::withThousands(*cards)},
                         {"layout", layoutWords(*plan), layoutWords(found.plan)},
                         {"micro-batches", std::to_string(plan->microBatches()), std::to_string(found.plan.microBatches())},
                         {"step", fmt::format("{} {}", kPredicted, core::toText(before.step)),
                          fmt::format("{} {}", kPredicted, core::toText(found.score.step))},
                         {"memory of a card", fmt::format("{} {}", kPredicted, core::toText(before.peak)),
                          fmt::format("{} {}", kPredicted, core::toText(found.score.peak))}}) +
                  fmt::format("global batch of {} as before; {}\n", core::counted(plan->batch.global, "sequence"), keptWords(rescaled->kept));
    options.output.save(found.plan, answer);
    return answer;
}

}  // namespace

void addRescale(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>(command);
    addPlanOption(command, options->file, "A plan file (*.shardscope.json)")->required();
    command.add_option("--cards", options->cards, "How many cards there are now")->required();
    answerWith(command, exit, [options] { return rescalePlan(*options); });
}

}  // namespace app
