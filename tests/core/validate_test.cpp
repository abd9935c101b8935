// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of a plan: each broken alone, with its sentence; and that whatever passes can be laid out and
// scheduled whole.
#include "core/base/catalogue.h"
#include "core/layout/layout.h"
#include "core/plan/fields.h"
#include "core/plan/validate.h"
#include "tests/support/random_plan.h"

#include <QTest>

#include <algorithm>
#include <limits>
#include <numeric>

using namespace core;

namespace {

Plan soundPlan() {
    Plan plan;
    plan.model = *findModelPreset("llama-2-7b");
    plan.cluster = {"a100-40gb", 2, 8};
    plan.layout.tp = 2;
    plan.layout.dp = 2;
    plan.layout.pp = 4;
    plan.zero.stage = 1;
    plan.framework = Framework::Megatron;
    plan.batch = {2, 32};
    return plan;
}

Plan toyPlan() {
    Plan plan = soundPlan();
    plan.model = *findModelPreset("tiny-gpt");
    plan.cluster = {"virtual-card", 1, 8};
    plan.layout.pp = 2;
    plan.framework = Framework::Engine;
    plan.precision = Precision::Fp32;
    return plan;
}

const Problem* find(const Problems& problems, std::string_view code) {
    const auto found = std::ranges::find(problems, code, &Problem::code);
    return found == problems.end() ? nullptr : &*found;
}

QString textOf(const Problems& problems, std::string_view code) {
    const Problem* problem = find(problems, code);
    return problem == nullptr ? QString("no such problem") : QString::fromStdString(describe(*problem));
}

struct Broken {
    const char* code;
    void (*breakIt)(Plan&);
};

const Broken kErrors[] = {
    {"number.below", [](Plan& p) { p.model.layers = 0; }},
    {"number.below", [](Plan& p) { p.batch.micro = -1; }},
    {"number.below", [](Plan& p) { p.run.steps = 0; }},
    {"number.above", [](Plan& p) { p.zero.stage = 4; }},
    {"number.above", [](Plan& p) { p.optimizer.beta2 = 1; }},
    {"number.above", [](Plan& p) { p.assumptions.mfu = 1.5; }},
    {"number.not-above", [](Plan& p) { p.optimizer.lr = 0; }},
    {"number.not-finite", [](Plan& p) { p.optimizer.lr = std::numeric_limits<double>::quiet_NaN(); }},
    {"layout.size-below-one", [](Plan& p) { p.layout.pp = 0; }},
    {"layout.too-many-cards", [](Plan& p) { p.layout.tp = p.layout.dp = p.layout.pp = 1 << 20; }},
    {"layout.order-lacks-axis", [](Plan& p) { p.layout.order = RankOrder::DeepSpeedPipeline; }},
    {"layout.ep-divides-dp-cp", [](Plan& p) { p.layout.ep = 3; }},
    {"plan.too-large", [](Plan& p) { p.model.hidden = p.model.ffn = std::numeric_limits<int>::max(); }},
    {"plan.too-large", [](Plan& p) { p.batch.global = std::numeric_limits<std::int64_t>::max() / 64 * 64; }},
    {"model.heads-divide-hidden", [](Plan& p) { p.model.hidden = 4100; }},
    {"model.kv-heads-divide-heads", [](Plan& p) { p.model.kvHeads = 5; }},
    {"layout.tp-divides-heads", [](Plan& p) { p.layout.tp = 6; }},
    {"layout.tp-divides-ffn", [](Plan& p) { p.model.ffn = 11009; }},
    {"layout.tp-and-kv-heads", [](Plan& p) { p.model.heads = p.model.kvHeads = 3; }},
    {"layout.tp-divides-vocabulary",
     [](Plan& p) {
         p.framework = Framework::Engine;
         p.model.vocabulary = 50257;
     }},
    {"layout.tp-divides-sequence",
     [](Plan& p) {
         p.sequenceParallel = SequenceParallel::On;
         p.sequenceLength = 2049;
     }},
    {"layout.cp-divides-sequence",
     [](Plan& p) {
         p.layout.cp = 2;
         p.sequenceLength = 2050;
     }},
    {"layout.cards", [](Plan& p) { p.layout.dp = 4; }},
    {"layout.cards-not-whole", [](Plan& p) { p.cluster.gpusPerNode = 6; }},
    {"layout.more-stages-than-layers", [](Plan& p) { p.layout.pp = 64; }},
    {"layout.pp-divides-layers", [](Plan& p) { p.layout.pp = 5; }},
    {"layout.chunks-divide-layers", [](Plan& p) { p.layout.virtualStages = 3; }},
    {"layout.stage-layers-count",
     [](Plan& p) {
         p.layout.stageLayers = {16, 16};
     }},
    {"layout.stage-layers-empty",
     [](Plan& p) {
         p.layout.stageLayers = {16, 16, 0, 0};
     }},
    {"layout.stage-layers-sum",
     [](Plan& p) {
         p.layout.stageLayers = {8, 8, 8, 9};
     }},
    {"batch.global-divisible", [](Plan& p) { p.batch.global = 30; }},
    {"batch.ramp", [](Plan& p) { p.batch.ramp = {1, 1, 0}; }},
    {"lora.frozen",
     [](Plan& p) {
         p.lora.rank = 8;
         p.frozenBlocks = 1;
     }},
    {"frozen.tied",
     [](Plan& p) {
         p.frozenBlocks = 1;
         p.model.embeddings = Embeddings::Tied;
     }},
    {"batch.too-many-micro-batches", [](Plan& p) { p.batch.global = 4'000'000; }},
    {"sequence.beyond-model", [](Plan& p) { p.sequenceLength = 4097; }},
    {"schedule.chunks", [](Plan& p) { p.layout.virtualStages = 2; }},
    {"schedule.chunks", [](Plan& p) { p.schedule = ScheduleKind::Interleaved; }},
    {"schedule.interleaved-multiple",
     [](Plan& p) {
         p.schedule = ScheduleKind::Interleaved;
         p.layout.virtualStages = 2;
         p.batch.global = 24;
     }},
    {"schedule.dualpipe-micro-batches",
     [](Plan& p) {
         p.schedule = ScheduleKind::DualPipe;
         p.batch.global = 16;
     }},
    {"schedule.dualpipe-even",
     [](Plan& p) {
         p.schedule = ScheduleKind::DualPipe;
         p.batch.global = 36;
     }},
    {"schedule.dualpipe-even-stages",
     [](Plan& p) {
         p.schedule = ScheduleKind::DualPipe;
         p.layout.pp = 1;
     }},
    {"lr.warmup-beyond-total",
     [](Plan& p) {
         p.lrSchedule.warmup = 100;
         p.lrSchedule.total = 100;
     }},
    {"zero.offload-parameters", [](Plan& p) { p.zero.offloadParameters = Offload::Cpu; }},
    {"zero.offload-optimizer",
     [](Plan& p) {
         p.zero.stage = 0;
         p.zero.offloadOptimizer = Offload::Cpu;
     }},
    {"cluster.unknown-gpu", [](Plan& p) { p.cluster.gpu = "a100-8gb"; }},
};

const Broken kWarnings[] = {
    {"zero.offload-nvme", [](Plan& p) { p.zero.offloadOptimizer = Offload::Nvme; }},
    {"layout.ep-without-experts", [](Plan& p) { p.layout.ep = 2; }},
    {"precision.not-on-card", [](Plan& p) { p.cluster.gpu = "v100-32gb"; }},
    {"layout.tensor-crosses-nodes",
     [](Plan& p) {
         p.cluster = {"a100-40gb", 16, 1};
     }},
    {"framework.schedule", [](Plan& p) { p.schedule = ScheduleKind::GPipe; }},
    {"framework.megatron-zero", [](Plan& p) { p.zero.stage = 2; }},
    {"framework.fsdp-zero", [](Plan& p) { p.framework = Framework::Fsdp; }},
    {"framework.megatron-offload",
     [](Plan& p) {
         p.zero.stage = 3;
         p.zero.offloadParameters = Offload::Cpu;
     }},
};

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

