// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search against exact scores, plan by plan and over a whole small space.
#include "core/planner/search.h"

#include "core/base/catalogue.h"
#include "core/config/launch_kit.h"
#include "core/plan/validate.h"
#include "core/planner/plan_scorer.h"
#include "tests/support/plans.h"

#include <QTest>

#include <cmath>
#include <numeric>
#include <random>

using namespace core;

namespace {

Plan planOn(const char* preset, int cards, std::int64_t globalBatch, Framework framework = Framework::Megatron) {
    Plan plan;
    plan.model = *findModelPreset(preset);
    plan.cluster = {"a100-80gb", cards / 8, 8};
    plan.framework = framework;
    plan.batch.global = globalBatch;
    plan.sequenceLength = 2048;
    return plan;
}

QuickScore quickScore(const Plan& plan) {
    const ShardMap model(plan.model, {}, plan.model.maxSequence);
    const ScoredLayout layout(plan, model);
    const LayerBytes layers(plan);
    const Calibration calibration;
    return PlanScorer(plan, layout, layers, calibration).score();
}

QString describePlan(const Plan& plan) {
    const LayoutSpec& l = plan.layout;
    return QString("%1 tp %2 cp %3 ep %4 dp %5 pp %6 v %7 micro %8 zero %9")
        .arg(QString::fromStdString(plan.model.name)).arg(l.tp).arg(l.cp).arg(l.ep).arg(l.dp).arg(l.pp).arg(l.virtualStages)
        .arg(plan.batch.micro).arg(plan.zero.stage);
}

// A legal plan drawn at random; none where the draw is not legal.
std::optional<Plan> drawn(std::mt19937& random) {
    static const char* const kModels[] = {"gpt3-13b", "gpt3-175b", "llama-2-70b", "mixtral-8x7b", "deepseek-v2-lite", "bloom-176b"};
    const auto one = [&](std::initializer_list<int> values) { return *(values.begin() + random() % values.size()); };
    Plan plan = planOn(kModels[random() % std::size(kModels)], 64, 512, random() % 2 ? Framework::Megatron : Framework::DeepSpeed);
    plan.layout.tp = one({1, 2, 4, 8});
    plan.layout.pp = one({1, 2, 3, 4, 8});
    plan.layout.cp = one({1, 1, 2});
    const int replica = plan.layout.tp * plan.layout.pp * plan.layout.cp;
    plan.cluster.nodes = 24;
    if (192 % replica != 0) return std::nullopt;
    plan.layout.dp = 192 / replica;
    plan.batch.global = 8LL * plan.layout.dp * plan.layout.pp;
    plan.batch.micro = one({1, 2, 4});
    plan.layout.ep = plan.model.details.experts.count > 0 ? one({1, 2, 4}) : 1;
    plan.layout.stageLayers = stageSplit(plan.model.layers, plan.layout.pp);
    plan.zero.stage = one({0, 1});
    plan.recompute = Recompute(one({0, 1, 2}));
    plan.sequenceParallel = SequenceParallel(one({0, 1}));
    plan.schedule = one({0, 0, 1}) ? ScheduleKind::Interleaved : ScheduleKind::OneFOneB;
    plan.layout.virtualStages = plan.schedule == ScheduleKind::Interleaved ? one({2, 4}) : 1;
    if (hasErrors(validate(plan))) return std::nullopt;
    return plan;
}

}  // namespace

