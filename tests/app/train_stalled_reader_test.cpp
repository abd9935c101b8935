// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `shardscope-cli train` with a reader who has stopped reading, a full disk, a hung-up terminal: the run and
// its file go on, every way to stop it still works, and what could not be printed is said.
#include "core/telemetry/run_file.h"
#include "tests/support/engine_runs.h"
#include "tests/support/signal_one.h"

#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace engine_runs;

namespace {

constexpr int kPipeBytes = 4096;  // the smallest a pipe can be

// The engine with a standard output that only this test reads, and only when it wants to.
class Engine {
public:
    enum class Output { Pipe, Socket };

    Engine(const QStringList& arguments, Output kind) {
        std::array<int, 2> out{}, in{};
        if (kind == Output::Pipe ? ::pipe(out.data()) : ::socketpair(AF_UNIX, SOCK_STREAM, 0, out.data()))
            return;
        if (::pipe(in.data()) != 0) return;
        if (kind == Output::Pipe) ::fcntl(out[1], F_SETPIPE_SZ, kPipeBytes);
        m_pid = ::fork();
        if (m_pid == 0) {
            ::dup2(in[0], STDIN_FILENO);
            ::dup2(out[1], STDOUT_FILENO);
            for (const int descriptor : {out[0], out[1], in[0], in[1]}) ::close(descriptor);
            std::vector<QByteArray> words{SHARDSCOPE_CLI, "train"};
            for (const QString& word : arguments) words.push_back(word.toUtf8());
            std::vector<char*> argv;
            for (QByteArray& word : words) argv.push_back(word.data());
            argv.push_back(nullptr);
            ::execv(argv[0], argv.data());
            ::_exit(127);
        }
        ::close(out[1]);
        ::close(in[0]);
        m_reading = out[0];
        m_commands = in[1];
    }
    ~Engine() {
        if (!m_ended && signalOne(m_pid, SIGKILL)) {
            ::waitpid(m_pid, nullptr, 0);
        }
        ::close(m_reading);
        ::close(m_commands);
    }

    [[nodiscard]] bool signal(int number) const { return signalOne(m_pid, number); }
    void command(const QByteArray& line) const {
        (void)!::write(m_commands, line.data(), std::size_t(line.size()));
    }
    // Exit code, or −1 when it has not ended in time.
    int waitForEnd(int milliseconds) {
        QElapsedTimer timer;
        timer.start();
        int status = 0;
        while (timer.elapsed() < milliseconds) {
            if (::waitpid(m_pid, &status, WNOHANG) == m_pid) {
                m_ended = true;
                return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
            }
            QTest::qSleep(5);
        }
        return -1;
    }

private:
    pid_t m_pid = -1;
    int m_reading = -1, m_commands = -1;
    bool m_ended = false;
};

std::int64_t lastStep(const QString& file) {
    std::int64_t step = 0;
    QFile run(file);
    if (!run.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : run.readAll().split('\n'))
        if (const auto event = core::decodeEvent(line.toStdString()); event && *event)
            if (const auto* body = std::get_if<core::StepEvent>(&(*event)->body)) step = body->step;
    return step;
}

bool waitForStep(const QString& file, std::int64_t step) {
    QElapsedTimer timer;
    for (timer.start(); timer.elapsed() < 60'000; QTest::qSleep(50))
        if (lastStep(file) >= step) return true;
    return false;
}

}  // namespace

class TrainStalledReaderTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void theRunFileGoesOnAndEveryStopWorks_data();
    void theRunFileGoesOnAndEveryStopWorks();
    void aFullDiskIsSaidAndEndsWithThree_data();
    void aFullDiskIsSaidAndEndsWithThree();
    void aReaderWhoLeavesStopsTheRun();
    void aRunThatIgnoresHangUpsGoesOn();

private:
    QString record() { return m_folder.filePath(QString("run-%1.ndjson").arg(++m_records)); }

    QTemporaryDir m_folder;
    QString m_plan;
    int m_records = 0;
};

void TrainStalledReaderTest::initTestCase() {
    m_plan = m_folder.filePath("plan.json");
    const core::Plan plan = endlessPlan(writeTrainingText(m_folder.filePath("text.txt")));
    QVERIFY(core::savePlan(plan, m_plan.toStdString()).has_value());
}

