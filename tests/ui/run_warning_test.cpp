// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What fails beside a run that goes on is said in the window at once.
#include "tests/support/window_stage.h"

#include <QTest>

using namespace ui::testing;

class RunWarningTest : public QObject, private WindowStage {
    Q_OBJECT

    // An engine whose files end at 16 KiB, as on a full disk.
    QString crampedEngine() {
        QFile script(file("shardscope-cli"));  // by its name the engine that records itself
        [&] { QVERIFY(script.open(QIODevice::WriteOnly)); }();
        script.write("#!/bin/sh\ntrap '' XFSZ\nulimit -f 32\nexec " SHARDSCOPE_CLI " \"$@\"\n");
        script.setPermissions(script.permissions() | QFileDevice::ExeOwner);
        return script.fileName();
    }

private slots:
    void cleanup() { closeWindow(); }

    void aRecordingThatStopsIsSaid() {
        openWindow(defaultPlan(), crampedEngine());
        window().startRun(ui::MainWindow::StartWish::Anyway);
        QTRY_VERIFY_WITH_TIMEOUT(window().banner() && window().banner()->id == key("warned"), kEngineTimeout);
        QVERIFY2(window().banner()->text.contains(key("run file cannot be written")), qPrintable(window().banner()->text));
        QVERIFY(window().engine().isRunning());
    }
};

QTEST_MAIN(RunWarningTest)
#include "run_warning_test.moc"