class SearchTest : public QObject {
    Q_OBJECT

private slots:
    // Memory of plans with one chunk a rank to the byte; makespans of unequal stages within 3 %.
    void quickScoresAreTheExactOnes() {
        std::mt19937 random(7);
        int compared = 0, chunked = 0;
        double worstStep = 0, worstMemory = 0;
        for (int draw = 0; draw < 4000 && compared < 150; ++draw) {
            const auto plan = drawn(random);
            if (!plan) continue;
            const Score exact = score(*plan);
            QVERIFY2(exact.valid, qPrintable(describePlan(*plan)));
            const QuickScore quick = quickScore(*plan);
            ++compared;
            const double step = std::abs(quick.step / exact.step - 1), memory = std::abs(quick.memory / exact.peak - 1);
            if (plan->layout.virtualStages > 1) {
                ++chunked;
                worstMemory = std::max(worstMemory, memory);
            } else {
                QVERIFY2(quick.memory == exact.peak, qPrintable(describePlan(*plan)));
            }
            worstStep = std::max(worstStep, step);
            QVERIFY2(step < 0.03, qPrintable(QString("%1: %2 s, exactly %3 s")
                                                 .arg(describePlan(*plan))
                                                 .arg(quick.step.value())
                                                 .arg(exact.step.value())));
            QVERIFY2(memory < 0.03, qPrintable(QString("%1: %2, exactly %3")
                                                   .arg(describePlan(*plan))
                                                   .arg(quick.memory.value())
                                                   .arg(exact.peak.value())));
        }
        QVERIFY2(compared > 100 && chunked > 10, qPrintable(QString("%1 compared, %2 chunked").arg(compared).arg(chunked)));
        qInfo("steps within %.2f %%, memory of chunked plans within %.2f %%", 100 * worstStep, 100 * worstMemory);
    }

    // All plans of a small space, one by one.
    void theSearchFindsWhatTryingAllFinds() {
        Plan base = planOn("gpt3-2.7b", 8, 64);
        std::int64_t scored = 0, fitting = 0;
        Seconds best(1e9);
        for (const int tp : {1, 2, 4, 8})
            for (const int pp : {1, 2, 4, 8})
                for (const int cp : {1, 2, 4, 8}) {
                    if (8 % (tp * pp * cp) != 0) continue;
                    Plan plan = base;
                    plan.layout = {.tp = tp, .cp = cp, .dp = 8 / (tp * pp * cp), .pp = pp};
                    for (const int micro : {1, 2, 4, 8})
                        for (const int zero : {0, 1})
                            for (const auto recompute : {Recompute::None, Recompute::Selective, Recompute::Full})
                                for (const auto split : {SequenceParallel::Off, SequenceParallel::On}) {
                                    plan.batch.micro = micro;
                                    plan.zero.stage = zero;
                                    plan.recompute = recompute;
                                    plan.sequenceParallel = split;
                                    if (split == SequenceParallel::On && tp == 1) continue;
                                    if (zero > 0 && plan.layout.dp * cp == 1) continue;
                                    if (hasErrors(validate(plan))) continue;
                                    const Score exact = score(plan);
                                    ++scored;
                                    fitting += exact.fits ? 1 : 0;
                                    if (exact.fits) best = std::min(best, exact.step);
                                }
                }
        SearchLimits limits;
        limits.mostMicro = 8;
        limits.schedule = ScheduleKind::OneFOneB;
        const SearchResult result = searchLayouts(base, limits);
        QCOMPARE(result.evaluated, scored);
        QCOMPARE(result.feasible, fitting);
        QVERIFY(!result.plans.empty());
        QCOMPARE(result.plans.front().score.step.value(), best.value());
        QCOMPARE(result.evaluated - result.feasible, result.rejected.contains("search.memory") ? result.rejected.at("search.memory") : 0);
    }

