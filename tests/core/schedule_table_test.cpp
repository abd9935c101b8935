// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What is refused, and by which name: schedules that are planned only, impossible shapes, tables with a fault or a deadlock;
// and reading a table of one's own.
#include "core/schedule/registry.h"
#include "core/schedule/schedule.h"
#include "core/schedule/table.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <random>
#include <tuple>

using namespace core;

namespace {

Schedule built(ScheduleKind kind, int stages, int microBatches) {
    return buildSchedule(kind, stages, microBatches, kind == ScheduleKind::Interleaved ? 2 : 1).value();
}

}  // namespace

class ScheduleTableTest : public QObject {
    Q_OBJECT
private slots:
    void aSchedulePlannedOnlyIsRefusedByName() {
        for (ScheduleKind kind :
             {ScheduleKind::ZbH2, ScheduleKind::ZbV, ScheduleKind::DualPipe, ScheduleKind::DualPipeV}) {
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
        QVERIFY(!buildSchedule(ScheduleKind::Interleaved, 4, 8, 1));
        QCOMPARE(buildSchedule(ScheduleKind::Interleaved, 4, 6, 2).error().front().code,
                 std::string("schedule.interleaved-multiple"));
        QCOMPARE(buildSchedule(ScheduleKind::Table, 4, 8).error().front().code,
                 std::string("schedule.no-table"));
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
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems[0].code, std::string("schedule.deadlock"));
        QCOMPARE(
            problems[0].params.at("cycle"),
            std::string("0B1 on rank 0 waits for 1B1, behind 1F2 on rank 1, which waits for 0F2, behind 0B1 "
                        "on rank 0"));
    }

    void aTableOfOnesOwnIsReadInEveryForm() {
        const Schedule right = built(ScheduleKind::ZbH1, 2, 3);
        std::vector<std::string> lines;
        QJsonArray rows;
        QByteArray csv = "# a comment\n";
        for (const auto& ops : right.ranks) {
            lines.emplace_back();
            QJsonArray row;
            for (const Op& op : ops) {
                lines.back() += op.toText() + ' ';
                row.append(QString::fromStdString(op.toText()));
                csv += QByteArray::fromStdString(op.toText()) + ",,";  // idle slots are empty fields
            }
            rows.append(row);
            csv += "\r\n";
        }
        QTemporaryDir folder;
        const auto readBack = [&](const QByteArray& text) {
            QFile file(folder.filePath("table"));
            if (file.open(QIODevice::WriteOnly)) file.write(text);
            file.close();
            return readScheduleTable(file.fileName().toStdString()).and_then([](const auto& read) {
                return scheduleFromTable(read, "table");
            });
        };
        const QByteArray json = QJsonDocument(rows).toJson();
        for (const auto& read : {scheduleFromTable(lines, "lines"), readBack(csv), readBack(json),
                                 readBack(QJsonDocument(QJsonObject{{"ranks", rows}}).toJson())}) {
            QVERIFY(read.has_value());
            QVERIFY(read->ranks == right.ranks);
            QCOMPARE(std::tuple(read->stages, read->microBatches, read->chunks), std::tuple(2, 3, 1));
        }
        QCOMPARE(readBack("[1, 2]").error().front().code, std::string("schedule.not-a-table"));
        QCOMPARE(readBack("0F0 0X0").error().front().code, std::string("schedule.unreadable-op"));
        QCOMPARE(readBack("0F0 0F900000 0B0").error().front().code, std::string("schedule.too-few-ops"));
        QCOMPARE(readBack("1F0 1B0\n0F0 0B0").error().front().code, std::string("schedule.op-on-wrong-rank"));
        QCOMPARE(readBack("0F0 0W0 0I0").error().front().code, std::string("schedule.weight-before-input"));
        for (const char* broken : {"1F0 1B0\n0F0 0B0", "0F0 0W0 0I0", "0B0 0F0", "0F0 0F0"}) {
            const Problem problem = readBack(broken).error().front();
            QVERIFY2(!fixText(problem).empty() && describe(problem).find('{') == std::string::npos, describe(problem).c_str());
        }
    }

    void tableReadingSurvivesAnyWord() {
        for (const char* word : {"", "F", "0F", "F0", "-1F0", "0F-1", "0F0x", "99999999999F0", "0B1000000"})
            QVERIFY2(!parseOp(word), word);
        QCOMPARE(parseOp("11W20")->toText(), std::string("11W20"));
    }

    void shuffledTablesEitherRunOrNameTheirCycle() {
        std::mt19937 random(3);
        int deadlocks = 0;
        for (int i = 0; i < 400; ++i) {
            Schedule schedule = built(ScheduleKind::Interleaved, 3, 6);
            auto& ops = schedule.ranks[random() % 3];
            std::swap(ops[random() % ops.size()], ops[random() % ops.size()]);
            const Problems problems = checkSchedule(schedule);
            std::size_t run = 0;
            for (const auto& rank :
                 replay(schedule, {{StageCosts{Seconds(1), Seconds(1), Seconds(1)}}, Seconds(0)}).ranks)
                run += rank.size();
            const bool whole = run == 3 * ops.size();
            if (problems.empty() || problems.front().code != "schedule.deadlock") {
                QVERIFY(whole || !problems.empty());
                continue;
            }
            ++deadlocks;
            QVERIFY(!whole);
            QVERIFY(problems.front().params.at("cycle").find("waits for") != std::string::npos);
        }
        QVERIFY(deadlocks > 20);
    }

    void anOpIsWrittenAsStageKindMicroBatch() {
        QCOMPARE((Op{OpKind::Forward, Stage(0), MicroBatch(3)}.toText()), std::string("0F3"));
        QCOMPARE((Op{OpKind::WeightGradient, Stage(11), MicroBatch(20)}.toText()), std::string("11W20"));
    }
};

QTEST_GUILESS_MAIN(ScheduleTableTest)
#include "schedule_table_test.moc"
