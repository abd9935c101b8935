// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rules of a plan: each broken alone, with its severity and a whole sentence.
#include "core/base/catalogue.h"
#include "tests/support/sound_plans.h"

#include <QTest>

#include <limits>

using namespace core;
using namespace core::testing;

namespace {

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

}  // namespace

class PlanRulesTest : public QObject {
    Q_OBJECT

private slots:
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
};

QTEST_GUILESS_MAIN(PlanRulesTest)
#include "plan_rules_test.moc"
