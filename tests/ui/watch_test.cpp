// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Logs of other programs in the window: a file followed as it grows, the output of a command, what the charts and figures say,
// the recording opened again, TensorBoard's files in and out; by mouse and keys. Needs a display and the engine program.
#include "core/telemetry/tensorboard.h"
#include "tests/support/window_stage.h"
#include "ui/kit/label.h"
#include "ui/live/loss_chart.h"
#include "ui/window/engine_words.h"
#include "ui/window/header_bar.h"
#include "ui/window/run_row.h"
#include "ui/window/watch_dialog.h"
#include "ui/window/workspaces.h"

#include <QDialogButtonBox>
#include <QElapsedTimer>
#include <QFileDialog>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTimer>

#include <ctime>

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
    // Opens a menu of the bar and presses one of its entries, by mouse.
    void choose(const char* title, const char* entry) {
        QMenuBar& bar = window().findChild<ui::HeaderBar*>()->menuBar();
        const QList<QAction*> tops = bar.actions();
        const auto top = std::ranges::find(tops, key(title), [](const QAction* each) { return each->text().remove(QLatin1Char('&')); });
        QVERIFY(top != tops.end());
        QTest::mouseClick(&bar, Qt::LeftButton, {}, bar.actionGeometry(*top).center());
        QMenu& menu = *(*top)->menu();
        QTRY_VERIFY(menu.isVisible());
        for (QAction* action : menu.actions())
            if (action->text().remove(QLatin1Char('&')) == QString::fromUtf8(entry)) {
                QVERIFY(action->isEnabled());
                return QTest::mouseClick(&menu, Qt::LeftButton, {}, menu.actionGeometry(action).center());
            }
        QFAIL(entry);
    }
    // Types a name into the file dialog that comes next and accepts it.
    void nameFile(const QString& name) {
        auto* poll = new QTimer(this);
        connect(poll, &QTimer::timeout, this, [poll, name, named = false]() mutable {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            if (!dialog || !dialog->isVisible()) {
                if (named) poll->deleteLater();
                return;
            }
            auto* line = dialog->findChild<QLineEdit*>(key("fileNameEdit"));
            if (!named || line->text() != name) {
                line->setCompleter(nullptr);  // whose list would take the Return key
                line->setFocus();
                line->selectAll();
                QTest::keyClicks(line, name);
            }
            named = true;
            // Not before the dialog has read its folder; until then clicks are lost.
            for (QPushButton* button : dialog->findChild<QDialogButtonBox*>()->findChildren<QPushButton*>())
                if (button->isDefault() && button->isEnabled()) return QTest::mouseClick(button, Qt::LeftButton);
        });
        poll->start(50);
    }
    ui::WatchDialog* dialog() { return window().findChild<ui::WatchDialog*>(); }
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
        QVERIFY(window().watchLog({ui::WatchedLog::Kind::Command,
                                   key("cat ") + log + key("; echo $$ > ") + file("pid") + key("; sleep 600")}));
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

    void aCommandIsAskedForAndCheckedAsItIsTyped() {
        openWindow(defaultPlan());
        settle();
        append(file("remote.log"), line(1, 9.5) + line(2, 9.25));
        choose("File", "Watch a command…");
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        auto* typed = dialog()->findChild<QLineEdit*>(key("watchLine"));
        auto* verdict = dialog()->findChild<ui::Label*>(key("watchVerdict"));
        auto* watch = dialog()->findChild<ui::Button*>(key("watchButton"));
        QVERIFY(!watch->isEnabled());
        QVERIFY(!dialog()->findChild<ui::Button*>(key("recentCommand")));
        QTest::keyClicks(typed, "cat 'train.log");
        QVERIFY(!watch->isEnabled() && verdict->isVisible());
        QTest::keyClick(typed, Qt::Key_Return);
        QVERIFY(dialog()->isVisible());
        typed->clear();
        QTest::keyClicks(typed, "no-such-program-here x");
        QVERIFY2(watch->isEnabled() && verdict->text().contains(key("no-such-program-here")), qPrintable(verdict->text()));
        click(dialog()->findChild<ui::Button*>(key("exampleCommand")));
        QVERIFY(typed->text().startsWith(key("ssh host tail")));
        typed->clear();
        const QString command = key("cat ") + file("remote.log");
        QTest::keyClicks(typed, command);
        QVERIFY(watch->isEnabled() && !verdict->isVisible());
        click(watch);
        QTRY_VERIFY(!dialog());
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step == 2, kEngineTimeout);
        QCOMPARE(run().watched(), command);
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), kEngineTimeout);
        // It is offered again.
        choose("File", "Watch a command…");
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        QCOMPARE(dialog()->findChild<QLineEdit*>(key("watchLine"))->text(), command);
        QCOMPARE(dialog()->findChild<ui::Button*>(key("recentCommand"))->toolTip(), command);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
    }

    // Out of a recorded run by its menu entry, and the event file back in by the entry that opens logs.
    void aRunGoesToTensorBoardAndComesBack() {
        openWindow(defaultPlan());
        settle();
        const QString log = file("exported.log");
        append(log, line(1, 9.5) + line(2, 9.25) + line(3, 8.75));
        QVERIFY(window().watchLog({ui::WatchedLog::Kind::Command, key("cat ") + log}));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step == 3, kEngineTimeout);
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), kEngineTimeout);
        const QString events = file("events.out.tfevents.1");
        nameFile(events);
        choose("Run", "Export for TensorBoard…");
        QTRY_VERIFY(QFile::exists(events));
        QFile written(events);
        QVERIFY(written.open(QIODevice::ReadOnly));
        std::vector<double> losses;
        core::TensorBoardReader reader([&](const core::TensorBoardScalar& scalar) {
            if (scalar.tag == core::tagOf(core::ScalarMeaning::Loss)) losses.push_back(scalar.value);
        });
        reader.feed(written.readAll().toStdString());
        QCOMPARE(losses, (std::vector<double>{9.5, 9.25, 8.75}));
        nameFile(events);
        choose("File", "Open log…");
        QTRY_VERIFY_WITH_TIMEOUT(run().watched().endsWith(key("tfevents.1")) && run().lastStep(), kEngineTimeout);
        click(find<ui::Button>("stopButton"));  // the last step waits for more scalars until then
        QTRY_VERIFY_WITH_TIMEOUT(!window().engine().isRunning(), 3000);
        QCOMPARE(run().series().loss.size(), std::size_t(3));
        QCOMPARE(run().series().loss.back().y, 8.75);
    }

    // SHARDSCOPE_FLOOD_MEGABYTES makes the log longer. Held is the processor time of one turn of the event loop: other
    // programs may share the machine.
    void theWindowAnswersWhileALongLogComes() {
        bool given = false;
        const int wanted = qEnvironmentVariableIntValue("SHARDSCOPE_FLOOD_MEGABYTES", &given);
        const qint64 bytes = qint64(given ? wanted : 12) * 1'000'000;
        openWindow(defaultPlan());
        settle();
        const QString log = file("long.log");
        QFile out(log);
        QVERIFY(out.open(QIODevice::WriteOnly));
        int updates = 0;
        while (out.pos() < bytes) {
            QByteArray block;
            for (int i = 0; i < 1000; ++i) {
                ++updates;
                block += line(updates, 9.0 + (updates % 100) * 0.001) + "some other line of the script, with 12345 words in it\n";
            }
            QCOMPARE(out.write(block), block.size());
        }
        out.close();
        const auto processor = [] {
            timespec now{};
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
            return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
        };
        double longest = 0, longestWall = 0, before = processor();
        QElapsedTimer turn, whole;
        QTimer tick;  // comes once a turn of the event loop
        tick.setTimerType(Qt::PreciseTimer);
        connect(&tick, &QTimer::timeout, this, [&] {
            const double now = processor();
            longest = std::max(longest, now - before);
            longestWall = std::max(longestWall, double(turn.nsecsElapsed()) / 1e6);
            before = now;
            turn.start();
        });
        turn.start();
        whole.start();
        tick.start(1);
        QVERIFY(window().watchLog({ui::WatchedLog::Kind::Command, key("cat ") + log}));
        QTRY_VERIFY_WITH_TIMEOUT(run().lastStep() && run().lastStep()->step == updates && !window().engine().isRunning(),
                                 600'000);
        tick.stop();
        qInfo("%lld MB, %d updates in %.1f s; the longest turn of the event loop took %.0f ms of processor time, %.0f ms in all",
              static_cast<long long>(bytes / 1'000'000), updates, double(whole.elapsed()) / 1e3, longest, longestWall);
        QVERIFY(longest < 250);
        QVERIFY(run().series().loss.size() > 100);
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
