// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the rules of a plan say about real cases, what the engine names as its limits, and that whatever passes can be laid
// out and scheduled whole. Each rule broken alone: plan_rules_test.cpp.
#include "core/layout/layout.h"
#include "core/plan/fields.h"
#include "tests/support/random_plan.h"
#include "tests/support/sound_plans.h"

#include <QTest>

#include <numeric>

using namespace core;
using namespace core::testing;

namespace {

QString textOf(const Problems& problems, std::string_view code) {
    const Problem* problem = find(problems, code);
    return problem == nullptr ? QString("no such problem") : QString::fromStdString(describe(*problem));
}

bool isWhole(const Plan& plan) {
    const LayoutSpec& layout = plan.layout;
    const auto split = std::accumulate(layout.stageLayers.begin(), layout.stageLayers.end(), 0);
    const bool layersFit = layout.stageLayers.empty()
                               ? plan.model.layers % (layout.pp * layout.virtualStages) == 0
                               : int(layout.stageLayers.size()) == layout.pp && split == plan.model.layers;
    return Layout::create(layout, plan.cluster.gpusPerNode).has_value() && plan.microBatches() > 0 &&
           layersFit && layout.cards() == plan.cluster.nodes * plan.cluster.gpusPerNode &&
           plan.model.heads % layout.tp == 0 && plan.model.ffn % layout.tp == 0;
}

}  // namespace

class ValidateTest : public QObject {
    Q_OBJECT

private slots:
    void soundPlansHaveNoProblems() {
        QVERIFY(validate(soundPlan()).empty());
        QVERIFY(validate(toyPlan()).empty());
        QVERIFY(engineLimits(toyPlan()).empty());
    }

    void sixTensorRanksOfThirtyTwoHeads() {
        Plan plan = soundPlan();
        plan.layout.tp = 6;
        QCOMPARE(textOf(validate(plan), "layout.tp-divides-heads"),
                 QString("/layout/tp: tp=6 does not divide 32 attention heads; use 4 or 8"));
    }

    void cardsThatDoNotComeOutWholeAreRefusedNotFloored() {
        Plan plan = soundPlan();
        plan.cluster = {"a100-40gb", 3, 4};
        QCOMPARE(textOf(validate(plan), "layout.cards-not-whole"),
                 QString("/layout: tp·cp·dp·pp = 2·1·2·4 = 16 but the cluster has 3·4 = 12 cards, which no dp makes up: a "
                         "replica takes tp·cp·pp = 8; use 8 or 16 cards, or sizes whose product is 12"));
        plan.cluster = {"a100-40gb", 3, 8};
        QCOMPARE(
            textOf(validate(plan), "layout.cards"),
            QString(
                "/layout/dp: tp·cp·dp·pp = 2·1·2·4 = 16 but the cluster has 3·8 = 24 cards; set dp to 3 or "
                "use 16 cards"));
    }

    void theNearestCardsIncludeThoseThatTheSizesNeed() {
        Plan plan = toyPlan();
        plan.layout.tp = 1, plan.layout.pp = 3, plan.layout.dp = 4;
        plan.cluster.nodes = 1, plan.cluster.gpusPerNode = 8;
        const QString text = textOf(validate(plan), "layout.cards-not-whole");
        QVERIFY2(text.contains("= 12 but the cluster has 1·8 = 8 cards") && text.contains("use 6, 9 or 12 cards"), qPrintable(text));
    }

    void linksOutsideOfWhatLinksCanBeAreRefused() {
        const auto problemsOf = [](double bandwidth, double latency) {
            Plan plan = toyPlan();
            plan.cluster.links.interNodeBandwidth = bandwidth, plan.cluster.links.interNodeLatency = latency;
            return validate(plan);
        };
        QVERIFY(!hasErrors(problemsOf(0, 0)) && !hasErrors(problemsOf(1e3, 10)) && !hasErrors(problemsOf(1e15, 1e-12)));
        QCOMPARE(textOf(problemsOf(0, 1e300), "number.above"),
                 QString("/cluster/links/inter_node_latency: inter_node_latency=1e+300 is above what is allowed; use 10 or less"));
        QVERIFY(!textOf(problemsOf(0, 1e9), "number.above").isEmpty());
        QVERIFY(!textOf(problemsOf(1e16, 0), "number.above").isEmpty());
        QVERIFY(textOf(problemsOf(1e-300, 0), "number.below").contains("use 1000 or more"));
    }

