// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws and published orders of the pipeline schedules. Golden orders: Megatron-LM's 1F1B at p = 4, m = 8.
#include "core/schedule/registry.h"
#include "core/schedule/schedule.h"

#include <QTest>

#include <map>
#include <random>
#include <tuple>

using namespace core;

namespace {

ReplayCosts unitCosts() { return {{StageCosts{Seconds(1), Seconds(1), Seconds(1)}}, Seconds(0)}; }

Schedule built(ScheduleKind kind, int stages, int microBatches) {
    auto schedule = buildSchedule(kind, stages, microBatches);
    Q_ASSERT(schedule);
    return *schedule;
}

// "F0 B1": the order of one rank without the stage.
std::string order(const std::vector<Op>& ops) {
    std::string text;
    for (const Op& op : ops) {
        if (!text.empty()) text += ' ';
        text += std::string(toText(op.kind)) + std::to_string(op.microBatch.value);
    }
    return text;
}

ReplayCosts randomCosts(int stages, std::mt19937& random) {
    std::uniform_real_distribution<double> cost(0.1, 3.0);
    ReplayCosts costs{{}, Seconds(cost(random) * 0.2)};
    for (int r = 0; r < stages; ++r)
        costs.stages.push_back({Seconds(cost(random)), Seconds(cost(random)), Seconds(cost(random))});
    return costs;
}

template <class Body>
void forEachShape(Body body) {
    for (const ScheduleRow& row : scheduleRows())
        for (int p = 1; p <= 8; ++p)
            for (int m = 1; m <= 32; ++m) body(row, p, m);
}

}  // namespace

class ScheduleTest : public QObject {
    Q_OBJECT
private slots:
    void oneFOneBHasThePublishedOrder() {
        const Schedule schedule = built(ScheduleKind::OneFOneB, 4, 8);
        const char* expected[] = {
            "F0 F1 F2 F3 B0 F4 B1 F5 B2 F6 B3 F7 B4 B5 B6 B7",
            "F0 F1 F2 B0 F3 B1 F4 B2 F5 B3 F6 B4 F7 B5 B6 B7",
            "F0 F1 B0 F2 B1 F3 B2 F4 B3 F5 B4 F6 B5 F7 B6 B7",
            "F0 B0 F1 B1 F2 B2 F3 B3 F4 B4 F5 B5 F6 B6 F7 B7",
        };
        for (std::size_t r = 0; r < 4; ++r) QCOMPARE(order(schedule.ranks[r]), std::string(expected[r]));
    }

    void fourStagesAndEightMicroBatchesTakeThirtyThreeUnits() {
        const Timeline oneFOneB = replay(built(ScheduleKind::OneFOneB, 4, 8), unitCosts());
        QCOMPARE(oneFOneB.makespan.value(), 33.0);
        QCOMPARE(oneFOneB.peakInFlight, (std::vector<int>{4, 3, 2, 1}));
        const Timeline gpipe = replay(built(ScheduleKind::GPipe, 4, 8), unitCosts());
        QCOMPARE(gpipe.makespan.value(), 33.0);
        QCOMPARE(gpipe.peakInFlight, (std::vector<int>{8, 8, 8, 8}));
    }

    void theBubbleOfEqualStagesIsTheClosedForm() {
        forEachShape([](const ScheduleRow& row, int p, int m) {
            const Timeline line = replay(built(row.kind, p, m), unitCosts());
            QVERIFY(std::abs(line.bubbleFraction - double(p - 1) / (m + p - 1)) < 1e-12);
            QCOMPARE(line.makespan.value(), 3.0 * (m + p - 1));
        });
    }

    void peakInFlightIsTheClosedForm() {
        forEachShape([](const ScheduleRow& row, int p, int m) {
            const std::vector<int> peaks = peakInFlight(built(row.kind, p, m));
            for (int r = 0; r < p; ++r) {
                const int expected = row.kind == ScheduleKind::GPipe ? m : std::min(p - r, m);
                QCOMPARE(peaks[std::size_t(r)], expected);
                QCOMPARE(row.peak(p, m, r), expected);
            }
        });
    }

    void everyTableKeepsTheLaws() {
        forEachShape([](const ScheduleRow& row, int p, int m) {
            QVERIFY(checkSchedule(built(row.kind, p, m)).empty());
        });
    }

    void theRecurrenceGivesTheMakespanOfTheReplayToTheBit() {
        std::mt19937 random(7);
        forEachShape([&](const ScheduleRow& row, int p, int m) {
            const ReplayCosts costs = randomCosts(p, random);
            const double replayed = replay(built(row.kind, p, m), costs).makespan.value();
            QVERIFY2(row.makespan(p, m, costs).value() == replayed,
                     qPrintable(QString::number(replayed, 'g', 17)));
        });
    }

    void replayKeepsEveryDependency() {
        std::mt19937 random(11);
        forEachShape([&](const ScheduleRow& row, int p, int m) {
            const ReplayCosts costs = randomCosts(p, random);
            const Timeline line = replay(built(row.kind, p, m), costs);
            std::map<std::tuple<int, int, int>, TimedSpan> at;
            for (const auto& rank : line.ranks) {
                for (std::size_t i = 0; i + 1 < rank.size(); ++i) QVERIFY(rank[i].end <= rank[i + 1].start);
                for (const TimedSpan& span : rank)
                    at[{int(span.kind), span.stage.value, span.microBatch.value}] = span;
            }
            for (const auto& [key, span] : at) {
                const auto [kind, stage, microBatch] = key;
                const bool forward = SpanKind(kind) == SpanKind::Forward;
                const int before = forward ? stage - 1 : stage + 1;
                if (before < 0 || before >= p) continue;
                QVERIFY(span.start >= at.at({kind, before, microBatch}).end + costs.communication);
            }
        });
    }

