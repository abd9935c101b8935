// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice on batch, precision, optimizer and the length of a run.
#include "core/plan/training_updates.h"
#include "core/planner/advice_parts.h"

#include <algorithm>

namespace core {

namespace {

using S = Snapshot;
using Mended = std::optional<Plan>;
using enum Severity;

constexpr double kLargeUpdate = 16.8e6, kSmallUpdate = 0.25e6;  // tokens
constexpr double kLargeModel = 1e9, kVeryLargeModel = 10e9;     // parameters
constexpr int kManyCards = 64;
constexpr std::int64_t kUsualWarmup = 2000;
constexpr int kPadding = 128;  // Megatron's --make-vocab-size-divisible-by, times tp

template <class Change>
Mended changed(const S& s, Change change) {
    Plan plan = s.plan;
    change(plan);
    return plan;
}
double parameters(const S& s) { return double(s.parameters.total); }
double updateTokens(const Plan& plan) { return double(plan.batch.global) * plan.sequence(); }

bool halfPrecision(const S& s) {
    const Accelerator* card = acceleratorOf(s.plan.cluster);
    return onGpus(s) && s.plan.precision == Precision::Fp16 && card->peakFlopsBf16 > 0;
}
Mended brainPrecision(const S& s) {
    return changed(s, [](Plan& plan) {
        plan.precision = Precision::Bf16;
        plan.lossScale = {};
        plan.gradientDtype.reset();
    });
}

bool singlePrecision(const S& s) { return onGpus(s) && s.plan.precision == Precision::Fp32; }
Mended halfWidth(const S& s) {
    const bool bf16 = acceleratorOf(s.plan.cluster)->peakFlopsBf16 > 0;
    return changed(s, [bf16](Plan& plan) { plan.precision = bf16 ? Precision::Bf16 : Precision::Fp16; });
}

bool hugeUpdate(const S& s) { return updateTokens(s.plan) > kLargeUpdate; }
Mended smallerUpdate(const S& s) {
    return changed(s, [](Plan& plan) {
        const std::int64_t round = std::int64_t(plan.batch.micro) * plan.layout.dp;
        const auto most = std::int64_t(kLargeUpdate / plan.sequence()) / round * round;
        plan.batch.global = std::max(round, most);
        plan.batch.ramp = {};
    });
}

bool tinyUpdate(const S& s) { return onGpus(s) && parameters(s) > kLargeModel && updateTokens(s.plan) < kSmallUpdate; }
Mended largerUpdate(const S& s) {
    return changed(s, [](Plan& plan) {
        const std::int64_t round = std::int64_t(plan.batch.micro) * plan.layout.dp;
        while (updateTokens(plan) < kSmallUpdate) plan.batch.global += round;
        plan.batch.ramp = {};
    });
}

bool fewTokens(const S& s) {
    return s.plan.budgetTokens > 0 && double(s.plan.budgetTokens) < kTokensPerParameter * parameters(s) &&
           parameters(s) > 0 && s.plan.lora.rank == 0;
}
Mended enoughTokens(const S& s) {
    return changed(s, [&s](Plan& plan) { plan.budgetTokens = std::int64_t(kTokensPerParameter * parameters(s)) + 1; });
}

// Where there is a real run to take up again, not a demonstration.
bool withoutCheckpoints(const S& s) {
    return onGpus(s) && s.step && s.plan.layout.cards() >= kManyCards && s.plan.run.checkpoint.every == 0;
}
Mended withCheckpoints(const S& s) {
    return changed(s, [&s](Plan& plan) {
        constexpr std::int64_t kMost = 1'000'000;
        plan.run.checkpoint.every = int(std::min(kMost, checkpointEvery(plan, s.step->step)));
    });
}
bool rareCheckpoints(const S& s) {
    return onGpus(s) && s.step && s.plan.run.checkpoint.every > 0 && s.plan.layout.cards() >= kManyCards &&
           s.plan.run.checkpoint.every > 4 * checkpointEvery(s.plan, s.step->step);
}

bool adamOf(const S& s) { return s.plan.optimizer.kind == OptimizerKind::AdamW || s.plan.optimizer.kind == OptimizerKind::Adam; }
bool warms(LrKind kind) { return kind == LrKind::WarmupCosine || kind == LrKind::MegatronCosine || kind == LrKind::MegatronLinear; }
bool withoutWarmup(const S& s) {
    return onGpus(s) && adamOf(s) && parameters(s) > kLargeModel && warms(s.plan.lrSchedule.kind) &&
           s.plan.lrSchedule.warmup == 0;
}
Mended withWarmup(const S& s) {
    return changed(s, [](Plan& plan) {
        plan.lrSchedule.warmup = std::max<std::int64_t>(1, std::min(kUsualWarmup, updatesToTrain(plan) / 20));
    });
}

bool withoutClipping(const S& s) { return onGpus(s) && parameters(s) > kLargeModel && s.plan.optimizer.clip == 0; }
Mended withClipping(const S& s) {
    return changed(s, [](Plan& plan) { plan.optimizer.clip = 1; });
}

bool slowSecondMoment(const S& s) { return onGpus(s) && adamOf(s) && parameters(s) > kVeryLargeModel && s.plan.optimizer.beta2 > 0.99; }
Mended fastSecondMoment(const S& s) {
    return changed(s, [](Plan& plan) { plan.optimizer.beta2 = 0.95; });
}

bool paddedVocabulary(const S& s) {
    return s.plan.framework == Framework::Megatron && s.plan.model.vocabulary % (kPadding * s.plan.layout.tp) != 0;
}
Mended wholeVocabulary(const S& s) {
    return changed(s, [](Plan& plan) {
        const int grain = kPadding * plan.layout.tp;
        plan.model.vocabulary = (plan.model.vocabulary + grain - 1) / grain * grain;
    });
}

bool needsContext(const S& s) {
    constexpr int kLong = 32'768;
    return onGpus(s) && s.plan.sequence() >= kLong && s.plan.layout.cp == 1 && s.plan.layout.dp % 2 == 0 && s.memory && !s.memory->fits &&
           (s.plan.framework == Framework::Megatron) && s.plan.sequence() % 4 == 0;
}
Mended withContext(const S& s) {
    return changed(s, [](Plan& plan) {
        plan.layout.cp = 2;
        plan.layout.dp /= 2;
    });
}

constexpr AdviceRule kRules[] = {
    {"advice.fp16", "fix.advice.fp16", Info, "/precision",
     "BLOOM and OPT chronicles 2022: loss spikes of fp16 at 100B parameters", halfPrecision, brainPrecision},
    {"advice.fp32", "fix.advice.fp32", Warning, "/precision",
     "peaks of the accelerator catalogue", singlePrecision, halfWidth},
    {"advice.huge-update", "fix.advice.huge-update", Warning, "/batch/global",
     "Grattafiori et al. 2024, section 3.4.1: 16M tokens at most; McCandlish et al. 2018", hugeUpdate, smallerUpdate},
    {"advice.tiny-update", "fix.advice.tiny-update", Info, "/batch/global",
     "Brown et al. 2020, table 2.1: 0.5M tokens and more", tinyUpdate, largerUpdate},
    {"advice.few-tokens", "fix.advice.few-tokens", Info, "/budget/tokens",
     "Hoffmann et al. 2022: about 20 tokens a parameter", fewTokens, enoughTokens},
    {"advice.no-checkpoints", "fix.advice.no-checkpoints", Warning, "/run/checkpoint/every",
     "Young 1974, Daly 2006; Grattafiori et al. 2024, table 5", withoutCheckpoints, withCheckpoints},
    {"advice.rare-checkpoints", "fix.advice.rare-checkpoints", Info, "/run/checkpoint/every",
     "Young 1974, Daly 2006; Grattafiori et al. 2024, table 5", rareCheckpoints, withCheckpoints},
    {"advice.no-warmup", "fix.advice.no-warmup", Warning, "/lr_schedule/warmup",
     "Brown et al. 2020, appendix B: 375M tokens of warm-up", withoutWarmup, withWarmup},
    {"advice.no-clipping", "fix.advice.no-clipping", Warning, "/optimizer/clip",
     "Brown et al. 2020, appendix B: norm clipped at 1.0", withoutClipping, withClipping},
    {"advice.slow-second-moment", "fix.advice.slow-second-moment", Info, "/optimizer/beta2",
     "Brown et al. 2020, appendix B; Touvron et al. 2023: β2 = 0.95", slowSecondMoment, fastSecondMoment},
    {"advice.padded-vocabulary", "fix.advice.padded-vocabulary", Info, "/model/vocabulary",
     "Megatron-LM, --make-vocab-size-divisible-by", paddedVocabulary, wholeVocabulary},
    {"advice.needs-context", "fix.advice.needs-context", Info, "/layout/cp",
     "Megatron-Bridge performance guide; Liu et al. 2023", needsContext, withContext},
};

}  // namespace

std::span<const AdviceRule> trainingAdvice() { return kRules; }

}  // namespace core
