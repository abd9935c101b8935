// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What callers rely on: exit codes, keys, an empty standard output when nothing was understood, places in
// messages.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

class CliContract : public QObject {
    Q_OBJECT

private slots:
    void whatIsNotUnderstoodExitsWith2AndPrintsNothing_data();
    void whatIsNotUnderstoodExitsWith2AndPrintsNothing();
    void aBrokenRuleExitsWith1AndAnswersCompletely_data();
    void aBrokenRuleExitsWith1AndAnswersCompletely();
    void estimateHasTheKeysThatCallersRelyOn();
    void anOverriddenLayoutKeepsTheCards();
    void anOverriddenDpMovesTheCards();
    void everyPlanFlagOfTheContractExists();
    void aDamagedPlanIsNamedWithItsPlace();
    void aRuleBrokenByAFileIsNamedWithItsPlace();
    void aNumberThatAFieldCannotHoldIsRefused();
    void aPlanThatDoesNotFitSaysWhatItNeeds();
    void schedulesThatAreOnlyPlannedAreRefusedByName();
    void aTableOfOnesOwnIsReplayedOrItsDeadlockNamed();
    void helpAndVersionAnswerOnStandardOutput();
};

void CliContract::whatIsNotUnderstoodExitsWith2AndPrintsNothing_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("said");
    QTest::newRow("no command") << ""
                                << "COMMAND: a command is missing";
    QTest::newRow("unknown command") << "estimat"
                                     << "did you mean estimate?";
    QTest::newRow("unknown flag") << "estimate --model gpt2 --tpp 2 --json"
                                  << "--tpp: ";
    QTest::newRow("abbreviated flag") << "estimate --mod gpt2 --json"
                                      << "--mod: ";
    QTest::newRow("not a number") << "estimate --model gpt2 --tp two --json"
                                  << "--tp: \"two\" is not a number";
    QTest::newRow("not whole") << "estimate --model gpt2 --tp 1.5 --json"
                               << "--tp: ";
    QTest::newRow("unknown preset") << "model gpt2-xk --json"
                                    << "did you mean gpt2-xl?";
    QTest::newRow("a path for a preset") << "model ./config.json --json"
                                         << "SOURCE: \"./config.json\" is a path";
    QTest::newRow("a path for a model") << "estimate --model ./config.json --json"
                                        << "--model: \"./config.json\" is a path";
    QTest::newRow("unknown schedule") << "schedule --kind 1f2b --json"
                                      << "did you mean 1f1b?";
    QTest::newRow("unknown order") << "layout --compare megatronn --json"
                                   << "--compare: ";
    QTest::newRow("no plan") << "estimate --json"
                             << "PLAN: ";
    QTest::newRow("missing file") << "estimate nowhere.shardscope.json --json"
                                  << "nowhere.shardscope.json: ";
    QTest::newRow("bare count with a model") << "estimate --parameters 1e9 --model gpt2 --json"
                                             << "--parameters: ";
    QTest::newRow("no steps") << "lr --lr 1 --total 10 --json"
                              << "--steps";
    QTest::newRow("no rate") << "lr --steps 10 --json"
                             << "--lr: ";
}

void CliContract::whatIsNotUnderstoodExitsWith2AndPrintsNothing() {
    QFETCH(QString, arguments);
    QFETCH(QString, said);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.contains(said.toUtf8()), run.errors.constData());
    QCOMPARE(run.errors.count('\n'), 1);
}

void CliContract::aBrokenRuleExitsWith1AndAnswersCompletely_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QString>("key");
    QTest::newRow("tp does not divide the heads") << "estimate --model gpt2 --tp 5"
                                                  << "plan";
    QTest::newRow("dp is not whole") << "estimate --model gpt2 --tp 4 --cards 6"
                                     << "plan";
    QTest::newRow("textbook dp is not whole")
        << "estimate --parameters 13e9 --cards 30 --tp 8 --pp 1 --zero 2"
        << "memory";
    QTest::newRow("no such ZeRO stage") << "estimate --model gpt2 --zero 4"
                                        << "plan";
    QTest::newRow("order without a model axis") << "layout --tp 2 --order deepspeed-pipeline"
                                                << "groups";
    QTest::newRow("comparison with such an order") << "layout --tp 2 --compare deepspeed-pipeline"
                                                   << "groups";
    QTest::newRow("a minimum above the peak") << "lr --lr 1 --min-lr 2 --total 10 --steps 10"
                                              << "rates";
}

