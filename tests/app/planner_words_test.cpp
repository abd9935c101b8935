// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a newcomer reads: plans that can be exported, cures that fit, reasons in words.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

class PlannerWords : public QObject {
    Q_OBJECT
private slots:
    void aFoundPlanIsSavedAndExported() {
        QTemporaryDir folder;
        const QString file = folder.filePath("best.shardscope.json");
        const QString command =
            "plan --model llama-3-70b --gpu h100-sxm --cards 64 --framework deepspeed --tp 8 --pp 2 --top 1 --save " +
            file;
        const CliRun found = runCli(command);
        QVERIFY2(found.exitCode == 0, found.errors);
        QVERIFY2(found.output.contains("attention flash") && found.output.contains("rank layouts"), found.output);
        QVERIFY(!found.output.contains(" cp ") && found.output.contains("○ whole run"));
        QCOMPARE(found.output.count("zero 1, ") + found.output.count("zero 0, "), 2);  // one row, and the end of the front
        const CliRun kit = runCli("export " + file + " --for megatron-deepspeed --to " + folder.filePath("kit"));
        QVERIFY2(kit.exitCode == 0, kit.errors);
        QFile script(folder.filePath("kit/launch.sh"));
        QVERIFY(script.open(QIODevice::ReadOnly) && script.readAll().contains("from the plan best"));
        const CliRun again = runCli(command);
        QCOMPARE(again.exitCode, 2);
        QVERIFY2(again.errors.contains("exists already") && again.output.isEmpty(), again.errors);
        QCOMPARE(runCli(command + " --force").exitCode, 0);
    }

    void whatDoesNotFitIsCured() {
        const QString plan = "estimate --model llama-3-70b --gpu h100-sxm --cards 64 --tp 8 --pp 2 --zero 1 --framework megatron";
        const CliRun run = runCli(plan + " --json");
        QCOMPARE(run.exitCode, 1);
        const QJsonArray fixes = run.json()["fixes"].toArray();
        QVERIFY(!fixes.isEmpty());
        for (const QJsonValue& fix : fixes) QVERIFY(fix["memory_bytes"].toInteger() <= qint64(80) << 30);
        const CliRun cured = runCli(plan + ' ' + fixes.first()["flags"].toString());
        QVERIFY2(cured.exitCode == 0, cured.errors);
        const CliRun text = runCli(plan);
        QVERIFY2(text.output.contains("Ways to make it fit") && text.output.contains("4·dp·pp"), text.output);
        QVERIFY2(!text.errors.contains("micro-batch") && text.errors.contains("is the smallest change that fits"), text.errors);
        const CliRun never = runCli("estimate --model gpt3-175b --gpu v100-16gb --cards 1");
        QVERIFY2(never.errors.contains("no change that is tried here fits"), never.errors);
    }

    void reasonsAreSentences() {
        const CliRun run = runCli("plan --model llama-3-70b --gpu h100-sxm --cards 64 --zero 2 --pp 4");
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.output.contains("Megatron-LM's distributed optimizer is ZeRO stage 1; stage 2"), run.output);
        QVERIFY2(run.errors.contains("most often "), run.errors);
    }

    void namesAreSuggested() {
        const CliRun card = runCli("estimate --model gpt2 --gpu h100");
        QCOMPARE(card.exitCode, 2);
        QVERIFY2(card.errors.contains("h100-pcie or h100-sxm"), card.errors);
        const CliRun model = runCli("plan --model meta-llama/Meta-Llama-3-70B --gpu h100-sxm --cards 64");
        QCOMPARE(model.exitCode, 2);
        QVERIFY2(model.errors.contains("nothing is downloaded") && model.errors.contains("llama-3-70b"), model.errors);
    }

    void thePublishedRunOf405BFits() {
        const CliRun run = runCli("estimate " + shippedPlan("llama-3.1-405b-16384xh100"));
        QVERIFY2(run.exitCode == 0, run.errors);
        QVERIFY2(run.output.contains("16 bytes a parameter") && run.output.contains("energy"), run.output);
    }

    void virtualCardsHaveNoEnergyAndLettersALegend() {
        const CliRun run = runCli("estimate " + shippedPlan("tiny-2x2x2"));
        QVERIFY2(run.exitCode == 0 && !run.output.contains("energy"), run.output);
        QVERIFY(runCli("schedule").output.contains("small letters backward"));
    }

    void aDifferenceIsNotHiddenByRounding() {
        QTemporaryDir folder;
        const QString other = folder.filePath("other.shardscope.json");
        QCOMPARE(runCli("estimate " + shippedPlan("gpt3-175b-1024xa100") + " --seq 2040 --save " + other).exitCode, 0);
        const CliRun run = runCli("compare " + shippedPlan("gpt3-175b-1024xa100") + ' ' + other);
        QVERIFY2(run.exitCode == 0, run.errors);
        for (const QByteArray& line : run.output.split('\n')) {
            const QStringList words = QString::fromUtf8(line).split("  ", Qt::SkipEmptyParts);
            if (words.size() == 4 && (words[3].trimmed().startsWith('+') || words[3].trimmed().startsWith('-')) && words[3].contains('%'))
                QVERIFY2(words[1].trimmed() != words[2].trimmed(), line);
        }
    }
};

QTEST_GUILESS_MAIN(PlannerWords)
#include "planner_words_test.moc"