    // Whatever a refused batch is offered, the schedule takes.
    void offeredBatchesAreLegal() {
        const auto refusalOf = [](const Plan& plan) -> std::optional<Problem> {
            for (const Problem& problem : validate(plan))
                if (problem.where == "/batch/global" && problem.severity == Severity::Error) return problem;
            return std::nullopt;
        };
        int numbers = 0, pairs = 0;
        for (const auto& [kind, chunks] : {std::pair(ScheduleKind::OneFOneB, 1), {ScheduleKind::Interleaved, 2},
                                           {ScheduleKind::DualPipe, 2}, {ScheduleKind::DualPipeV, 2}})
            for (const int pp : {2, 4})
                for (const int dp : {1, 2, 3})
                    for (const int micro : {1, 2, 3, 5})
                        for (int global = 1; global <= 66; ++global) {
                            Plan plan = soundPlan();
                            plan.schedule = kind;
                            plan.layout.pp = pp, plan.layout.dp = dp, plan.layout.virtualStages = chunks;
                            plan.batch.micro = micro, plan.batch.global = global;
                            const auto refused = refusalOf(plan);
                            if (!refused) continue;
                            const auto holds = [&](std::int64_t offeredGlobal, std::int64_t offeredMicro) {
                                Plan mended = plan;
                                mended.batch.global = offeredGlobal, mended.batch.micro = int(offeredMicro);
                                return !refusalOf(mended);
                            };
                            for (const QString& word : QString::fromStdString(refused->params.at("nearest")).split(" or ")) {
                                QVERIFY2(holds(word.toLongLong(), micro), describe(*refused).c_str());
                                ++numbers;
                            }
                            const auto offered = refused->params.find("pairs");
                            if (offered == refused->params.end() || offered->second.empty()) continue;
                            for (const QString& pair : QString::fromStdString(offered->second).split(", ")) {
                                QVERIFY2(holds(global, pair.section(u'×', 0, 0).toLongLong()), describe(*refused).c_str());
                                ++pairs;
                            }
                        }
        QVERIFY(numbers > 1000 && pairs > 100);
    }

    void layersThatStagesDoNotDivideNeedAnExplicitSplit() {
        Plan plan = soundPlan();
        plan.model.layers = 30;
        QVERIFY(textOf(validate(plan), "layout.pp-divides-layers")
                    .contains("pp=4 does not divide 30 layers; use 3 or 5, or say in stage_layers"));
        plan.layout.stageLayers = {7, 8, 8, 7};
        QVERIFY(validate(plan).empty());
    }

    void deepSpeedsOwnWordsAreQuoted() {
        Plan plan = soundPlan();
        plan.framework = Framework::DeepSpeed;
        QVERIFY(validate(plan).empty());
        plan.zero.stage = 2;
        const Problems problems = validate(plan);
        const Problem* problem = find(problems, "framework.deepspeed-zero-pipeline");
        QVERIFY(problem != nullptr);
        QCOMPARE(problem->severity, Severity::Warning);
        QCOMPARE(problem->upstreamMessage,
                 std::string("ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism"));
        plan.layout.pp = 1;
        plan.layout.dp = 8;
        QVERIFY(find(validate(plan), "framework.deepspeed-zero-pipeline") == nullptr);
    }

    void anUnknownAcceleratorIsAnsweredWithTheNearest() {
        Plan plan = soundPlan();
        plan.cluster.gpu = "a100-08gb";
        QVERIFY(textOf(validate(plan), "cluster.unknown-gpu").contains("did you mean a100-80gb?"));
        plan.cluster.gpu = "abacus";
        QVERIFY(textOf(validate(plan), "cluster.unknown-gpu").contains("use virtual-card, rtx-3090, rtx-4090"));
    }

    void tensorRanksMayOutnumberKeyValueHeadsByAMultiple() {
        Plan plan = soundPlan();
        plan.model = *findModelPreset("llama-3.1-8b");
        plan.layout.tp = 16;
        plan.layout.pp = 1;
        plan.layout.dp = 1;
        plan.cluster = {"h200", 1, 16};
        plan.sequenceLength = 8192;
        QVERIFY(!hasErrors(validate(plan)));
        plan.model.kvHeads = 1;
        QVERIFY(!hasErrors(validate(plan)));
    }

    void whateverPassesComesOutWhole() {
        support::RandomPlan random(7);
        int passed = 0;
        for (int i = 0; i < 60000; ++i) {
            Plan plan = i % 2 == 0 ? soundPlan() : toyPlan();
            LayoutSpec& layout = plan.layout;
            layout.tp = random.number(1, 8);
            layout.pp = random.number(1, 8);
            layout.dp = random.number(1, 8);
            plan.batch = {random.number(1, 4), random.number(1, 64)};
            plan.cluster.nodes = random.number(1, 4);
            plan.cluster.gpusPerNode = random.number(1, 8);
            plan.schedule = random.choice<ScheduleKind>();
            if (hasErrors(validate(plan))) continue;
            ++passed;
            QVERIFY(isWhole(plan));
        }
        QVERIFY(passed > 20);
    }

