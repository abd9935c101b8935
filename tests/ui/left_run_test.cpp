// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run that one client leaves and another attaches to, with real engine processes: it goes on, is found,
// obeys, and says how it ended, however that was.
#include "tests/support/engine_runs.h"
#include "tests/support/signal_one.h"
#include "ui/engine/engine_client.h"
#include "ui/engine/left_runs.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <sys/wait.h>

namespace {

const core::Calibration kSpeed{
    .virtualCardFlops = 4.2e10, .virtualCardBandwidth = 1.5e10, .cores = 6, .measured = true};

QString key(const char* text) { return QString::fromLatin1(text); }

std::shared_ptr<const core::Snapshot> predictionOf(const core::Plan& plan) {
    return std::make_shared<const core::Snapshot>(
        core::evaluate(plan, kSpeed));
}

}  // namespace

class LeftRunTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    core::Plan m_plan;
    qint64 m_pid = 0;  // of the run that was left; 0 = none
    int m_status = 0;

    QString runs() const { return m_folder.filePath(QString::fromLatin1(QTest::currentTestFunction())); }
    ui::EngineClient::Options options() const {
        ui::EngineClient::Options options;
        options.command = ui::findEngine(key(SHARDSCOPE_CLI), {});
        options.runFolder = runs();
        return options;
    }
    static std::int64_t stepOf(const ui::RunStore& store) {
        return store.lastStep() ? store.lastStep()->step : 0;
    }
    // Starts a run, leaves it, and keeps its process; 0 where that did not work.
    void leaveOne() {
        m_pid = 0;
        ui::RunStore store;
        ui::EngineClient client(store, options());
        client.start(m_plan, predictionOf(m_plan));
        QTRY_VERIFY2_WITH_TIMEOUT(stepOf(store) >= 5, qPrintable(store.detail()), 30'000);
        QVERIFY(client.canLeave());
        const qint64 pid = client.processId();
        QVERIFY(pid > 1);
        QSignalSpy left(&client, &ui::EngineClient::left);
        client.leave();
        QVERIFY(left.wait(10'000));
        QVERIFY(!client.isRunning());
        m_pid = pid;
    }
    // False: no run was left, or it could not be signalled.
    bool end(int signal) {
        const auto pid = std::exchange(m_pid, 0);
        return signalOne(pid, signal) && ::waitpid(pid_t(pid), &m_status, 0) == pid_t(pid);
    }

private slots:
    void initTestCase() {
        m_plan = engine_runs::endlessPlan(engine_runs::writeTrainingText(m_folder.filePath(key("text.txt"))));
        QVERIFY(!m_plan.data.path.empty());
    }
    void cleanup() {
        if (m_pid > 1) (void)end(SIGKILL);
    }

    void aLeftRunIsFoundFollowedAndStopped() {
        leaveOne();
        QVERIFY(signalOne(m_pid, 0));
        const auto left = ui::findLeftRuns(runs());
        QCOMPARE(left.size(), 1);
        QCOMPARE(left.front().life, ui::LeftRun::Life::Going);
        QCOMPARE(left.front().title, key("endless"));

        ui::RunStore store;
        ui::EngineClient client(store, options());
        QCOMPARE(client.attach(left.front().file, {}), QString());
        QVERIFY(client.isRunning() && client.canLeave());
        QTRY_VERIFY_WITH_TIMEOUT(stepOf(store) > left.front().lastStep + 10, 30'000);
        QCOMPARE(store.series().loss[0].x, 1.0);  // from its very beginning
        QCOMPARE(store.state(), ui::EngineState::Training);
        QCOMPARE(client.processId(), m_pid);
        // The speed that the first window predicted with.
        QVERIFY(store.prediction()->calibration == (kSpeed));
        QVERIFY(ui::findLeftRuns(runs()).isEmpty());  // it is looked after
        ui::RunStore other;
        ui::EngineClient late(other, options());
        QCOMPARE(late.attach(left.front().file, {}), key("Another window looks after this run."));

        client.pause();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Paused, 10'000);
        const std::int64_t held = stepOf(store);
        client.stepOnce();
        QTRY_COMPARE_WITH_TIMEOUT(stepOf(store), held + 1, 10'000);
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Stopped, 10'000);
        QVERIFY(!client.lastEnd().forced);
        QVERIFY(ui::findLeftRuns(runs()).isEmpty());
        QCOMPARE(::waitpid(pid_t(m_pid), &m_status, 0), pid_t(m_pid));
        m_pid = 0;
    }

    void anAttachedRunCanBeLeftAgain() {
        leaveOne();
        QVERIFY(m_pid > 1);
        ui::RunStore store;
        ui::EngineClient client(store, options());
        QCOMPARE(client.attach(ui::findLeftRuns(runs()).front().file, {}), QString());
        QTRY_VERIFY_WITH_TIMEOUT(stepOf(store) > 5, 30'000);
        QSignalSpy left(&client, &ui::EngineClient::left);
        client.leave();
        QVERIFY(left.wait(5000));
        QCOMPARE(ui::findLeftRuns(runs()).front().life, ui::LeftRun::Life::Going);
    }

    void anEngineThatDiesWhileFollowedIsNamed() {
        leaveOne();
        QVERIFY(m_pid > 1);
        ui::RunStore store;
        ui::EngineClient client(store, options());
        QCOMPARE(client.attach(ui::findLeftRuns(runs()).front().file, {}), QString());
        QTRY_VERIFY_WITH_TIMEOUT(stepOf(store) > 5, 30'000);
        QVERIFY(end(SIGKILL));
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Failed, 10'000);
        QVERIFY2(store.detail().contains(key("without a word")), qPrintable(store.detail()));
        QVERIFY(ui::findLeftRuns(runs()).isEmpty());  // told
    }

    void anEngineThatDiedMeanwhileIsFoundWithItsLastStep() {
        leaveOne();
        QVERIFY(end(SIGKILL));
        const auto left = ui::findLeftRuns(runs());
        QCOMPARE(left.size(), 1);
        QCOMPARE(left.front().life, ui::LeftRun::Life::Died);
        QVERIFY(left.front().lastStep >= 5);
        ui::RunStore store;
        ui::EngineClient client(store, options());
        QCOMPARE(client.attach(left.front().file, {}), key("This run has ended."));
        QVERIFY(client.replay(left.front().file, {}).has_value());
        QVERIFY(stepOf(store) >= left.front().lastStep);
        ui::forgetLeftRun(left.front());
        QVERIFY(ui::findLeftRuns(runs()).isEmpty());
    }

    void aRunThatEndedMeanwhileIsFoundWithItsEnd() {
        leaveOne();
        QVERIFY(end(SIGTERM));  // a commanded stop
        const auto left = ui::findLeftRuns(runs());
        QCOMPARE(left.size(), 1);
        QCOMPARE(left.front().life, ui::LeftRun::Life::Ended);
        QCOMPARE(left.front().bye->reason, std::string("stopped"));
    }

    void aFrozenEngineIsEndedByStopAfterAttaching() {
        leaveOne();
        QVERIFY(m_pid > 1);
        auto quick = options();
        quick.timing = {300, 300};
        ui::RunStore store;
        ui::EngineClient client(store, quick);
        QCOMPARE(client.attach(ui::findLeftRuns(runs()).front().file, {}), QString());
        QTRY_COMPARE_WITH_TIMEOUT(client.processId(), m_pid, 10'000);
        QVERIFY(signalOne(m_pid, SIGSTOP));
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Stopped, 10'000);
        QVERIFY(client.lastEnd().forced);
        QCOMPARE(::waitpid(pid_t(m_pid), &m_status, 0), pid_t(m_pid));
        QVERIFY(WIFSIGNALED(m_status) && WTERMSIG(m_status) == SIGKILL);
        m_pid = 0;
    }

    void aClientThatGoesWithoutLeavingEndsItsEngine() {
        qint64 pid = 0;
        {
            ui::RunStore store;
            ui::EngineClient client(store, options());
            client.start(m_plan, predictionOf(m_plan));
            QTRY_VERIFY_WITH_TIMEOUT(stepOf(store) >= 5, 30'000);
            pid = client.processId();
        }
        QVERIFY(pid > 1);
        QTRY_VERIFY_WITH_TIMEOUT(!signalOne(pid, 0), 10'000);
    }

    void anEngineByAnotherNameIsRecordedHereAndNotLeft() {
        auto wrapped = options();
        wrapped.command.arguments = QStringList{key(SHARDSCOPE_CLI)};
        wrapped.command.program = key("/usr/bin/env");
        ui::RunStore store;
        ui::EngineClient client(store, wrapped);
        client.start(m_plan, predictionOf(m_plan));
        QTRY_VERIFY_WITH_TIMEOUT(stepOf(store) >= 5, 30'000);
        QVERIFY(!client.canLeave());
        client.stop();
        QTRY_COMPARE_WITH_TIMEOUT(store.state(), ui::EngineState::Stopped, 10'000);
        QVERIFY(QFileInfo(client.runFile()).size() > 0);
    }
};

QTEST_GUILESS_MAIN(LeftRunTest)
#include "left_run_test.moc"