    void plansAreFastestFirstLegalAndTheFrontIsOne() {
        for (const Framework framework : {Framework::Megatron, Framework::DeepSpeed, Framework::Fsdp}) {
            const SearchResult result = searchLayouts(planOn("llama-2-7b", 64, 512, framework), {});
            QVERIFY(result.plans.size() > 5);
            for (std::size_t i = 0; i < result.plans.size(); ++i) {
                const FoundPlan& found = result.plans[i];
                QVERIFY(found.score.fits && !hasErrors(validate(found.plan)));
                QCOMPARE(found.plan.layout.cards(), 64);
                if (i > 0) QVERIFY(result.plans[i - 1].score.step <= found.score.step);
                const bool beaten = std::ranges::any_of(result.plans, [&](const FoundPlan& other) {
                    return other.score.step <= found.score.step && other.score.peak <= found.score.peak &&
                           (other.score.step < found.score.step || other.score.peak < found.score.peak);
                });
                if (found.pareto) QVERIFY(!beaten);
            }
            QVERIFY(result.plans.front().pareto && result.plans.size() <= 20);
            QVERIFY(!result.front.empty() && result.front.front().plan == result.plans.front().plan);
            for (std::size_t i = 1; i < result.front.size(); ++i)
                QVERIFY(result.front[i].score.step > result.front[i - 1].score.step &&
                        result.front[i].score.peak < result.front[i - 1].score.peak);
            for (const auto& [code, count] : result.rejected) {
                QVERIFY2(!sentence(code).empty(), code.c_str());
                QVERIFY(count > 0);
            }
        }
    }

    // What is recommended can be exported.
    void launchKitsRefuseNoFoundPlan() {
        for (const auto& [framework, target] :
             {std::pair(Framework::Megatron, KitTarget::MegatronLm), {Framework::DeepSpeed, KitTarget::MegatronDeepSpeed}}) {
            SearchLimits limits;
            limits.tp = 8;
            limits.pp = 2;
            const SearchResult result = searchLayouts(planOn("llama-2-70b", 64, 512, framework), limits);
            QVERIFY(!result.plans.empty() && !result.front.empty());
            for (const auto* list : {&result.plans, &result.front})
                for (const FoundPlan& found : *list) {
                    const auto kit = launchKit(found.plan, target);
                    QVERIFY2(kit.has_value(), kit ? "" : kit.error().front().code.c_str());
                }
            for (const auto& [code, count] : result.rejected) {
                if (code == "search.memory") continue;
                QVERIFY2(result.examples.contains(code), code.c_str());
                const std::string text = message(result.examples.at(code));
                QVERIFY2(text.find('{') == std::string::npos, text.c_str());  // every value is known
            }
            if (framework == Framework::DeepSpeed)
                QVERIFY(result.rejected.contains("export.context") && result.rejected.contains("export.zero-bubble"));
        }
    }

    void offloadingBeginsTheSearchAtItsStage() {
        Plan base = planOn("llama-2-7b", 8, 64);
        base.zero.offloadOptimizer = Offload::Cpu;
        const SearchResult result = searchLayouts(base, {});
        QVERIFY(!result.plans.empty());
        for (const FoundPlan& found : result.plans) QVERIFY(found.plan.zero.stage >= 1);
    }

    void frameworksKeepTheirRulesAndSayWhy() {
        const SearchResult megatron = searchLayouts(planOn("llama-2-7b", 16, 64), {});
        QVERIFY(megatron.rejected.contains("framework.megatron-zero"));
        const SearchResult deepSpeed = searchLayouts(planOn("llama-2-7b", 16, 64, Framework::DeepSpeed), {});
        QVERIFY(deepSpeed.rejected.contains("framework.deepspeed-zero-pipeline"));
        for (const FoundPlan& found : deepSpeed.plans) QVERIFY(found.plan.layout.pp == 1 || found.plan.zero.stage <= 1);
        SearchLimits limits;
        limits.tp = 16;
        const SearchResult wide = searchLayouts(planOn("gpt2-xl", 16, 64), limits);  // 25 heads
        QCOMPARE(wide.evaluated, std::int64_t(0));
        QVERIFY(wide.rejected.contains("layout.tp-divides-heads") || wide.rejected.contains("sequence.beyond-model"));
    }

    void expertsAreSplitAndWhatIsGivenIsKept() {
        Plan base = planOn("mixtral-8x7b", 64, 512);
        SearchLimits limits;
        limits.pp = 2;
        const SearchResult result = searchLayouts(base, limits);
        QVERIFY(!result.plans.empty());
        bool split = false;
        for (const FoundPlan& found : result.plans) {
            QCOMPARE(found.plan.layout.pp, 2);
            split |= found.plan.layout.ep > 1;
        }
        QVERIFY(split);
    }

