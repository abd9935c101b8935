// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every rule of advice: a plan on which it fires, one on which it does not, and its remedy, which clears it.
#include "core/base/catalogue.h"
#include "core/plan/cards.h"
#include "core/plan/validate.h"
#include "core/planner/advice_rules.h"

#include <QTest>

#include <functional>
#include <map>
#include <set>

using namespace core;

namespace {

// LLaMA 2 7B on 16 A100: nothing is to be said about it.
Plan sound() {
    Plan plan;
    plan.model = *findModelPreset("llama-2-7b");
    plan.framework = Framework::Megatron;
    plan.cluster = {"a100-80gb", 2, 8};
    plan.layout.tp = 2;
    plan.layout.dp = 8;
    plan.batch = {1, 512};
    plan.zero.stage = 1;
    plan.zero.overlap = Overlap::On;
    plan.sequenceParallel = SequenceParallel::On;
    plan.attention = AttentionKind::Flash;
    plan.lrSchedule.warmup = 2000;
    return plan;
}

void split(Plan& plan, int tp, int pp, int dp) {
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    if (tp == 1) plan.sequenceParallel = SequenceParallel::Off;
    spreadCards(plan.cluster, plan.layout.cards());
}

void deepSpeed(Plan& plan, int zero) {
    plan.framework = Framework::DeepSpeed;
    plan.zero.stage = zero;
    plan.zero.overlap = Overlap::Off;
}

// Cards that hold `share` of what the plan needs.
void onCardsOf(Plan& plan, double share) {
    Accelerator card = *findAccelerator("a100-80gb");
    card.name = "own";
    card.memory = Bytes(std::int64_t(double(evaluate(plan).memory->peak().value()) * share));
    plan.cluster.gpu = card.name;
    plan.cluster.own = card;
}

const std::map<std::string, std::function<void(Plan&)>>& firing() {
    static const std::map<std::string, std::function<void(Plan&)>> rows{
        {"advice.tensor-across-nodes", [](Plan& p) { split(p, 16, 1, 1); }},
        {"advice.tensor-over-pcie", [](Plan& p) { p.cluster.gpu = "a100-pcie-80gb"; }},
        {"advice.tensor-too-thin", [](Plan& p) { split(p, 8, 1, 2); }},
        {"advice.tensor-ragged", [](Plan& p) { split(p, 8, 1, 2); }},
        {"advice.no-sequence-parallel", [](Plan& p) { p.sequenceParallel = SequenceParallel::Off; }},
        {"advice.pipeline-in-one-node",
         [](Plan& p) {
             split(p, 2, 2, 2);
             p.cluster.nodes = 1;
             p.cluster.gpusPerNode = 8;
         }},
        {"advice.replicas-not-whole",
         [](Plan& p) {
             split(p, 8, 8, 31);
             p.cluster.nodes = 250;
             p.cluster.gpusPerNode = 8;
         }},
        {"advice.few-micro-batches",
         [](Plan& p) {
             split(p, 2, 4, 2);
             p.batch.global = 8;
         }},
        {"advice.interleave",
         [](Plan& p) {
             split(p, 2, 4, 2);
             p.batch.global = 32;
         }},
        {"advice.heavy-last-stage",
         [](Plan& p) {
             split(p, 2, 4, 2);
             p.model.vocabulary = 512'000;
         }},
        {"advice.short-context",
         [](Plan& p) {
             p.layout.cp = 2;
             p.layout.dp = 4;
         }},
        {"advice.experts-across-nodes",
         [](Plan& p) {
             p.model = *findModelPreset("mixtral-8x7b");
             p.layout.ep = 8;
         }},
        {"advice.experts-not-exported",
         [](Plan& p) {
             deepSpeed(p, 1);
             p.model = *findModelPreset("mixtral-8x7b");
         }},
        {"advice.data-exposed",
         [](Plan& p) {
             p.zero.overlap = Overlap::Off;
             p.batch.global = 8;
         }},
        {"advice.does-not-fit", [](Plan& p) { p.batch.micro = 16; }},
        {"advice.little-margin", [](Plan& p) { onCardsOf(p, 1.03); }},
        {"advice.recompute-for-nothing", [](Plan& p) { p.recompute = Recompute::Full; }},
        {"advice.selective-with-flash", [](Plan& p) { p.recompute = Recompute::Selective; }},
        {"advice.scores-kept", [](Plan& p) { p.attention = AttentionKind::Materialised; }},
        {"advice.zero3-exposed", [](Plan& p) { deepSpeed(p, 3); }},
        {"advice.zero3-hidden",
         [](Plan& p) {
             deepSpeed(p, 3);
             p.batch.micro = 2;
         }},
        {"advice.zero3-with-tensor", [](Plan& p) { deepSpeed(p, 3); }},
        {"advice.zero-in-pipeline",
         [](Plan& p) {
             deepSpeed(p, 2);
             split(p, 2, 2, 4);
         }},
        {"advice.zero-without-replicas", [](Plan& p) { split(p, 8, 2, 1); }},
        {"advice.optimizer-whole", [](Plan& p) { p.zero.stage = 0; }},
        {"advice.bucket-beyond-model",
         [](Plan& p) {
             deepSpeed(p, 1);
             p.zero.reduceBucketSize = 50'000'000'000;
         }},
        {"advice.overlap-doubles-bucket",
         [](Plan& p) {
             deepSpeed(p, 2);
             p.zero.overlap = Overlap::On;
             onCardsOf(p, 1.07);
         }},
        {"advice.offload-for-nothing",
         [](Plan& p) {
             deepSpeed(p, 1);
             p.zero.offloadOptimizer = Offload::Cpu;
         }},
        {"advice.small-micro-batch", [](Plan& p) { p.sequenceLength = 1024; }},
        {"advice.zero-is-enough", [](Plan& p) { deepSpeed(p, 1); }},
        {"advice.needs-both", [](Plan& p) { p.zero.stage = 2; }},
        {"advice.narrow-accumulation", [](Plan& p) { p.gradientDtype = Precision::Bf16; }},
        {"advice.fp16", [](Plan& p) { p.precision = Precision::Fp16; }},
        {"advice.fp32", [](Plan& p) { p.precision = Precision::Fp32; }},
        {"advice.huge-update", [](Plan& p) { p.batch.global = 8192; }},
        {"advice.tiny-update", [](Plan& p) { p.batch.global = 8; }},
        {"advice.few-tokens", [](Plan& p) { p.budgetTokens = 1'000'000'000; }},
        {"advice.no-checkpoints", [](Plan& p) { split(p, 2, 1, 32); }},
        {"advice.rare-checkpoints",
         [](Plan& p) {
             split(p, 2, 1, 32);
             p.run.checkpoint.every = 1'000'000;
         }},
        {"advice.no-warmup", [](Plan& p) { p.lrSchedule.warmup = 0; }},
        {"advice.no-clipping", [](Plan& p) { p.optimizer.clip = 0; }},
        {"advice.slow-second-moment",
         [](Plan& p) {
             p.model = *findModelPreset("llama-2-13b");
             p.optimizer.beta2 = 0.999;
         }},
        {"advice.padded-vocabulary", [](Plan& p) { p.model.vocabulary = 32'001; }},
        {"advice.needs-context",
         [](Plan& p) {
             p.model.maxSequence = p.sequenceLength = 131'072;
             p.batch.global = 64;
         }},
    };
    return rows;
}

}  // namespace

class AdviceRulesTest : public QObject {
    Q_OBJECT

private slots:
    void rulesAreWhole() {
        const auto rules = adviceRules();
        QVERIFY(rules.size() >= 30);
        std::set<std::string> codes;
        for (const AdviceRule* rule : rules) {
            QVERIFY2(codes.insert(rule->code).second, rule->code);
            QVERIFY2(!sentence(rule->code).empty() && !sentence(rule->fix).empty(), rule->code);
            QVERIFY2(std::string_view(rule->source).size() > 5 && rule->where[0] == '/', rule->code);
            QVERIFY2(firing().contains(rule->code), rule->code);
        }
        QCOMPARE(firing().size(), rules.size());
    }

    void nothingIsSaidAboutASoundPlan() {
        const Snapshot snapshot = evaluate(sound());
        QVERIFY(!hasErrors(snapshot.problems) && snapshot.memory->fits);
        for (const Advice& advice : adviceOn(snapshot)) QFAIL(advice.rule->code);
    }

    void aRuleFiresAndItsRemedyClearsIt_data() {
        QTest::addColumn<QString>("code");
        for (const AdviceRule* rule : adviceRules()) QTest::newRow(rule->code) << QString(rule->code);
    }
    void aRuleFiresAndItsRemedyClearsIt() {
        QFETCH(QString, code);
        Plan plan = sound();
        firing().at(code.toStdString())(plan);
        const auto find = [&](const Snapshot& snapshot) -> std::optional<Advice> {
            for (Advice& advice : adviceOn(snapshot))
                if (code == advice.rule->code) return advice;
            return std::nullopt;
        };
        const Snapshot snapshot = evaluate(plan);
        if (code != "advice.replicas-not-whole")
            for (const Problem& problem : snapshot.problems) QVERIFY2(problem.severity != Severity::Error, describe(problem).c_str());
        const auto advice = find(snapshot);
        QVERIFY(advice);
        QVERIFY2(message(advice->problem).find('{') == std::string::npos, message(advice->problem).c_str());
        QVERIFY2(fixText(advice->problem).find('{') == std::string::npos, fixText(advice->problem).c_str());
        QVERIFY(advice->plan);
        const Snapshot mended = evaluate(*advice->plan);
        QVERIFY(!hasErrors(mended.problems));
        QVERIFY(!find(mended));
    }

    // An A100 at 25 GB/s and half its peak: 6,240 tokens.
    void zero3IsHiddenFromSoManyTokensOn() {
        QCOMPARE(tokensThatHideZero3(sound()), 6240.0);
    }
};

QTEST_GUILESS_MAIN(AdviceRulesTest)
#include "advice_rules_test.moc"
