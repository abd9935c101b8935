// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws and published orders of the pipeline schedules. Golden orders: Megatron-LM's 1F1B and the ZB-H1 of the
// zero-bubble repository at p = 4, m = 8; tables of torch.distributed.pipelining
// (tests/tools/make_schedule_fixtures.py). Tables that are refused or read: schedule_table_test.cpp.
#include "core/schedule/registry.h"
#include "core/schedule/schedule.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <map>
#include <random>
#include <tuple>

using namespace core;

namespace {

ReplayCosts unitCosts() { return {{StageCosts{Seconds(1), Seconds(1), Seconds(1)}}, Seconds(0)}; }

int leastChunks(ScheduleKind kind) {
    return kind == ScheduleKind::Interleaved || kind == ScheduleKind::LoopedBfs ? 2 : 1;
}

Schedule built(ScheduleKind kind, int stages, int microBatches, int chunks = 0) {
    auto schedule = buildSchedule(kind, stages, microBatches, chunks > 0 ? chunks : leastChunks(kind));
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
    for (int s = 0; s < stages; ++s)
        costs.stages.push_back({Seconds(cost(random)), Seconds(cost(random)), Seconds(cost(random))});
    return costs;
}

// Every kind at every shape that it has, up to 8 ranks, 32 micro-batches and 4 chunks.
template <class Body>
void forEachTable(Body body) {
    for (const ScheduleRow& row : scheduleRows())
        for (int p = 1; p <= 8; ++p)
            for (int m = 1; m <= 32; ++m)
                for (int v = leastChunks(row.kind); v <= (leastChunks(row.kind) > 1 ? 4 : 1); ++v) {
                    if (row.kind == ScheduleKind::Interleaved && m % p != 0) continue;
                    body(row, built(row.kind, p, m, v));
                    if (QTest::currentTestFailed()) return;
                }
}

// (m + (p−1)/v)(F+B) for whole backward passes; ZB-H1 fills part of the bubble.
double closedMakespan(const Schedule& s, const StageCosts& c) {
    const double forward = c.forward.value(), input = c.inputGradient.value(),
                 weight = c.weightGradient.value();
    const double all = forward + input + weight;
    if (s.kind == ScheduleKind::ZbH1)
        return s.microBatches * all + (s.stages - 1) * (forward + input - weight);
    return (s.microBatches + double(s.stages - 1) / s.chunks) * all;
}

int closedPeak(const Schedule& s, int rank) {
    const int p = s.stages, m = s.microBatches, v = s.chunks;
    switch (s.kind) {
    case ScheduleKind::OneFOneB:
        return std::min(p - rank, m);
    case ScheduleKind::ZbH1:
        return std::min(p, m);
    case ScheduleKind::Interleaved:
        return std::min(m * v, 2 * (p - rank - 1) + (v - 1) * p + 1);
    default:
        return m * v;
    }
}

QByteArray placeText(const Schedule& s) {
    return QByteArray::fromStdString(std::string(toText(s.kind))) + " p=" + QByteArray::number(s.stages) +
           " m=" + QByteArray::number(s.microBatches) + " v=" + QByteArray::number(s.chunks);
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
        const Timeline interleaved = replay(built(ScheduleKind::Interleaved, 4, 8), unitCosts());
        QCOMPARE(interleaved.makespan.value(), 28.5);
        QCOMPARE(interleaved.peakInFlight, (std::vector<int>{11, 9, 7, 5}));
        const Timeline breadthFirst = replay(built(ScheduleKind::LoopedBfs, 4, 8), unitCosts());
        QCOMPARE(breadthFirst.makespan.value(), 28.5);
        QCOMPARE(breadthFirst.peakInFlight, (std::vector<int>{16, 16, 16, 16}));
        const Timeline zeroBubble = replay(built(ScheduleKind::ZbH1, 4, 8), unitCosts());
        QCOMPARE(zeroBubble.makespan.value(), 27.0);
        QCOMPARE(zeroBubble.peakInFlight, (std::vector<int>{4, 4, 4, 4}));
    }

    void zbH1HasThePublishedOrder() {
        const Schedule schedule = built(ScheduleKind::ZbH1, 4, 8);
        const char* expected[] = {
            "F0 F1 F2 F3 I0 W0 F4 I1 W1 F5 I2 W2 F6 I3 W3 F7 I4 W4 I5 W5 I6 W6 I7 W7",
            "F0 F1 F2 I0 F3 I1 W0 F4 I2 W1 F5 I3 W2 F6 I4 W3 F7 I5 W4 I6 W5 I7 W6 W7",
            "F0 F1 I0 F2 I1 F3 I2 W0 F4 I3 W1 F5 I4 W2 F6 I5 W3 F7 I6 W4 I7 W5 W6 W7",
            "F0 I0 F1 I1 F2 I2 F3 I3 W0 F4 I4 W1 F5 I5 W2 F6 I6 W3 F7 I7 W4 W5 W6 W7",
        };
        for (std::size_t r = 0; r < 4; ++r) QCOMPARE(order(schedule.ranks[r]), std::string(expected[r]));
    }

