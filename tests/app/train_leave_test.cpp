// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `train --control-file`: a run that is commanded through a pipe beside it and, once left, goes on without
// whoever started it; and what its run file holds for whoever opens it.
#include "core/telemetry/run_file.h"
#include "tests/support/engine_runs.h"
#include "tests/support/signal_one.h"

#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <unistd.h>

using namespace engine_runs;

namespace {

QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

// False, with errno, where the pipe has no reader.
bool write(const QString& pipe, const QByteArray& line) {
    const int descriptor = ::open(QFile::encodeName(pipe).constData(), O_WRONLY | O_NONBLOCK);
    if (descriptor < 0) return false;
    const bool written = ::write(descriptor, line.constData(), std::size_t(line.size())) == line.size();
    ::close(descriptor);
    return written;
}

std::int64_t lastStep(const QString& file) {
    const auto steps = bodiesOf<core::StepEvent>(contents(file));
    return steps.empty() ? 0 : steps.back().step;
}

}  // namespace

class TrainLeaveTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_plan;
    int m_runs = 0;

    struct Names {
        QString record, control;
    };
    Names names() {
        const QString record = m_folder.filePath(QString("run-%1.ndjson").arg(++m_runs));
        return {record, record + ".control"};
    }
    void start(QProcess& process, const Names& names, const QStringList& more = {}) {
        process.start(SHARDSCOPE_CLI, QStringList{"train", m_plan, "--json", "--control", "--record",
                                                  names.record, "--control-file", names.control} +
                                          more);
        const QByteArray begun =
            readUntil(process, [](const QByteArray& output) { return output.contains("\"step\""); });
        QVERIFY2(begun.contains("\"step\""), process.readAllStandardError());
    }