void CliContract::aBrokenRuleExitsWith1AndAnswersCompletely() {
    QFETCH(QString, arguments);
    QFETCH(QString, key);
    const CliRun run = runCli(arguments + " --json");
    QCOMPARE(run.exitCode, 1);
    QVERIFY(run.json().contains(key));
    const QJsonObject problem = run.json()["problems"].toArray().first().toObject();
    QCOMPARE(problem["severity"].toString(), "error");
    for (const char* name : {"code", "where", "params", "message", "fix", "upstream_message"})
        QVERIFY2(problem.contains(name), name);
    QVERIFY(!problem["message"].toString().isEmpty() && problem["message"] != problem["code"]);
    QVERIFY(!run.errors.isEmpty());
}

void CliContract::estimateHasTheKeysThatCallersRelyOn() {
    const CliRun run = runCli("estimate " + shippedPlan("tiny-2x2x2") + " --json");
    QCOMPARE(run.exitCode, 0);
    const QJsonObject json = run.json();
    const QJsonObject memory = json["memory"].toObject();
    for (const char* key : {"capacity_bytes", "fits", "textbook_bytes", "stages"})
        QVERIFY2(memory.contains(key), key);
    const QJsonObject time = json["time"].toObject();
    for (const char* key :
         {"step_seconds", "tokens_per_second", "tflops_per_gpu", "mfu", "hfu", "bubble_fraction",
          "compute_seconds", "tensor_communication_seconds", "pipeline_communication_seconds",
          "data_communication_seconds", "optimizer_seconds"})
        QVERIFY2(time[key].isDouble(), key);
    QVERIFY(time["mfu"].toDouble() > 0 && time["mfu"].toDouble() <= 1);
    for (const char* key : {"tokens", "steps", "days", "gpu_hours", "cost", "energy_kwh"})
        QVERIFY2(json["run"].toObject().contains(key), key);
    QCOMPARE(json["plan"].toObject()["layout"].toObject()["tp"].toInt(), 2);
    QVERIFY(json["problems"].isArray());
}

void CliContract::anOverriddenLayoutKeepsTheCards() {
    const CliRun run = runCli("estimate " + shippedPlan("tiny-2x2x2") + " --tp 4 --json");
    const QJsonObject layout = run.json()["layout"].toObject();
    QCOMPARE(layout["cards"].toInt(), 8);
    QCOMPARE(layout["dp"].toInt(), 1);
    const CliRun refused = runCli("estimate " + shippedPlan("tiny-2x2x2") + " --pp 3 --json");
    QCOMPARE(refused.exitCode, 1);
    QCOMPARE(refused.firstProblem(), "cli.dp-not-whole");
}

void CliContract::anOverriddenDpMovesTheCards() {
    const CliRun run = runCli("estimate " + shippedPlan("tiny-2x2x2") + " --tp 1 --dp 4 --pp 4 --json");
    QCOMPARE(run.json()["layout"].toObject()["cards"].toInt(), 16);
    const QJsonObject cluster = run.json()["plan"].toObject()["cluster"].toObject();
    QCOMPARE(cluster["nodes"].toInt() * cluster["gpus_per_node"].toInt(), 16);
}

void CliContract::everyPlanFlagOfTheContractExists() {
    const QByteArray help = runCli("estimate --help").output;
    for (const char* flag : {"--model",
                             "--gpu",
                             "--nodes",
                             "--gpus-per-node",
                             "--cards",
                             "--tp",
                             "--cp",
                             "--ep",
                             "--dp",
                             "--pp",
                             "--virtual-stages",
                             "--order",
                             "--zero",
                             "--offload-optimizer",
                             "--offload-parameters",
                             "--micro-batch",
                             "--global-batch",
                             "--seq",
                             "--schedule",
                             "--recompute",
                             "--recompute-method",
                             "--recompute-layers",
                             "--schedule-table",
                             "--precision",
                             "--gradient-dtype",
                             "--framework",
                             "--sequence-parallel",
                             "--tokens",
                             "--price",
                             "--mfu",
                             "--json"})
        QVERIFY2(help.contains(QByteArray(flag) + ' '), flag);
}

