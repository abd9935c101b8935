// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trial loop on virtual cards from end to end: search, short runs of the engine, ranking by their logs.
#include "tests/app/cli_process.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

class TrialCommand : public QObject {
    Q_OBJECT

private slots:
    void theBestPlansRunAndAreRankedByWhatTheyTook() {
        const QTemporaryDir folder;
        const QString trial = folder.filePath("trial");
        const CliRun search = runCli(
            "plan --model tiny-gpt --gpu virtual-card --cards 4 --framework engine --precision fp32 --global-batch 8 "
            "--seq 64 --trial " +
            trial + " --trial-plans 2 --trial-updates 6 --json");
        QVERIFY2(search.exitCode == 0, search.errors);
        const QJsonArray candidates = search.json()["trial"].toObject()["candidates"].toArray();
        QCOMPARE(candidates.size(), 2);

        const CliRun before = runCli("plan --trial-results " + trial + " --json");
        QCOMPARE(before.exitCode, 1);
        QCOMPARE(before.firstProblem(), QString("trial.no-runs"));

        for (const QJsonValue& candidate : candidates) {
            QProcess run;
            QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
            environment.insert("SHARDSCOPE_CLI", SHARDSCOPE_CLI);
            run.setProcessEnvironment(environment);
            run.start(candidate.toObject()["script"].toString(), QStringList());
            QVERIFY(run.waitForFinished(120'000));
            QVERIFY2(run.exitCode() == 0, run.readAllStandardError());
        }

        const CliRun after = runCli("plan --trial-results " + trial + " --json");
        QVERIFY2(after.exitCode == 0, after.errors);
        const QJsonArray runs = after.json()["runs"].toArray();
        QCOMPARE(runs.size(), 2);
        double last = 0;
        for (const QJsonValue& value : runs) {
            const QJsonObject run = value.toObject();
            QCOMPARE(run["end"].toString(), QString("ran"));
            QCOMPARE(run["updates"].toInt(), 4);
            QVERIFY(run["simulated"].toBool());
            QVERIFY(run["measured_step_seconds"].toDouble() > last);
            last = run["measured_step_seconds"].toDouble();
            const double predicted = run["predicted_memory_bytes"].toDouble(), measured = run["measured_memory_bytes"].toDouble();
            QVERIFY2(qAbs(predicted / measured - 1) < 0.02, qPrintable(QString("%1 predicted, %2 measured").arg(predicted).arg(measured)));
        }
        QVERIFY(runCli("plan --trial-results " + trial).output.contains("◐"));
    }

    void aFolderInUseIsRefusedBeforeItIsTouched() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("mine"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        const CliRun run = runCli("plan --model tiny-gpt --gpu virtual-card --cards 2 --framework engine --trial " + folder.path());
        QCOMPARE(run.exitCode, 2);
        QVERIFY(run.output.isEmpty() && run.errors.contains("files already"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files), QStringList("mine"));
    }

    void flagsOfATrialNeedIt() {
        QCOMPARE(runCli("plan --model tiny-gpt --cards 2 --trial-plans 3").exitCode, 2);
        QCOMPARE(runCli("plan --trial-results /nowhere --trial /tmp/x").exitCode, 2);
        QCOMPARE(runCli("plan --trial-results /nowhere").exitCode, 2);
    }
};

QTEST_GUILESS_MAIN(TrialCommand)
#include "trial_command_test.moc"
