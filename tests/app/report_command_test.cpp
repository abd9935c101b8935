// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// report on the command line: a page with the numbers of `estimate`, in two languages, as HTML and as PDF; what it refuses.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class ReportCommand : public QObject {
    Q_OBJECT

private slots:
    void aPageHoldsTheNumbersOfTheEstimate() {
        const QString file = m_folder.filePath("plan.html");
        const CliRun run = runCli("report " + shippedPlan("gpt3-175b-1024xa100") + " --zero 0 --to " + file + " --json");
        QCOMPARE(run.exitCode, 0);
        QCOMPARE(run.json()["file"].toString(), file);
        const QByteArray html = read(file);
        QVERIFY(html.startsWith("<!DOCTYPE html>"));
        const QJsonObject estimate = runCli("estimate " + shippedPlan("gpt3-175b-1024xa100") + " --zero 0 --json").json();
        const double step = estimate["time"].toObject()["step_seconds"].toDouble();
        QVERIFY(html.contains(("○ " + QString::number(step, 'f', 1) + " s").toUtf8()));
        const double mfu = 100 * estimate["time"].toObject()["mfu"].toDouble();
        QVERIFY(html.contains((QString::number(mfu, 'f', 1) + " %").toUtf8()));
    }

    void thePageSpeaksChinese() {
        const QString file = m_folder.filePath("zh.html");
        QCOMPARE(runCli("report " + shippedPlan("llama-2-7b-16xa100") + " --lang zh_CN --to " + file).exitCode, 0);
        const QByteArray html = read(file);
        QVERIFY(html.contains("lang=\"zh-CN\"") && html.contains("数字从何而来") && html.contains("张量通信"));
    }

    void aFileIsReplacedOnlyWhenAsked() {
        const QString file = m_folder.filePath("twice.html"), call = "report " + shippedPlan("tiny-2x2x2") + " --to " + file;
        QCOMPARE(runCli(call).exitCode, 0);
        const CliRun again = runCli(call + " --json");
        QCOMPARE(again.exitCode, 2);
        QVERIFY(again.output.isEmpty());
        QCOMPARE(runCli(call + " --force").exitCode, 0);
    }

    void aPlanThatBreaksARuleIsReportedAndExitsWith1() {
        const QString file = m_folder.filePath("broken.html");
        const CliRun run = runCli("report " + shippedPlan("llama-2-7b-16xa100") + " --tp 3 --dp 1 --to " + file + " --json");
        QCOMPARE(run.exitCode, 1);
        QVERIFY(!run.json()["problems"].toArray().isEmpty());
        QVERIFY(read(file).contains("breaks a rule"));
    }

    void anotherLanguageOrFolderIsRefused() {
        QCOMPARE(runCli("report tiny-2x2x2 --lang fr --to " + m_folder.filePath("fr.html")).exitCode, 2);
        QVERIFY(runCli("report tiny-2x2x2 --to /no/such/folder/plan.html").exitCode >= 2);
        QCOMPARE(runCli("report tiny-2x2x2").exitCode, 2);
    }

    // Without a display: the explorer prints offscreen.
    void aPdfIsPrintedByTheExplorer() {
#ifndef SHARDSCOPE_EXPLORER_PROGRAM
        QSKIP("this build has no explorer");
#endif
        const QString file = m_folder.filePath("plan.pdf");
        const CliRun run = runCli("report " + shippedPlan("llama-2-7b-16xa100") + " --to " + file);
        QVERIFY2(run.exitCode == 0, run.errors);
        const QByteArray pdf = read(file);
        QVERIFY(pdf.startsWith("%PDF-") && pdf.contains("%%EOF"));
        QVERIFY(pdf.size() > 10'000);
    }

private:
    [[nodiscard]] static QByteArray read(const QString& name) {
        QFile file(name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(ReportCommand)
#include "report_command_test.moc"