void TrainStalledReaderTest::theRunFileGoesOnAndEveryStopWorks_data() {
    QTest::addColumn<int>("signal");  // 0: the command
    QTest::addColumn<bool>("socket");
    QTest::newRow("SIGTERM") << SIGTERM << false;
    QTest::newRow("SIGINT") << SIGINT << false;
    QTest::newRow("SIGHUP") << SIGHUP << false;
    QTest::newRow("stop") << 0 << false;
    QTest::newRow("SIGTERM, socket") << SIGTERM << true;
}

void TrainStalledReaderTest::theRunFileGoesOnAndEveryStopWorks() {
    QFETCH(int, signal);
    QFETCH(bool, socket);
    const QString file = record();
    Engine engine({m_plan, "--json", "--control", "--record", file},
                  socket ? Engine::Output::Socket : Engine::Output::Pipe);
    // A step's line has some 400 bytes: these are more than pipe and socket hold.
    QVERIFY(waitForStep(file, socket ? 800 : 50));
    QElapsedTimer timer;
    timer.start();
    if (signal == 0)
        engine.command("{\"type\":\"stop\"}\n");
    else
        QVERIFY(engine.signal(signal));
    QCOMPARE(engine.waitForEnd(10'000), 0);
    QVERIFY2(timer.elapsed() < 2500, qPrintable(QString::number(timer.elapsed())));
    const auto reader = core::RunFileReader::open(file.toStdString());
    QVERIFY(reader.has_value());
    QFile run(file);
    QVERIFY(run.open(QIODevice::ReadOnly));
    const QByteArray whole = run.readAll();
    QVERIFY2(whole.contains("\"bye\"") && whole.contains("\"stopped\""), whole.right(500));
    QVERIFY(!whole.contains("\"dropped\""));
}

void TrainStalledReaderTest::aFullDiskIsSaidAndEndsWithThree_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("train --json") << QStringList{"train", m_plan, "--json"};
    QTest::newRow("train") << QStringList{"train", m_plan};
    QTest::newRow("train, refused") << QStringList{"train", m_plan, "--json", "--precision", "fp8"};
    QTest::newRow("estimate --json") << QStringList{"estimate", "--model", "gpt2", "--json"};
    QTest::newRow("estimate") << QStringList{"estimate", "--model", "gpt2"};
    QTest::newRow("a long answer") << QStringList{"lr", "--lr", "1", "--total", "9", "--steps", "50000"};
    QTest::newRow("--help") << QStringList{"--help"};
    QTest::newRow("--version") << QStringList{"--version"};
}

void TrainStalledReaderTest::aFullDiskIsSaidAndEndsWithThree() {
    QFETCH(QStringList, arguments);
    QProcess process;
    process.setStandardOutputFile("/dev/full");
    process.start(SHARDSCOPE_CLI, arguments);
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray errors = process.readAllStandardError();
    QVERIFY2(process.exitStatus() == QProcess::NormalExit && process.exitCode() == 3, errors);
    QVERIFY2(errors.contains("standard output: it cannot be written (No space left on device)"), errors);
}

void TrainStalledReaderTest::aReaderWhoLeavesStopsTheRun() {
    QProcess shell;
    shell.start("bash",
                {"-c", "set -o pipefail; \"$0\" train \"$1\" --json | head -n 3", SHARDSCOPE_CLI, m_plan});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.exitCode(), 0);
    QCOMPARE(shell.readAllStandardOutput().count('\n'), 3);
    QCOMPARE(shell.readAllStandardError(), QByteArray());
}

void TrainStalledReaderTest::aRunThatIgnoresHangUpsGoesOn() {
    const QString file = record();
    QProcess shell;  // what nohup does
    shell.setStandardOutputFile("/dev/null");
    shell.start("bash", {"-c", "trap '' HUP; exec \"$0\" train \"$1\" --record \"$2\"", SHARDSCOPE_CLI,
                         m_plan, file});
    QVERIFY(waitForStep(file, 10));
    QVERIFY(signalOne(shell.processId(), SIGHUP));
    QVERIFY(waitForStep(file, lastStep(file) + 100));
    QVERIFY(signalOne(shell.processId(), SIGTERM));
    QVERIFY(shell.waitForFinished(10'000));
    QCOMPARE(shell.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TrainStalledReaderTest)
#include "train_stalled_reader_test.moc"