    void everyRuleIsBrokenByTheFaultItIsAbout() {
        for (const auto& [code, breakIt] : kErrors) {
            Plan plan = soundPlan();
            breakIt(plan);
            const Problems problems = validate(plan);
            const Problem* problem = find(problems, code);
            QVERIFY2(problem != nullptr, code);
            QVERIFY2(problem->severity == Severity::Error, code);
        }
    }

    void doubtsAreWarningsOnly() {
        for (const auto& [code, breakIt] : kWarnings) {
            Plan plan = soundPlan();
            breakIt(plan);
            const Problems problems = validate(plan);
            const Problem* problem = find(problems, code);
            QVERIFY2(problem != nullptr, code);
            QVERIFY2(problem->severity == Severity::Warning, code);
            QVERIFY2(!hasErrors(problems), code);
        }
    }

    void everyProblemHasAWholeSentence() {
        std::vector<Broken> all(std::begin(kErrors), std::end(kErrors));
        all.insert(all.end(), std::begin(kWarnings), std::end(kWarnings));
        for (const Broken& broken : all) {
            Plan plan = soundPlan();
            broken.breakIt(plan);
            for (const Problem& problem : validate(plan)) {
                const QString text = QString::fromStdString(describe(problem));
                QVERIFY2(!sentence(problem.code).empty(), problem.code.c_str());
                QVERIFY2(problem.fix.empty() || !sentence(problem.fix).empty(), problem.fix.c_str());
                QVERIFY2(!text.contains('{') && !text.contains("use ,") && !text.endsWith("use "),
                         qPrintable(text));
                QVERIFY2(problem.where.starts_with("/"), qPrintable(text));
            }
        }
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