    void randomPlansNeverCrashTheRules() {
        support::RandomPlan random(11);
        for (int i = 0; i < 3000; ++i) {
            const Plan plan = random.next();
            for (const Problem& problem : validate(plan)) QVERIFY(!describe(problem).empty());
            for (const Problem& problem : engineLimits(plan)) QVERIFY(!describe(problem).empty());
        }
    }

    void sizesThatNothingReadsAreSaid() {
        const auto said = [](const Plan& plan, const char* code) {
            const Problems problems = validate(plan);
            const Problem* problem = find(problems, code);
            return problem != nullptr && problem->severity == Severity::Info && !describe(*problem).empty();
        };
        Plan plan = toyPlan();
        plan.zero = {.stage = 1, .prefetchBucketSize = 10, .maxLiveParameters = 10};
        QVERIFY(said(plan, "zero.unused-at-stage"));
        plan.zero.stage = 3;
        QVERIFY(!said(plan, "zero.unused-at-stage"));
        plan.zero = {.stage = 1, .overlap = Overlap::On};
        QVERIFY(said(plan, "zero.unused-at-stage"));
        plan.zero = {.stage = 2, .reduceBucketSize = 10};
        QVERIFY(!said(plan, "zero.unused-at-stage") && !said(plan, "zero.unused-by-framework"));
        plan.framework = Framework::Megatron;
        QVERIFY(said(plan, "zero.unused-by-framework"));
        plan.zero = {.offloadDirectory = "/tmp"};
        QVERIFY(said(plan, "zero.folder-without-files"));
    }

    void theEngineNamesWhatItDoesNotRun_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("pointer");
        QTest::addColumn<QString>("value");
        QTest::newRow("precision") << "engine.precision"
                                   << "/precision"
                                   << "fp8";
        QTest::newRow("gradients") << "engine.gradient-dtype"
                                   << "/gradient_dtype"
                                   << "bf16";
        QTest::newRow("context") << "engine.context-parallel"
                                 << "/layout/cp"
                                 << "2";
        QTest::newRow("expert") << "engine.expert-parallel"
                                << "/layout/ep"
                                << "2";
        QTest::newRow("schedule") << "engine.schedule"
                                  << "/schedule"
                                  << "zb-h2";
        QTest::newRow("ranks") << "engine.too-many-ranks"
                               << "/layout/dp"
                               << "32";
    }

    void theEngineNamesWhatItDoesNotRun() {
        QFETCH(QString, code);
        QFETCH(QString, pointer);
        QFETCH(QString, value);
        const Field* field = findField(pointer.toStdString());
        QVERIFY(field != nullptr);
        const Plan plan =
            withField(toyPlan(), field->pointer, parseFieldValue(*field, value.toStdString(), "").value(),
                      CardsPolicy::Follow);
        const Problems problems = engineLimits(plan);
        const Problem* problem = find(problems, code.toStdString());
        QVERIFY2(problem != nullptr, qPrintable(code));
        QCOMPARE(problem->severity, Severity::Error);
        const QString text = QString::fromStdString(describe(*problem));
        QVERIFY2(!text.contains('{') && text.contains("; "), qPrintable(text));
    }

    void theEngineRunsLlamaUpToItsKeyValueHeadsAndItsWindow() {
        Plan plan = toyPlan();
        plan.model = *findModelPreset("tiny-llama");
        plan.layout = {.tp = 2};
        QVERIFY(!hasErrors(engineLimits(plan)));
        plan.layout.tp = 4;  // two heads for four ranks
        const Problems shared = engineLimits(plan);
        QVERIFY(find(shared, "engine.shared-kv-heads") != nullptr);
        plan.layout.tp = 1;
        plan.model.slidingWindow = plan.sequence();
        QVERIFY(!hasErrors(engineLimits(plan)));
        plan.model.slidingWindow -= 1;
        const Problems window = engineLimits(plan);
        QVERIFY(find(window, "engine.sliding-window") != nullptr);
    }

    void rotaryPositionsNeedHeadsOfAnEvenSize() {
        Plan plan = toyPlan();
        plan.model = *findModelPreset("tiny-llama");
        plan.layout = {};
        plan.model.hidden = 12;
        QVERIFY(find(validate(plan), "model.head-size-even") != nullptr);
        plan.model.family = Family::Gpt;
        QVERIFY(find(validate(plan), "model.head-size-even") == nullptr);
    }

    void plansForOtherFrameworksAndCardsRunWithAWarning() {
        Plan plan = toyPlan();
        plan.framework = Framework::Megatron;
        plan.cluster.gpu = "a100-40gb";
        const Problems problems = engineLimits(plan);
        QCOMPARE(problems.size(), std::size_t(2));
        QVERIFY(!hasErrors(problems));
    }
};

QTEST_GUILESS_MAIN(ValidateTest)
#include "validate_test.moc"