    void tablesEqualThoseOfPyTorch() {
        QFile file(QString::fromUtf8(SHARDSCOPE_SOURCE_DIR "/tests/golden/torch_schedules.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonArray tables = QJsonDocument::fromJson(file.readAll()).object()["tables"].toArray();
        QVERIFY(tables.size() >= 90);
        for (const QJsonValue& table : tables) {
            const auto kind = fromText<ScheduleKind>(table["kind"].toString().toStdString());
            const Schedule ours = built(*kind, table["stages"].toInt(), table["micro_batches"].toInt(),
                                        table["chunks"].toInt());
            for (std::size_t r = 0; r < ours.ranks.size(); ++r) {
                QStringList ops;
                for (const Op& op : ours.ranks[r]) ops << QString::fromStdString(op.toText());
                QCOMPARE(ops.join(' '), table["ranks"][qsizetype(r)].toString());
            }
        }
    }

    void equalStagesTakeTheClosedForm() {
        const StageCosts costs{Seconds(1), Seconds(1.25), Seconds(0.75)};
        forEachTable([&](const ScheduleRow& row, const Schedule& schedule) {
            // With few micro-batches there is no steady state.
            if (schedule.chunks > 1 && schedule.microBatches < schedule.stages) return;
            if (row.kind == ScheduleKind::ZbH1 && schedule.microBatches < 2 * schedule.stages) return;
            const Timeline line = replay(schedule, {{costs}, Seconds(0)});
            const double expected = closedMakespan(schedule, costs);
            QVERIFY2(std::abs(line.makespan.value() - expected) < 1e-9, placeText(schedule));
            const double bubble = 1 - 3.0 * schedule.microBatches / expected;
            QVERIFY2(std::abs(line.bubbleFraction - bubble) < 1e-9, placeText(schedule));
        });
    }

    void peakInFlightIsTheClosedForm() {
        forEachTable([](const ScheduleRow& row, const Schedule& schedule) {
            const std::vector<int> peaks = peakInFlight(schedule);
            for (int r = 0; r < schedule.stages; ++r) {
                QVERIFY2(peaks[std::size_t(r)] == closedPeak(schedule, r), placeText(schedule));
                if (row.peak)
                    QCOMPARE(row.peak(schedule.stages, schedule.microBatches, r), peaks[std::size_t(r)]);
            }
        });
    }

    void everyTableKeepsTheLaws() {
        forEachTable([](const ScheduleRow&, const Schedule& schedule) {
            QVERIFY2(checkSchedule(schedule).empty(), placeText(schedule));
        });
    }

    // All but looped BFS, which takes them from the last: gradients are then summed in another order.
    void weightGradientsComeInTheOrderOfTheMicroBatches() {
        forEachTable([](const ScheduleRow& row, const Schedule& schedule) {
            const bool reversed = row.kind == ScheduleKind::LoopedBfs;
            QCOMPARE(sumsInOrder(schedule), !reversed || schedule.microBatches == 1);
        });
    }

    void theMakespanIsThatOfTheReplayToTheBit() {
        std::mt19937 random(7);
        forEachTable([&](const ScheduleRow& row, const Schedule& schedule) {
            const ReplayCosts costs = randomCosts(schedule.stages * schedule.chunks, random);
            const double replayed = replay(schedule, costs).makespan.value();
            QCOMPARE(makespan(schedule, costs).value(), replayed);
            if (row.makespan)
                QCOMPARE(row.makespan(schedule.stages, schedule.microBatches, costs).value(), replayed);
        });
    }

    void replayKeepsEveryDependency() {
        std::mt19937 random(11);
        forEachTable([&](const ScheduleRow&, const Schedule& schedule) {
            const ReplayCosts costs = randomCosts(schedule.stages * schedule.chunks, random);
            const Timeline line = replay(schedule, costs);
            std::map<std::tuple<SpanKind, int, int>, TimedSpan> at;
            for (const auto& rank : line.ranks) {
                for (std::size_t i = 0; i + 1 < rank.size(); ++i) QVERIFY(rank[i].end <= rank[i + 1].start);
                for (const TimedSpan& span : rank)
                    at[{span.kind, span.stage.value, span.microBatch.value}] = span;
            }
            for (const auto& [key, span] : at) {
                const auto [kind, stage, microBatch] = key;
                if (kind == SpanKind::WeightGradient) {
                    QVERIFY(span.start >= at.at({SpanKind::InputGradient, stage, microBatch}).end);
                    continue;
                }
                const int before = kind == SpanKind::Forward ? stage - 1 : stage + 1;
                if (before < 0 || before > schedule.lastStage()) continue;
                const bool moves = schedule.rankOf(Stage(before)) != schedule.rankOf(Stage(stage));
                QVERIFY(span.start >=
                        at.at({kind, before, microBatch}).end + (moves ? costs.communication : Seconds(0)));
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

    // 200 draws of which many would leave 1 − busy/available a rounding below or above 0.
    void oneRankHasNoBubbleAtAll() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> cost(0.1, 2);
        for (int i = 0; i < 200; ++i) {
            const ReplayCosts costs{{{Seconds(cost(random)), Seconds(cost(random)), Seconds(cost(random))}}, Seconds(0)};
            const Timeline line = replay(built(ScheduleKind::OneFOneB, 1, 1 + i % 13, 1), costs);
            QCOMPARE(line.bubbleFraction, 0.0);
            QCOMPARE(line.idle.front().value(), 0.0);
        }
    }

    void theTextPictureShowsOpsAndBubble() {
        const std::string text = toAscii(replay(built(ScheduleKind::OneFOneB, 2, 2), unitCosts()));
        QCOMPARE(text, std::string("r0  01..aa.bb\nr1  .0aa1bb..\nbubble 33.3 %\n"));
    }
};

QTEST_GUILESS_MAIN(ScheduleTest)
#include "schedule_test.moc"
