// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory over a step: its highest moment is the peak that the ledger states, the tensors of every moment sum to it, and
// nothing is left when the last micro-batch is back.
#include "core/memory/memory_over_time.h"

#include "core/base/catalogue.h"
#include "tests/support/snapshots.h"

#include <QTest>

#include <algorithm>

using namespace core;

namespace {

Bytes steadyOf(const Ledger& ledger) { return ledger.total() - ledger.of(MemoryCategory::Activations); }

std::vector<MemoryMoment> momentsOf(const Snapshot& s, int rank) {
    return memoryOverTime(s.plan, *s.shards, *s.schedule, *s.timeline, rank);
}

// Every schedule that these plans may have, with and without recomputation.
std::vector<Plan> plans() {
    std::vector<Plan> all;
    for (const char* name : {"tiny-2x2x2", "llama-2-7b-16xa100", "gpt3-175b-1024xa100"})
        for (const ScheduleKind kind : {ScheduleKind::GPipe, ScheduleKind::OneFOneB, ScheduleKind::Interleaved, ScheduleKind::ZbH1})
            for (const Recompute recompute : {Recompute::None, Recompute::Selective, Recompute::Full}) {
                Plan plan = support::shippedPlan(name);
                plan.schedule = kind;
                plan.layout.virtualStages = kind == ScheduleKind::Interleaved ? 2 : 1;
                plan.recompute = recompute;
                all.push_back(plan);
                if (recompute != Recompute::Full) continue;
                for (const RecomputeMethod method : {RecomputeMethod::Uniform, RecomputeMethod::Block}) {
                    plan.recomputeMethod = method;
                    plan.recomputeLayers = 2;
                    all.push_back(plan);
                }
            }
    return all;
}

template <class Check>
void onEveryRank(const Check& check) {
    int checked = 0;
    for (const Plan& plan : plans()) {
        const auto snapshot = support::evaluated(plan);
        if (!snapshot->memory || !snapshot->timeline) continue;  // this model has no such schedule
        for (int rank = 0; rank < plan.layout.pp; ++rank) check(*snapshot, rank);
        ++checked;
    }
    QVERIFY2(checked > 20, qPrintable(QString::number(checked)));
}

}  // namespace

class MemoryOverTimeTest : public QObject {
    Q_OBJECT
private slots:
    void theHighestMomentIsThePeakOfTheLedger() {
        onEveryRank([](const Snapshot& s, int rank) {
            const Ledger& ledger = s.memory->stages[std::size_t(rank)].ledger;
            const auto moments = momentsOf(s, rank);
            QVERIFY(!moments.empty());
            const auto peak = std::ranges::max_element(moments, {}, &MemoryMoment::activations);
            QCOMPARE((steadyOf(ledger) + peak->activations).value(), ledger.total().value());
        });
    }

    void momentsFollowOneAnotherAndEndWithNothing() {
        onEveryRank([](const Snapshot& s, int rank) {
            const auto moments = momentsOf(s, rank);
            QCOMPARE(moments.front().from.value(), 0.0);
            for (std::size_t i = 1; i < moments.size(); ++i) QVERIFY(moments[i - 1].from < moments[i].from);
            QCOMPARE(moments.back().activations.value(), 0);
            QVERIFY(!moments.back().op);
            QVERIFY(moments.back().from <= s.timeline->makespan);
        });
    }

    void theTensorsOfEveryMomentSumToIt() {
        onEveryRank([](const Snapshot& s, int rank) {
            const Ledger& ledger = s.memory->stages[std::size_t(rank)].ledger;
            const auto moments = momentsOf(s, rank);
            for (std::size_t i = 0; i < moments.size(); i += std::max<std::size_t>(1, moments.size() / 9)) {
                Bytes sum, last(std::numeric_limits<std::int64_t>::max());
                for (const HeldTensor& tensor : heldAt(s.plan, *s.shards, ledger, rank, moments[i])) {
                    QVERIFY(tensor.bytes > Bytes(0) && tensor.bytes <= last);
                    QVERIFY(!sentence(tensor.label).empty());
                    sum += tensor.bytes;
                    last = tensor.bytes;
                }
                QCOMPARE(sum.value(), (steadyOf(ledger) + moments[i].activations).value());
            }
        });
    }

    // Korthikanti et al. 2022, equation 2: s·b·h·(10 + 24/t + 5·a·s/(h·t)) bytes a layer.
    void betweenForwardAndBackwardALayerHoldsWhatThePaperSays() {
        Plan plan = support::shippedPlan("gpt3-175b-1024xa100");
        plan.recompute = Recompute::None;
        plan.attention = AttentionKind::Materialised;
        plan.sequenceParallel = SequenceParallel::Off;
        plan.model.details.dropout = true;
        const auto snapshot = support::evaluated(plan);
        const auto moments = momentsOf(*snapshot, 0);
        const auto pause = std::ranges::find_if(moments, [](const MemoryMoment& m) { return !m.op && m.inFlight.front() == 1; });
        const double t = plan.layout.tp, h = plan.model.hidden, a = plan.model.heads, s = plan.sequence();
        const double layer = s * plan.batch.micro * h * (10 + 24 / t + 5 * a * s / (h * t));
        const auto second = std::ranges::find_if(moments, [](const MemoryMoment& m) { return m.op && m.inFlight.front() == 2; });
        const MemoryMoment& shown = pause != moments.end() ? *pause : *second;
        double blocks = 0;
        for (const HeldTensor& tensor : heldAt(plan, *snapshot->shards, snapshot->memory->stages[0].ledger, 0, shown))
            if (tensor.label == "ledger.activations-blocks") blocks += double(tensor.bytes.value());
        const double held = shown.inFlight.front() * double(snapshot->shards->blockCount(Stage(0)));
        QCOMPARE(blocks / held, layer);
    }
};

QTEST_GUILESS_MAIN(MemoryOverTimeTest)
#include "memory_over_time_test.moc"
