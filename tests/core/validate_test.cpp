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
                 QString("/layout: 3·4 = 12 cards are no multiple of tp·cp·pp = 2·1·4 = 8; use 8 or 16 "
                         "cards, or sizes "
                         "whose product divides 12"));
        plan.cluster = {"a100-40gb", 3, 8};
        QCOMPARE(
            textOf(validate(plan), "layout.cards"),
            QString(
                "/layout/dp: tp·cp·dp·pp = 2·1·2·4 = 16 but the cluster has 3·8 = 24 cards; set dp to 3 or "
                "use 16 cards"));
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