void CliContract::aDamagedPlanIsNamedWithItsPlace() {
    QTemporaryDir folder;
    QFile file(folder.filePath("damaged.shardscope.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"version\": 1,\n \"layuot\": {\"tp\": 2}}\n");
    file.close();
    const CliRun run = runCli("estimate " + file.fileName() + " --json");
    QCOMPARE(run.exitCode, 2);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(run.errors.contains("damaged.shardscope.json:2:2 (/layuot): "), run.errors.constData());
    QVERIFY2(run.errors.contains("layout"), run.errors.constData());
}

void CliContract::aRuleBrokenByAFileIsNamedWithItsPlace() {
    QFile shipped(shippedPlan("tiny-2x2x2"));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    QByteArray text = shipped.readAll();
    QVERIFY(text.contains("\"stage\": 1"));
    QTemporaryDir folder;
    QFile file(folder.filePath("zero.shardscope.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.replace("\"stage\": 1", "\"stage\": 7"));
    file.close();
    const CliRun run = runCli("estimate " + file.fileName());
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(QString(run.errors)
                 .contains(QRegularExpression("zero\\.shardscope\\.json:\\d+:\\d+ \\(/zero/stage\\): ")),
             run.errors.constData());
}

void CliContract::aNumberThatAFieldCannotHoldIsRefused() {
    for (const char* flags : {"--model gpt2 --micro-batch 4294967297", "--model gpt2 --dp 4294967297",
                              "--parameters 1e30", "--parameters 13e9 --cards 8 --tp 4294967297"}) {
        const CliRun run = runCli(QString("estimate %1 --json").arg(flags));
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.output, QByteArray());
        QVERIFY2(run.errors.contains("is more than this holds"), run.errors.constData());
    }
}

void CliContract::aPlanThatDoesNotFitSaysWhatItNeeds() {
    const CliRun run = runCli("estimate " + shippedPlan("tiny-2x2x2") + " --card-memory 1e6 --json");
    QCOMPARE(run.exitCode, 1);
    const QJsonObject problem = run.json()["problems"].toArray().first().toObject();
    QCOMPARE(problem["code"].toString(), "memory.does-not-fit");
    QVERIFY2(problem["message"].toString().contains("stage 0"), qPrintable(problem["message"].toString()));
    QVERIFY(!problem["fix"].toString().isEmpty());
}

void CliContract::schedulesThatAreOnlyPlannedAreRefusedByName() {
    for (const char* kind : {"zb-h2", "zb-v", "dualpipe", "dualpipe-v"}) {
        const CliRun run = runCli(QString("schedule --kind %1 --json").arg(kind));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains(kind) && run.errors.contains("planned only"), run.errors.constData());
    }
}

void CliContract::aTableOfOnesOwnIsReplayedOrItsDeadlockNamed() {
    QTemporaryDir folder;
    const QString path = folder.filePath("table.csv");
    const auto replay = [&](const QByteArray& text) {
        QFile file(path);
        if (file.open(QIODevice::WriteOnly)) file.write(text);
        file.close();
        return runCli("schedule --json --table " + path);
    };
    const CliRun printed = runCli("schedule --kind zb-h1 --stages 2 --micro-batches 3 --json");
    const CliRun again = replay(printed.output);
    QCOMPARE(again.exitCode, 0);
    for (const char* key : {"ranks", "makespan", "bubble_fraction", "idle", "peak_in_flight", "chunks"})
        QCOMPARE(again.json()[key], printed.json()[key]);

    const CliRun stuck = replay("0F0,0B0,0F1,0B1\n1F0,1F1,1B0,1B1\n");
    QCOMPARE(stuck.exitCode, 1);
    QCOMPARE(stuck.json()["problems"].toArray().first().toObject()["code"].toString(), "schedule.deadlock");
    QVERIFY2(stuck.errors.contains("0B0 on rank 0 waits for 1B0, behind 1F1 on rank 1, which waits for 0F1, behind "
                                   "0B0 on rank 0"),
             stuck.errors.constData());

    const CliRun unread = replay("0F0 what\n");
    QCOMPARE(unread.exitCode, 2);
    QCOMPARE(unread.output, QByteArray());
    QVERIFY2(unread.errors.contains("\"what\" of rank 0 is no op"), unread.errors.constData());
}

void CliContract::helpAndVersionAnswerOnStandardOutput() {
    const CliRun help = runCli("--help");
    QCOMPARE(help.exitCode, 0);
    for (const char* command : {"model", "estimate", "compare", "schedule", "layout", "lr"})
        QVERIFY2(help.output.contains(command), command);
    const CliRun version = runCli("--version");
    QCOMPARE(version.exitCode, 0);
    QVERIFY(!version.output.trimmed().isEmpty() && version.errors.isEmpty());
}

QTEST_GUILESS_MAIN(CliContract)
#include "cli_contract_test.moc"
