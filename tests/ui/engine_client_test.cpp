// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine client against a stand-in that sends lines and then behaves well, badly or not at all.
#include "core/plan/plan_codec.h"
#include "core/telemetry/codec.h"
#include "tests/support/shipped_plan.h"
#include "tests/support/signal_one.h"
#include "ui/engine/calibration_probe.h"
#include "ui/engine/engine_client.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

namespace {

QString key(const char* text) { return QString::fromLatin1(text); }

core::Plan tinyPlan() { return support::shippedPlan("tiny-2x2x2"); }

ui::EngineCommand fake(const QString& mode, const QString& transcript) {
    return {
        key("/bin/sh"), {key(SHARDSCOPE_SOURCE_DIR "/tests/support/fake_engine.sh"), mode, transcript}, {}};
}

QByteArray lines(const std::vector<core::Event>& events) {
    QByteArray text;
    for (const core::Event& event : events) text += QByteArray::fromStdString(core::encode(event)) + '\n';
    return text;
}

std::vector<core::Event> twoSteps() {
    core::HelloEvent hello;
    hello.ranks = 8;
    hello.planText = core::planToText(tinyPlan());
    core::StepEvent first, second;
    first.step = 1;
    first.loss = 5.5;
    second.step = 2;
    second.loss = 5.25;
    return {{0, hello}, {1, core::PhaseEvent{core::RunPhase::Training, {}}}, {2, first}, {3, second}};
}

}  // namespace

class EngineClientTest : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    QString transcript(const QByteArray& text) {
        QFile file(m_folder.filePath(key("transcript.ndjson")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size()) return {};
        return file.fileName();
    }
    ui::EngineClient::Options options(const char* mode, const QByteArray& text) {
        ui::EngineClient::Options options;
        options.command = fake(key(mode), transcript(text));
        options.timing = {300, 300};
        return options;
    }
    static void begin(ui::EngineClient& client) {
        client.start(tinyPlan(), std::make_shared<const core::Snapshot>());
    }

private slots:
    void eventsReachTheStoreAndStopEndsTheRun() {
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", lines(twoSteps())));
        begin(client);
        QTRY_COMPARE(store.series().loss.size(), std::size_t(2));
        QCOMPARE(store.state(), ui::EngineState::Training);
        client.stop();
        QTRY_COMPARE(store.state(), ui::EngineState::Stopped);
        QCOMPARE(store.detail(), key("Stopped after step 2."));
        QVERIFY(!client.isRunning());
    }

    void thePlanTravelsAsOneLine() {
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", {}));
        begin(client);
        QTRY_VERIFY(!store.log().empty());
        const auto text = core::planToText(tinyPlan());
        QCOMPARE(store.log().front(),
                 QStringLiteral("plan of %1 characters").arg(QString::fromStdString(text).trimmed().size()));
    }

    void pauseAndStepArriveAsCommands() {
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", lines(twoSteps())));
        begin(client);
        QTRY_VERIFY(store.lastStep().has_value());
        client.pause();
        client.stepOnce();
        client.resume();
        const auto heard = [&store](const char* word) {
            for (const QString& line : store.log())
                if (line.startsWith(key("command: ")) && line.contains(key(word))) return true;
            return false;
        };
        QTRY_VERIFY(heard("pause"));
        QTRY_VERIFY(heard("step_once"));
        QTRY_VERIFY(heard("resume"));
    }