private slots:
    void initTestCase() {
        m_plan = m_folder.filePath("plan.json");
        const core::Plan plan = endlessPlan(writeTrainingText(m_folder.filePath("text.txt")));
        QVERIFY(core::savePlan(plan, m_plan.toStdString()).has_value());
    }

    void aLeftRunGoesOnWithoutInputAndOutputAndObeysItsPipe() {
        const Names run = names();
        QProcess process;
        start(process, run);
        process.write("{\"type\":\"leave\"}\n");
        const QByteArray last =
            readUntil(process, [](const QByteArray& output) {
                return output.contains("\"left\"") && output.endsWith('\n');
            });
        QVERIFY(std::get<core::PhaseEvent>(eventsOf(last).back().body).phase == core::RunPhase::Left);
        process.closeWriteChannel();
        const std::int64_t before = lastStep(run.record);
        QTRY_VERIFY_WITH_TIMEOUT(lastStep(run.record) > before + 20, 30'000);
        QCOMPARE(::getsid(pid_t(process.processId())), pid_t(process.processId()));  // no terminal hangs it up
        QVERIFY(write(run.control, "{\"type\":\"pause\"}\n"));
        QTRY_VERIFY(contents(run.record).contains("\"paused\""));
        QVERIFY(write(run.control, "what is this\n{\"type\":\"stop\"}\n"));
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(bodiesOf<core::ByeEvent>(contents(run.record)).front().reason, std::string("stopped"));
        const auto problems = bodiesOf<core::ProblemEvent>(contents(run.record));
        QCOMPARE(problems.size(), std::size_t(1));
        QCOMPARE(problems.front().problem.code, std::string("engine.unknown-command"));
        QVERIFY(QFileInfo::exists(run.control));  // whoever looks for left runs finds that it has ended
        QVERIFY(!write(run.control, "x\n"));
        QCOMPARE(errno, ENXIO);
    }

    void aRunThatWasNotLeftTakesItsPipeAway() {
        const Names run = names();
        QProcess process;
        start(process, run);
        QVERIFY(write(run.control, "{\"type\":\"stop\"}\n"));
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 0);
        QVERIFY(!QFileInfo::exists(run.control));
    }

    void aRunWithoutRunFileIsNotLeftAndSaysSo() {
        const QString control = m_folder.filePath("alone.control");
        QProcess process;
        process.start(SHARDSCOPE_CLI, {"train", m_plan, "--json", "--control", "--control-file", control});
        readUntil(process, [](const QByteArray& output) { return output.contains("\"step\""); });
        process.write("{\"type\":\"leave\"}\n");
        QByteArray errors;
        QTRY_VERIFY((errors += process.readAllStandardError()).contains("this one lacks --record"));
        process.closeWriteChannel();  // still a commanded stop
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 0);
    }

    void aKilledRunLeavesAPipeWithoutReaderAndAFileWithoutEnd() {
        const Names run = names();
        QProcess process;
        start(process, run);
        QVERIFY(signalOne(process.processId(), SIGKILL));
        QVERIFY(process.waitForFinished(30'000));
        QVERIFY(!write(run.control, "x\n"));
        QCOMPARE(errno, ENXIO);
        QVERIFY(bodiesOf<core::ByeEvent>(contents(run.record)).empty());
        QVERIFY(core::RunFileReader::open(run.record.toStdString()).has_value());
    }

    void aPipeThatIsThereIsNotTakenOver() {
        const Names run = names();
        QFile file(run.control);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QProcess process;
        process.start(SHARDSCOPE_CLI, {"train", m_plan, "--control-file", run.control});
        QVERIFY(process.waitForFinished(30'000));
        QCOMPARE(process.exitCode(), 1);
        QVERIFY(process.readAllStandardError().contains("the control file cannot be made (File exists)"));
        QVERIFY(QFileInfo::exists(run.control));
    }

    void aFullRunFileKeepsTheEnd() {
        const Names run = names();
        QProcess process;
        start(process, run, {"--record-limit", "20k", "--steps", "400"});
        QVERIFY(process.waitForFinished(60'000));
        QCOMPARE(process.exitCode(), 0);
        const QByteArray recorded = contents(run.record);
        QVERIFY2(recorded.size() < 25'000, qPrintable(QString::number(recorded.size())));
        QCOMPARE(bodiesOf<core::ProblemEvent>(recorded).front().problem.code, std::string("cli.record-full"));
        QCOMPARE(bodiesOf<core::ByeEvent>(recorded).front().steps, std::int64_t(400));
    }

    void aFullDiskIsToldWhileTheRunGoesOn() {
        const Names run = names();
        QProcess process;
        process.start("/bin/sh", {"-c",
                                  "trap '' XFSZ; ulimit -f 32; exec \"$0\" train \"$1\" --json --record \"$2\" --steps 300",
                                  SHARDSCOPE_CLI, m_plan, run.record});
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray said = process.readAllStandardOutput();
        const auto told = said.indexOf("telemetry.cannot-write");
        QVERIFY(told > 0);
        QVERIFY(said.indexOf("\"step\":300", told) > 0);
        QCOMPARE(process.exitCode(), 3);
    }

    void theRunFileHoldsTheSpeedThatPredictionsAssume() {
        const Names given = names(), measured = names();
        QProcess process;
        start(process, given, {"--calibration", "61234567890.125,8e9,3,1.5e11,2e10", "--steps", "2"});
        QVERIFY(process.waitForFinished(30'000));
        const auto hello = bodiesOf<core::HelloEvent>(contents(given.record)).front();
        QVERIFY(hello.calibration == (core::Calibration{.virtualCardFlops = 61234567890.125,
                                                        .virtualCardFlopsBf16 = 1.5e11,
                                                        .virtualCardFlopsFp16 = 2e10,
                                                        .virtualCardBandwidth = 8e9,
                                                        .cores = 3,
                                                        .measured = true}));
        start(process, measured, {"--steps", "2"});
        QVERIFY(process.waitForFinished(30'000));
        const auto own = bodiesOf<core::HelloEvent>(contents(measured.record)).front();
        QVERIFY(own.calibration && own.calibration->measured && own.calibration->virtualCardFlops > 1e8);
        QVERIFY(own.calibration->virtualCardFlopsBf16 && own.calibration->virtualCardFlopsFp16);
    }

    void aSpeedThatIsNoneIsNotUnderstood() {
        for (const char* text : {"fast", "6e10,8e9", "6e10,8e9,2,1", "6e10,8e9,2,1,0", "6e10,8e9,2,1e9,1e9,", "0,8e9,2",
                                 "6e10,-1,2", "6e10,8e9,0"}) {
            QProcess process;
            process.start(SHARDSCOPE_CLI, {"train", m_plan, "--calibration", text});
            QVERIFY(process.waitForFinished(30'000));
            QCOMPARE(process.exitCode(), 2);
            QVERIFY(process.readAllStandardError().contains("is no speed of a virtual card"));
        }
    }
};

QTEST_GUILESS_MAIN(TrainLeaveTest)
#include "train_leave_test.moc"