    // Keys and values of all context ranks pass by every one: no gain without a price.
    void contextRanksExchangeKeysAndValues() {
        Plan whole = planOn("gpt3-13b", 8, 8);
        whole.layout = {.tp = 8};
        Plan split = whole;
        split.layout = {.tp = 4, .cp = 2};
        QVERIFY(score(whole).valid && score(split).valid);
        const Snapshot without = evaluate(whole), with = evaluate(split);
        Plan quiet = split;
        quiet.cluster.own = *findAccelerator("a100-80gb");
        quiet.cluster.own->intraNodeBandwidth *= 1e6;
        QVERIFY(evaluate(quiet).step->tensorCommunication < with.step->tensorCommunication);
        QVERIFY(without.step->tensorCommunication > Seconds(0));
        // Forward once, backward twice: 3 · 40 layers · (1/2 of 2 · 1 · 2048 · 5120/4 · 2 bytes), at 0.78 of 300 GB/s.
        Plan alone = split;
        alone.layout = {.cp = 2, .dp = 4};
        alone.batch.global = 8;
        const double bytes = 2.0 * 2048 * 5120 * 2 / 2, seconds = 3 * 40 * (bytes / (0.78 * 300e9) + 5e-6);
        const double perMicroBatch = evaluate(alone).step->tensorCommunication.value() / alone.microBatches();
        QVERIFY2(std::abs(perMicroBatch / seconds - 1) < 0.01, qPrintable(QString("%1, %2").arg(perMicroBatch).arg(seconds)));
    }

    void whereNothingFitsTheSmallestIsNamed() {
        Plan base = planOn("gpt3-175b", 8, 8);
        const SearchResult result = searchLayouts(base, {});
        QVERIFY(result.plans.empty() && result.feasible == 0 && result.evaluated > 0);
        QVERIFY(result.smallest && result.smallest->score.valid && !result.smallest->score.fits);
    }

    void aSearchCanBeStopped() {
        int calls = 0;
        const SearchResult result = searchLayouts(planOn("llama-2-7b", 1024, 2048), {}, [&](const SearchProgress& progress) {
            if (progress.fraction < 0 || progress.fraction > 1) return SearchStep::Stop;
            return ++calls < 5 ? SearchStep::Go : SearchStep::Stop;
        });
        QCOMPARE(calls, 5);
        QVERIFY(result.cancelled);
        QVERIFY(result.evaluated < searchLayouts(planOn("llama-2-7b", 1024, 2048), {}).evaluated);
    }

    // Llama 3 405B: 126 layers on 16 stages; BLOOM: 70 on 12, embedding and head counted as a layer each.
    void unevenStagesAreThoseOfThePublishedRuns() {
        std::vector<int> llama(16, 8), bloom(12, 6);
        llama.front() = llama.back() = 7;
        bloom.front() = bloom.back() = 5;
        QCOMPARE(stageSplit(126, 16), llama);
        QCOMPARE(stageSplit(70, 12), bloom);
        QVERIFY(stageSplit(96, 8).empty());
        for (int pp = 2; pp <= 40; ++pp) {
            const auto split = stageSplit(70, pp);
            if (70 % pp != 0) QCOMPARE(std::accumulate(split.begin(), split.end(), 0), 70);
        }
    }

    void theWholeSpaceOf175BOn1024CardsIsSearched() {
        const SearchResult result = searchLayouts(planOn("gpt3-175b", 1024, 1536), {});
        QVERIFY2(result.evaluated > 10'000, qPrintable(QString::number(result.evaluated)));
        QVERIFY(result.feasible > 0);
        qInfo("%lld plans in %.2f s", static_cast<long long>(result.evaluated), result.seconds);
    }
};

QTEST_GUILESS_MAIN(SearchTest)
#include "search_test.moc"