    void anEngineThatDoesNotAnswerIsEnded() {
        ui::RunStore store;
        ui::EngineClient client(store, options("deaf", lines(twoSteps())));
        begin(client);
        QTRY_VERIFY(store.lastStep().has_value());
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Stopped, 10000);
        QVERIFY(client.lastEnd().forced);
        QVERIFY(store.detail().contains(key("did not answer")));
    }

    // It takes three times the patience for the save, and then ends by itself.
    void aSaveThatTheEngineAnnouncesIsWaitedFor() {
        ui::RunStore store;
        ui::EngineClient client(store, options("saves", lines(twoSteps())));
        begin(client);
        QTRY_VERIFY(store.lastStep().has_value());
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Stopped, 10000);
        QVERIFY(!client.lastEnd().forced);
        QCOMPARE(store.checkpoints(), std::int64_t(1));
    }

    void aSecondStopDoesNotWaitForTheSave() {
        ui::RunStore store;
        ui::EngineClient client(store, options("saves-for-ever", lines(twoSteps())));
        begin(client);
        QTRY_VERIFY(store.lastStep().has_value());
        client.stop();
        QTRY_VERIFY(!store.detail().isEmpty());
        QTest::qWait(800);
        QVERIFY(client.isRunning());
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Stopped, 10000);
        QVERIFY(client.lastEnd().forced);
    }

    void aKilledEngineIsNamedWithItsSignalAndTheLastStep() {
        ui::RunStore store;
        ui::EngineClient client(store, options("dies", lines(twoSteps())));
        begin(client);
        QTRY_COMPARE(store.state(), ui::EngineState::Failed);
        QCOMPARE(store.detail(), key("The engine stopped after step 2 (killed by signal 9)."));
        QCOMPARE(store.series().loss.size(), std::size_t(2));
        QVERIFY(!store.log().empty());
    }

    void anEngineKilledWhileTrainingLeavesTheClientReadyToStartAgain() {
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", lines(twoSteps())));
        begin(client);
        QTRY_VERIFY(client.processId() > 0 && store.lastStep().has_value());
        QVERIFY(signalOne(client.processId(), SIGKILL));
        QTRY_COMPARE(store.state(), ui::EngineState::Failed);
        begin(client);
        QTRY_VERIFY(store.lastStep().has_value());
        QCOMPARE(store.state(), ui::EngineState::Training);
    }

    void anExitCodeComesWithTheEnginesLastWords() {
        ui::RunStore store;
        ui::EngineClient client(store, options("fails", lines(twoSteps())));
        begin(client);
        QTRY_COMPARE(store.state(), ui::EngineState::Failed);
        QCOMPARE(store.detail(), key("The engine ended after step 2 with code 3. what went wrong"));
    }

    void aMissingEngineIsOneSentenceWithARemedy() {
        const ui::EngineCommand command = ui::findEngine(key("/nowhere/engine --fast"), {});
        QVERIFY(!command.usable());
        QVERIFY(command.error.contains(key("/nowhere/engine")) && command.error.contains(key("--engine")));
        ui::RunStore store;
        ui::EngineClient::Options options;
        options.command = command;
        ui::EngineClient client(store, options);
        begin(client);
        QCOMPARE(store.state(), ui::EngineState::Failed);
        QCOMPARE(store.detail(), command.error);
    }

    void brokenAndUnknownLinesAreCountedAndHarmless() {
        QByteArray text = lines(twoSteps());
        text += "{\"type\":\"weather\",\"t\":4}\n{not json\n" + QByteArray(2 << 20, 'x') + "\n";
        core::StepEvent third;
        third.step = 3;
        text += lines({{5, third}});
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", text));
        begin(client);
        QTRY_COMPARE(store.series().loss.size(), std::size_t(3));
        QCOMPARE(store.unknownLines(), std::int64_t(3));
    }

    void aRecordedRunReplaysToTheSameCurves() {
        ui::RunStore live, replayed;
        auto recording = options("obedient", lines(twoSteps()));
        recording.runFolder = m_folder.filePath(key("runs"));
        ui::EngineClient client(live, recording);
        begin(client);
        QTRY_COMPARE(live.series().loss.size(), std::size_t(2));
        client.stop();
        QTRY_COMPARE(live.state(), ui::EngineState::Stopped);
        const auto runs = ui::listRuns(recording.runFolder);
        QCOMPARE(runs.size(), 1);
        QCOMPARE(runs.front().title, QString::fromStdString(tinyPlan().name));
        ui::EngineClient reader(replayed, options("obedient", {}));
        const auto result = reader.replay(runs.front().path, {});
        QVERIFY(result.has_value());
        QVERIFY2(result->isEmpty() == replayed.bye().has_value(), qPrintable(*result));
        QCOMPARE(replayed.series().loss.size(), live.series().loss.size());
        QCOMPARE(replayed.series().loss.back().y, live.series().loss.back().y);
        QCOMPARE(replayed.state(), ui::EngineState::Stopped);
    }

    // The speed that the predictions beside a run assumed travels with it: on a machine of another speed the
    // replay shows the same predictions.
    void aReplayPredictsWithTheSpeedThatWasRecorded() {
        const core::Calibration here{4.2e10, 1.5e10, 6, true}, elsewhere{1e9, 1e9, 2, true};
        ui::RunStore live, replayed;
        auto recording = options("obedient", lines(twoSteps()));
        recording.runFolder = m_folder.filePath(key("calibrated"));
        ui::EngineClient client(live, recording);
        client.start(tinyPlan(), std::make_shared<const core::Snapshot>(core::evaluate(tinyPlan(), here)));
        QTRY_COMPARE(live.series().loss.size(), std::size_t(2));
        client.stop();
        QTRY_COMPARE(live.state(), ui::EngineState::Stopped);
        ui::EngineClient reader(replayed, options("obedient", {}));
        const QString file = ui::listRuns(recording.runFolder).front().path;
        QVERIFY(reader.replay(file, elsewhere).has_value());
        QVERIFY(replayed.prediction()->calibration == here);
        QCOMPARE(replayed.prediction()->step->step.value(), live.prediction()->step->step.value());
        QCOMPARE(replayed.recording(), file);
        QVERIFY(live.recording().isEmpty());
    }

    void aRecordingWithoutASpeedIsPredictedWithThatOfThisMachine() {
        QFile file(m_folder.filePath(key("old.ndjson")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(lines(twoSteps()));
        file.close();
        const core::Calibration here{4.2e10, 1.5e10, 6, true};
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", {}));
        QVERIFY(client.replay(file.fileName(), here).has_value());
        QVERIFY(store.prediction()->calibration == here);
    }

    void aDamagedRecordingSaysWhatIsDamagedAndWhatWasRead() {
        QByteArray whole = lines(twoSteps());
        const qsizetype second = whole.lastIndexOf("\"type\":\"step\"");
        QVERIFY(second > 0);
        whole[second + 1] = '\x01';  // within the line of the second step
        QFile file(m_folder.filePath(key("damaged.ndjson")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(whole + "{\"type\":\"log\",\"t\":9,\"te");
        file.close();
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", {}));
        const auto opened = client.replay(file.fileName(), {});
        QVERIFY(opened.has_value());
        QVERIFY2(opened->contains(key("Damaged lines, left out: 1, the first behind step 1.")), qPrintable(*opened));
        QVERIFY2(opened->contains(key("Its last line is cut off.")), qPrintable(*opened));
        QVERIFY2(opened->contains(key("Steps read: 1, the last of them step 1.")), qPrintable(*opened));
    }

    void aFileThatIsNoRunIsRefusedAndTheStoreKept() {
        ui::RunStore store;
        ui::EngineClient client(store, options("obedient", {}));
        QFile file(m_folder.filePath(key("text.ndjson")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("just a text\n");
        file.close();
        QVERIFY(!client.replay(file.fileName(), {}).has_value());
        QVERIFY(!store.hasRun());
    }

    void theRunFolderKeepsItsCapByDroppingTheOldest() {
        const QString folder = m_folder.filePath(key("many"));
        QDir().mkpath(folder);
        const QDateTime start = QDateTime::fromString(key("2026-01-01T10:00:00"), Qt::ISODate);
        for (int i = 0; i < 4; ++i) {
            QFile file(ui::newRunPath(folder, key("a plan/with parts"), start.addSecs(i)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            file.write(QByteArray(1000, 'x'));
        }
        ui::shrinkRuns(folder, 2500);
        QCOMPARE(ui::listRuns(folder).size(), 4);  // changed just now: another window may be writing them
        for (const ui::RunFile& run : ui::listRuns(folder)) {
            QFile file(run.path);
            QVERIFY(file.open(QIODevice::ReadWrite));
            QVERIFY(file.setFileTime(start, QFileDevice::FileModificationTime));
        }
        ui::shrinkRuns(folder, 2500);
        const auto runs = ui::listRuns(folder);
        QCOMPARE(runs.size(), 2);
        QCOMPARE(runs.front().started, start.addSecs(3));
    }

    void theMachineIsMeasuredByAskingTheEngine() {
        const QByteArray answer = R"({"devices":[{"name":"cpu","kind":"virtual","memory_bytes":1}],
            "calibration":{"virtual_card_flops":5e10,"virtual_card_bandwidth":7e9,"cores":4,"virtual_card_flops_bf16":8e10},
            "problems":[{"message":"libcuda.so.1 was not found"}]})";
        ui::CalibrationProbe probe(fake(key("obedient"), transcript(QByteArray(answer).replace('\n', ' '))));
        QSignalSpy done(&probe, &ui::CalibrationProbe::done);
        probe.start();
        QVERIFY(done.wait());
        QVERIFY(probe.devices() && probe.devices()->calibration);
        QCOMPARE(probe.devices()->calibration->cores, 4);
        QCOMPARE(probe.devices()->calibration->virtualCardFlopsBf16, std::optional(8e10));
        QVERIFY(!probe.devices()->calibration->virtualCardFlopsFp16);
        QCOMPARE(probe.devices()->notes, QStringList{key("libcuda.so.1 was not found")});
    }

    // What waited for the speed goes on without it, and the answer counts when it comes.
    void aLateMeasurementIsSaidAndStillTaken() {
        const QByteArray answer =
            R"({"devices":[],"calibration":{"virtual_card_flops":5e10,"virtual_card_bandwidth":7e9,"cores":4}})";
        ui::CalibrationProbe probe(fake(key("slow"), transcript(answer)));
        probe.setPatience(50, 20000);
        QSignalSpy late(&probe, &ui::CalibrationProbe::late), done(&probe, &ui::CalibrationProbe::done);
        probe.start();
        QVERIFY(!probe.isDone());
        QVERIFY(late.wait());
        QVERIFY(probe.isDone() && !probe.devices() && done.isEmpty());
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 15000);
        QVERIFY(probe.devices() && probe.devices()->calibration && !probe.hasGivenUp());
    }

    void aMeasurementThatNeverEndsIsGivenUpAndCanBeAskedForAgain() {
        ui::CalibrationProbe probe(fake(key("slow"), transcript("{}")));
        probe.setPatience(20, 60);
        QSignalSpy done(&probe, &ui::CalibrationProbe::done);
        probe.start();
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 1, 15000);
        QVERIFY(probe.hasGivenUp() && !probe.devices());
        probe.setPatience(10000, 20000);
        probe.start();
        QTRY_COMPARE_WITH_TIMEOUT(done.size(), 2, 15000);
        QVERIFY(!probe.hasGivenUp());
    }
};

QTEST_GUILESS_MAIN(EngineClientTest)
#include "engine_client_test.moc"
