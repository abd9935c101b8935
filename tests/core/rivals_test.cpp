// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What core says other tools say, against what they said themselves when they were run: three jobs of one micro-batch,
// bf16. GiB to a tenth: Megatron-LM's theoretical memory, EleutherAI's calculator, DeepSpeed's estimators. Bytes: llm-analysis
// 0.2.2, by analysis.training() with w16a16e16 on a100-sxm-80gb, sp_size = tp_size, of models described by layers, heads,
// hidden, ffn, vocabulary and key-value heads (tests/tools/make_rival_numbers.py).
#include "core/planner/rivals.h"

#include "core/memory/memory_model.h"

#include <QTest>

#include <algorithm>

namespace {

using core::Plan;

Plan job(const char* preset, int tp, int pp, int dp, int sequence) {
    Plan plan;
    plan.model = *core::findModelPreset(preset);
    plan.framework = core::Framework::Megatron;
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.cluster = {"a100-80gb", std::max(1, plan.layout.cards() / 8), 8};
    plan.batch = {1, std::int64_t(dp) * pp * 4};
    plan.sequenceLength = sequence;
    plan.zero.stage = 1;
    return plan;
}
Plan llama7() { return job("llama-2-7b", 2, 2, 2, 4096); }
Plan llama70() { return job("llama-3-70b", 8, 4, 2, 8192); }
Plan gpt175() { return job("gpt3-175b", 8, 8, 8, 2048); }

core::RivalEstimate rival(const Plan& plan, const std::string& title) {
    const auto all = core::rivalEstimates(plan);
    const auto found = std::ranges::find(all, title, &core::RivalEstimate::title);
    return found == all.end() ? core::RivalEstimate{} : *found;
}
double gib(const core::RivalEstimate& estimate) { return core::toGiB(estimate.ledger.total()); }

}  // namespace

using Said = QList<qint64>;

class RivalsTest : public QObject {
    Q_OBJECT

private slots:
    void theirOwnAnswersInTenthsOfAGibibyte_data() {
        QTest::addColumn<QString>("title");
        QTest::addColumn<double>("small");
        QTest::addColumn<double>("middle");
        QTest::addColumn<double>("large");
        QTest::newRow("Megatron, sequence parallel and selective") << "rival.megatron-selective" << 26.0 << 45.4 << 29.1;
        QTest::newRow("Megatron, other") << "rival.megatron-other" << 30.4 << 93.9 << 50.4;
    }
    void theirOwnAnswersInTenthsOfAGibibyte() {
        QFETCH(QString, title);
        QFETCH(double, small);
        QFETCH(double, middle);
        QFETCH(double, large);
        const std::pair<Plan, double> jobs[] = {{llama7(), small}, {llama70(), middle}, {gpt175(), large}};
        for (const auto& [plan, said] : jobs)
            QVERIFY2(std::abs(gib(rival(plan, title.toStdString())) - said) < 0.06,
                     qPrintable(QString::number(gib(rival(plan, title.toStdString())))));
    }

    // With partitioned activations and recomputation, with recomputation alone, with neither.
    void eleutherAnswersByItsOptions() {
        using core::Recompute;
        using core::SequenceParallel;
        const std::tuple<SequenceParallel, Recompute, double, double, double> rows[] = {
            {SequenceParallel::On, Recompute::Selective, 47.2, 301.7, 672.1},
            {SequenceParallel::Off, Recompute::Selective, 55.7, 450.5, 739.1},
            {SequenceParallel::Off, Recompute::None, 135.7, 2050.5, 919.1}};
        for (const auto& [split, recompute, small, middle, large] : rows) {
            const std::pair<Plan, double> jobs[] = {{llama7(), small}, {llama70(), middle}, {gpt175(), large}};
            for (auto [plan, said] : jobs) {
                plan.sequenceParallel = split;
                plan.recompute = recompute;
                const double answer = gib(rival(plan, "rival.eleuther"));
                QVERIFY2(std::abs(answer - said) < 0.06, qPrintable(QString("%1 for %2").arg(answer).arg(said)));
            }
        }
    }

    void deepSpeedDividesStatesByAllCards() {
        QVERIFY(std::abs(gib(rival(llama7(), "rival.deepspeed-2")) - 26.7) < 0.06);
        QVERIFY(std::abs(gib(rival(llama70(), "rival.deepspeed-2")) - 150) < 0.6);
        QVERIFY(std::abs(gib(rival(gpt175(), "rival.deepspeed-2")) - 331) < 0.6);
        QVERIFY(std::abs(gib(rival(llama7(), "rival.deepspeed-3")) - 14.6) < 0.06);
        QVERIFY(std::abs(gib(rival(llama70(), "rival.deepspeed-3")) - 22.4) < 0.06);
        Plan padded = gpt175();
        padded.model.vocabulary = 51200;  // as the job was described to it
        QVERIFY(std::abs(gib(rival(padded, "rival.deepspeed-3")) - 8.1) < 0.06);
    }

