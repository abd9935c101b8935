// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The terms of every op of a timeline add up to what the timeline draws: the replay gets its lengths from the stage coster,
// the terms are worked out layer by layer.
#include "core/planner/op_formula.h"

#include "core/plan/plan_codec.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace core;

namespace {

Plan shipped(const char* name) {
    const auto plan = loadPlan(qEnvironmentVariable("SHARDSCOPE_RESOURCES").toStdString() + "/plans/" + name + ".shardscope.json");
    return plan ? *plan : Plan{};
}

double sumOf(const OpFormula& op) {
    return std::accumulate(op.terms.begin(), op.terms.end(), 0.0, [](double sum, const DerivedTerm& term) { return sum + term.value; });
}

// Every kind of op on every stage; how many were held.
int hold(const Plan& plan) {
    const Snapshot snapshot = evaluate(plan);
    if (!snapshot.timeline) return 0;
    int held = 0;
    for (const auto& rank : snapshot.timeline->ranks)
        for (const TimedSpan& span : rank) {
            const auto op = opFormula(snapshot, span.kind, span.stage);
            if (!op) return -1;
            const double length = (span.end - span.start).value();
            if (std::abs(op->length.value() - length) > 1e-9 * std::max(1e-9, snapshot.timeline->stepEnd.value())) return -2;
            if (span.microBatch.value < 0) continue;
            if (std::abs(sumOf(*op) - length) > 1e-6 * length) return -3;
            for (const DerivedTerm& term : op->terms)
                if (!term.formula.empty() && term.numbers.empty()) return -4;
            ++held;
            if (held > 400) return held;
        }
    return held;
}

}  // namespace

class OpFormulaTest : public QObject {
    Q_OBJECT

private slots:
    void termsAddUpToEveryOp_data() {
        QTest::addColumn<QString>("name");
        for (const char* name : {"tiny-2x2x2", "gpt2-8xa100", "llama-2-7b-16xa100", "gpt3-175b-1024xa100"}) QTest::newRow(name) << QString::fromLatin1(name);
    }
    void termsAddUpToEveryOp() {
        QFETCH(QString, name);
        const int held = hold(shipped(name.toLatin1().constData()));
        QVERIFY2(held > 3, qPrintable(QString::number(held)));
    }

    void alsoWhatIsRecomputedSplitAndGathered() {
        Plan plan = shipped("llama-2-7b-16xa100");
        plan.recompute = Recompute::Full;
        QVERIFY(hold(plan) > 10);
        plan.layout.pp = 1;
        plan.layout.dp = plan.layout.cards() > 0 ? 16 / plan.layout.tp : 1;
        plan.framework = Framework::DeepSpeed;
        plan.zero.stage = 3;
        plan.batch.global = std::int64_t(plan.batch.micro) * plan.layout.dp * 4;
        QVERIFY2(hold(plan) > 3, qPrintable(QString::number(hold(plan))));
        Plan split = shipped("tiny-2x2x2");
        split.schedule = ScheduleKind::ZbH1;
        QVERIFY2(hold(split) > 3, qPrintable(QString::number(hold(split))));
    }

    // A block of a 175B model by hand: 24·b·s·h² (1 + s/6h) / T FLOPs forward (Narayanan et al. 2021, section 3.2).
    void theNumbersOfABlockAreThoseOfThePaper() {
        const Snapshot snapshot = evaluate(shipped("gpt3-175b-1024xa100"));
        const auto op = opFormula(snapshot, SpanKind::Forward, Stage(1));
        QVERIFY(op);
        const ModelSpec& model = snapshot.plan.model;
        const double h = model.hidden, s = snapshot.plan.sequence(), b = snapshot.plan.batch.micro;
        const double flops = 24 * b * s * h * h * (1 + s / (6 * h)) / snapshot.plan.layout.tp;
        const std::string& numbers = op->terms.front().numbers;
        const std::size_t at = numbers.find("((") + 2;
        QVERIFY2(std::abs(QString::fromStdString(numbers.substr(at)).section(u' ', 0, 0).remove(u',').toDouble() * 1e9 / flops - 1) < 0.01,
                 numbers.c_str());
    }

    void whatIsNotThereHasNoFormula() {
        const Snapshot snapshot = evaluate(shipped("tiny-2x2x2"));
        QVERIFY(!opFormula(snapshot, SpanKind::Forward, Stage(99)));
        QVERIFY(!opFormula(snapshot, SpanKind::Optimizer, Stage(99)));
        QVERIFY(!opFormula(Snapshot{}, SpanKind::Forward, Stage(0)));
    }
};

QTEST_GUILESS_MAIN(OpFormulaTest)
#include "op_formula_test.moc"
