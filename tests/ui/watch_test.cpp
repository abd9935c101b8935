// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logs of other programs in the window: a file followed as it grows, the output of a command, what the charts and figures say,
// and the recording opened again. Needs a display and the engine program.
#include "tests/support/window_stage.h"
#include "ui/live/loss_chart.h"
#include "ui/window/engine_words.h"
#include "ui/window/run_row.h"
#include "ui/window/workspaces.h"

#include <QDir>

using namespace ui::testing;

namespace {

QByteArray line(int step, double loss) {
    return QByteArray(" iteration ") + QByteArray::number(step) + "/ 1000 | consumed samples: " + QByteArray::number(step * 64) +
           " | elapsed time per iteration (ms): 500.0 | learning rate: 1.0E-04 | global batch size: 64 | lm loss: " +
           QByteArray::number(loss, 'E', 6) + " | loss scale: 1.0 | grad norm: 1.250 | number of skipped iterations: 0 |\n";
}

}  // namespace

class WatchTest : public QObject, private WindowStage {
    Q_OBJECT
private:
    void append(const QString& path, const QByteArray& bytes) {
        QFile log(path);
        QVERIFY(log.open(QIODevice::Append));
        log.write(bytes);
    }
    const ui::RunFigure& figure(const char* label) {
        const auto& row = window().findChildren<ui::RunRow*>().front()->figures();
        return *std::ranges::find(row, key(label), &ui::RunFigure::label);
    }

private slots:
    void cleanup() { closeWindow(); }

    void aLogIsFollowedAsItGrowsAndOpensAgainFromItsRecording() {
        openWindow(defaultPlan());
        settle();
        const QString log = file("train.log");
        append(log, line(1, 9.5) + line(2, 9.25));
        QVERIFY(window().watchLog({ui::WatchedLog::Kind::File, log}));
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Run);
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step == 2, kEngineTimeout);
        QVERIFY(ui::isLive(run().state()));
        append(log, line(3, 8.75));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep()->step == 3, kEngineTimeout);
        QCOMPARE(run().series().loss.back().y, 8.75);
        QTRY_COMPARE(figure("Step time").number, key("500"));
        QVERIFY(figure("Step time").kind == ui::NumberKind::Measured);
        QVERIFY(!figure("Step time").predicted.isEmpty() && !figure("Step time").difference.isEmpty());
        // 64 sequences of the plan's length in half a second.
        const double expected = 64.0 * document().plan().sequence() / 0.5;
        QVERIFY(std::abs(run().lastStep()->tokensPerSecond / expected - 1) < 1e-9);
        QVERIFY(qobject_cast<ui::LossChart*>(window().views().loss)->showsData());
        QVERIFY(!window().commands().action(key("run.pause"))->isEnabled());
        QVERIFY(!window().commands().action(key("run.checkpoint"))->isEnabled());
        const QString recording = window().engine().runFile();
        QVERIFY(QFile::exists(recording));
        click(find<ui::Button>("stopButton"));
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), 3000);
        QCOMPARE(run().state(), ui::EngineState::Stopped);
        const core::Plan plan = document().plan();
        QVERIFY(window().openRun(recording));
        QCOMPARE(run().lastStep()->step, std::int64_t(3));
        QVERIFY(run().plan() == plan);
        QVERIFY(!run().watched().isEmpty());
    }

    void aCommandIsWatchedAndEndsWithTheRun() {
        openWindow(defaultPlan());
        settle();
        const QString log = file("remote.log");
        append(log, line(1, 9.5) + line(2, 9.25));
        QVERIFY(window().watchLog({ui::WatchedLog::Kind::Command, key("cat ") + log + key("; echo $$ > ") + file("pid") + key("; sleep 600")}));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step == 2, kEngineTimeout);
        QCOMPARE(run().watched().left(4), key("cat "));
        QFile pid(file("pid"));
        QTRY_VERIFY(pid.exists() && pid.size() > 0);
        QVERIFY(pid.open(QIODevice::ReadOnly));
        const QString process = key("/proc/") + QString::fromLatin1(pid.readAll().trimmed());
        QVERIFY(QFile::exists(process));
        click(find<ui::Button>("stopButton"));
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), 3000);
        QTRY_VERIFY(!QFile::exists(process));
    }

    void aFileThatIsNoLogSaysSo() {
        openWindow(defaultPlan());
        settle();
        append(file("prose.txt"), "once upon a time\n");
        QVERIFY(window().watchLog({ui::WatchedLog::Kind::Command, key("cat ") + file("prose.txt")}));
        QTRY_COMPARE_WITH_TIMEOUT(run().state(), ui::EngineState::Failed, kEngineTimeout);
        QVERIFY2(run().detail().contains(key("no line of a training log")), qPrintable(run().detail()));
    }
};

int main(int argc, char** argv) { return runWindowTest<WatchTest>(argc, argv); }
#include "watch_test.moc"