    void oneSlowOpDelaysTheStepByNoMoreThanItself() {
        const Schedule schedule = built(ScheduleKind::OneFOneB, 4, 8);
        std::vector<std::vector<Seconds>> costs;
        for (const auto& ops : schedule.ranks) {
            costs.emplace_back();
            for (const Op& op : ops) costs.back().push_back(Seconds(op.kind == OpKind::Forward ? 1 : 2));
        }
        QCOMPARE(replay(schedule, costs, Seconds(0)).makespan.value(), 33.0);
        for (std::size_t r = 0; r < costs.size(); ++r)
            for (std::size_t i = 0; i < costs[r].size(); ++i) {
                auto slower = costs;
                slower[r][i] += Seconds(5);
                const double makespan = replay(schedule, slower, Seconds(0)).makespan.value();
                QVERIFY(makespan >= 33.0 && makespan <= 38.0);
            }
    }

    void aSchedulePlannedOnlyIsRefusedByName() {
        for (ScheduleKind kind :
             {ScheduleKind::Interleaved, ScheduleKind::LoopedBfs, ScheduleKind::ZbH1, ScheduleKind::ZbH2,
              ScheduleKind::ZbV, ScheduleKind::DualPipe, ScheduleKind::DualPipeV}) {
            const auto schedule = buildSchedule(kind, 4, 8);
            QVERIFY(!schedule);
            QCOMPARE(schedule.error().front().code, std::string("schedule.planned-only"));
            QVERIFY(message(schedule.error().front()).find(toText(kind)) != std::string::npos);
        }
    }

    void impossibleShapesAreRefused() {
        QVERIFY(!buildSchedule(ScheduleKind::GPipe, 0, 8));
        QVERIFY(!buildSchedule(ScheduleKind::GPipe, 4, 0));
        QVERIFY(!buildSchedule(ScheduleKind::OneFOneB, 4, 8, 2));
    }

    void aMissingDoubledOrMisplacedOpIsFound() {
        const Schedule whole = built(ScheduleKind::OneFOneB, 3, 4);
        Schedule missing = whole;
        missing.ranks[1].pop_back();
        QCOMPARE(checkSchedule(missing).front().code, std::string("schedule.op-not-once"));
        Schedule doubled = whole;
        doubled.ranks[0].push_back(doubled.ranks[0].front());
        QCOMPARE(checkSchedule(doubled).front().code, std::string("schedule.op-not-once"));
        Schedule outside = whole;
        outside.ranks[2].front().microBatch = MicroBatch(9);
        QCOMPARE(checkSchedule(outside).front().code, std::string("schedule.op-outside"));
        Schedule reversed = whole;
        std::swap(reversed.ranks[2][0], reversed.ranks[2][1]);
        QCOMPARE(checkSchedule(reversed).front().code, std::string("schedule.backward-before-forward"));
    }

    void aDeadlockIsFoundAndNamesTheRanks() {
        Schedule schedule = built(ScheduleKind::OneFOneB, 2, 4);
        // Rank 0 wants the gradient of micro-batch 1 before it has sent micro-batch 2; rank 1 wants 2 before
        // that gradient.
        schedule.ranks[0] = {
            {OpKind::Forward, Stage(0), MicroBatch(0)},  {OpKind::Forward, Stage(0), MicroBatch(1)},
            {OpKind::Backward, Stage(0), MicroBatch(0)}, {OpKind::Backward, Stage(0), MicroBatch(1)},
            {OpKind::Forward, Stage(0), MicroBatch(2)},  {OpKind::Forward, Stage(0), MicroBatch(3)},
            {OpKind::Backward, Stage(0), MicroBatch(2)}, {OpKind::Backward, Stage(0), MicroBatch(3)}};
        schedule.ranks[1] = {
            {OpKind::Forward, Stage(1), MicroBatch(0)},  {OpKind::Backward, Stage(1), MicroBatch(0)},
            {OpKind::Forward, Stage(1), MicroBatch(1)},  {OpKind::Forward, Stage(1), MicroBatch(2)},
            {OpKind::Backward, Stage(1), MicroBatch(1)}, {OpKind::Backward, Stage(1), MicroBatch(2)},
            {OpKind::Forward, Stage(1), MicroBatch(3)},  {OpKind::Backward, Stage(1), MicroBatch(3)}};
        const Problems problems = checkSchedule(schedule);
        QCOMPARE(problems.size(), std::size_t(2));
        QCOMPARE(problems[0].code, std::string("schedule.deadlock"));
        QCOMPARE(problems[0].params.at("op"), std::string("0B1"));
        QCOMPARE(problems[1].params.at("op"), std::string("1F2"));
    }

    void anOpIsWrittenAsStageKindMicroBatch() {
        QCOMPARE((Op{OpKind::Forward, Stage(0), MicroBatch(3)}.toText()), std::string("0F3"));
        QCOMPARE((Op{OpKind::WeightGradient, Stage(11), MicroBatch(20)}.toText()), std::string("11W20"));
    }

    void theTextPictureShowsOpsAndBubble() {
        const std::string text = toAscii(replay(built(ScheduleKind::OneFOneB, 2, 2), unitCosts()));
        QCOMPARE(text, std::string("r0  01..aa.bb\nr1  .0aa1bb..\nbubble 33.3 %\n"));
    }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