    void llmAnalysisToTheByte_data() {
        QTest::addColumn<int>("job");
        QTest::addColumn<int>("zero");
        QTest::addColumn<int>("recompute");
        QTest::addColumn<bool>("flash");
        QTest::addColumn<Said>("said");  // weights, gradients, optimizer, activations
        const auto row = [](const char* name, int job, int zero, int recompute, bool flash, QList<qint64> said) {
            QTest::newRow(name) << job << zero << recompute << flash << said;
        };
        row("7B plain", 0, 0, 0, false, {2647789568, 5295579136, 15886737408, 43211816960});
        row("7B flash, ZeRO-1", 0, 1, 0, true, {2647789568, 5295579136, 7943368704, 9942597632});
        row("7B selective, ZeRO-2", 0, 2, 1, true, {2647789568, 2647789568, 7943368704, 8852078592});
        row("7B full, ZeRO-3", 0, 3, 2, true, {1323894784, 2647789568, 7943368704, 799014912});
        row("70B flash, ZeRO-1", 1, 1, 0, true, {3366537216, 6733074432, 10099611648, 26806845440});
        row("70B full, ZeRO-3", 1, 3, 2, true, {1683268608, 3366537216, 10099611648, 1867513856});
        row("175B plain, ZeRO-1", 2, 1, 0, false, {5590284288, 11180568576, 4192713216, 30577607680});
        row("175B selective, ZeRO-2", 2, 2, 1, true, {5590284288, 1397571072, 4192713216, 11250254848});
    }
    void llmAnalysisToTheByte() {
        QFETCH(int, job);
        QFETCH(int, zero);
        QFETCH(int, recompute);
        QFETCH(bool, flash);
        QFETCH(Said, said);
        Plan plan = job == 0 ? llama7() : job == 1 ? llama70() : gpt175();
        plan.zero.stage = zero;
        plan.recompute = core::Recompute(recompute);
        plan.attention = flash ? core::AttentionKind::Flash : core::AttentionKind::Materialised;
        const core::Ledger ledger = rival(plan, "rival.llm-analysis").ledger;
        for (int i = 0; i < 4; ++i) {
            const auto category = core::MemoryCategory(i);
            const qint64 ours = ledger.of(category).value();
            QVERIFY2(std::abs(ours - said[i]) <= 2, qPrintable(QString("%1: %2 for %3").arg(i).arg(ours).arg(said[i])));
        }
    }

    void accelerateKnowsNoLayout() {
        Plan plan = llama7();
        const double parameters = double(core::countParameters(plan.model).total);
        QCOMPARE(double(rival(plan, "rival.accelerate").ledger.total().value()), 8 * parameters);
        plan.precision = core::Precision::Fp32;
        QCOMPARE(double(rival(plan, "rival.accelerate").ledger.total().value()), 16 * parameters);
    }

    void theTextbookIsTheFormulaOfCore() {
        for (const int zero : {0, 1, 2, 3}) {
            Plan plan = llama70();
            plan.zero.stage = zero;
            const core::Bytes said = rival(plan, "rival.textbook").ledger.total();
            const core::Bytes formula = core::textbookBytes(double(core::countParameters(plan.model).total), 8, 2, zero);
            QVERIFY(std::abs(said.value() - formula.value()) <= 2);
        }
    }

    void theWidestGapIsNamed() {
        core::Ledger theirs, ours;
        theirs.entries = {{core::MemoryCategory::Gradients, "ledger.gradients", {}, {}, core::Bytes(100)},
                          {core::MemoryCategory::Parameters, "ledger.parameters", {}, {}, core::Bytes(30)}};
        ours.entries = {{core::MemoryCategory::Gradients, "ledger.gradients", {}, {}, core::Bytes(90)},
                        {core::MemoryCategory::Activations, "ledger.activations-blocks", {}, {}, core::Bytes(50)}};
        const core::LedgerGap gap = core::widestGap(theirs, ours);
        QCOMPARE(gap.category, core::MemoryCategory::Activations);
        QCOMPARE(gap.theirs, core::Bytes(0));
        QCOMPARE(gap.ours, core::Bytes(50));
    }
};

QTEST_GUILESS_MAIN(RivalsTest)
#include "rivals_test.moc"
