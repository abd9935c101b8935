// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What callers rely on: exit codes, keys, an empty standard output when nothing was understood.
#include "tests/app/cli_process.h"

#include <QFile>
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
    void aPlanThatDoesNotFitSaysWhatItNeeds();
    void schedulesThatAreOnlyPlannedAreRefusedByName();
    void aTableOfOnesOwnIsReplayedOrItsDeadlockNamed();
    void helpAndVersionAnswerOnStandardOutput();
    void everyCommandsHelpHasExamplesAndExitCodes();
    void whatIsNotSettledIsNotInvented_data();
    void whatIsNotSettledIsNotInvented();
    void cardsThatTheClusterLacksAreRefused();
    void theStepsOfARateListAreThoseOfThePlan();
    void textHasUnitsAndMarks_data();
    void textHasUnitsAndMarks();
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
                                         << "./config.json: the file cannot be read";
    QTest::newRow("a path for a model") << "estimate --model ./config.json --json"
                                        << "./config.json: the file cannot be read";
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
                              << "--steps: without a plan file the number of updates is not known";
    QTest::newRow("report of another kind") << "report tiny-2x2x2 --to plan.docx --json"
                                            << "ends neither in .html nor in .pdf";
    QTest::newRow("warm-up of no known form") << "lr --lr 1 --scheduler WarmupLR --steps 3 --warmup-type cubic"
                                              << "use log or linear";
    QTest::newRow("no value") << "estimate --model gpt2 --tp"
                              << "--tp: its value is missing";
    QTest::newRow("empty value") << "estimate --model= --json"
                                 << "--model: its value is missing";
    QTest::newRow("empty folder") << "train " + shippedPlan("tiny-2x2x2") + " --checkpoint-every 1 --checkpoint-dir= --json --steps 1"
                                  << "--checkpoint-dir: its value is missing";
    QTest::newRow("unknown flag without its value") << "estimate --modell= --json"
                                                    << "--modell: ";
    QTest::newRow("a seed below zero") << "estimate --model gpt2 --seed -1 --json"
                                       << "--seed: \"seed\" = -1 is out of the range of its numbers, 0 to";
    QTest::newRow("a number that would wrap") << "estimate --model gpt2 --micro-batch -4294967295 --json"
                                              << "--micro-batch: ";
    QTest::newRow("no checkpoint") << "train --resume /nonexistent --json"
                                   << "/nonexistent: ";
    QTest::newRow("no text") << "train " + shippedPlan("tiny-2x2x2") + " --data /nonexistent --json"
                             << "--data: the text /nonexistent does not exist";
    QTest::newRow("given twice") << "estimate --model gpt2 --tp 2 --tp 4"
                                 << "--tp: it is given more than once; give it once";
    QTest::newRow("cost beyond all")
        << "schedule --forward 1e308 --json"
        << "--forward: 1e308 is more than a cost can be here; use costs up to 1e+15";
    QTest::newRow("infinite cost") << "schedule --forward 1e308k --json"
                                   << "--forward: \"1e308k\" is larger than a number can be here";
    QTest::newRow("cost that is no number") << "schedule --communication nan --json"
                                            << "--communication: \"nan\" is not a number";
    QTest::newRow("negative cost") << "schedule --weight-gradient -1 --json"
                                   << "--weight-gradient: -1 is less than 0";
    QTest::newRow("unknown scheduler") << "lr --lr 1 --total 9 --steps 2 --scheduler nonsense --json"
                                       << "use warmup-cosine, constant, deepspeed-range-test, LRRangeTest";
    QTest::newRow("unknown kind") << "schedule --kind nonsense --json"
                                  << "use gpipe, 1f1b, interleaved, ";
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
    QTest::newRow("a warm-up beyond the end") << "lr --lr 1 --warmup 10 --total 5 --steps 10"
                                              << "rates";
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

void CliContract::everyCommandsHelpHasExamplesAndExitCodes() {
    for (const char* command :
         {"model", "estimate", "compare", "schedule", "layout", "lr", "train", "parity", "devices"}) {
        const CliRun help = runCli(QString("%1 --help").arg(command));
        QCOMPARE(help.exitCode, 0);
        QVERIFY2(help.output.contains(QByteArray("shardscope-cli ") + command + ' '), command);
        QVERIFY2(help.output.contains("Exit codes:") && help.output.contains("--"), command);
    }
    QVERIFY(runCli("estimate --help").output.contains("none, selective or full"));
}

void CliContract::whatIsNotSettledIsNotInvented_data() {
    QTest::addColumn<QString>("arguments");
    QTest::newRow("a model") << "estimate --model gpt2 --cards 33 --tp 8";
    QTest::newRow("a bare count") << "estimate --parameters 13e9 --cards 33 --tp 8";
}

void CliContract::whatIsNotSettledIsNotInvented() {
    QFETCH(QString, arguments);
    const CliRun run = runCli(arguments + " --json");
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.firstProblem(), "cli.dp-not-whole");
    const QJsonObject layout = run.json()["layout"].toObject();
    QVERIFY(layout.contains("dp") && layout["dp"].isNull());
    QCOMPARE(layout["cards"].toInt(), 33);
    QCOMPARE(layout["tp"].toInt(), 8);
    QVERIFY(run.json()["plan"].isNull() || run.json()["plan"].isUndefined());
}

void CliContract::cardsThatTheClusterLacksAreRefused() {
    const CliRun run = runCli("layout --tp 8 --dp 2 --cards 8 --json");
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.firstProblem(), "layout.cards");
    QVERIFY(run.json()["ranks"].toArray().isEmpty());
    QVERIFY2(run.errors.contains("= 16") && run.errors.contains("8 cards"), run.errors);
    QCOMPARE(runCli("layout --tp 8 --dp 2 --cards 16 --json").exitCode, 0);
}

void CliContract::theStepsOfARateListAreThoseOfThePlan() {
    const CliRun run = runCli("lr " + shippedPlan("tiny-2x2x2") + " --json");
    QCOMPARE(run.exitCode, 0);
    QFile file(shippedPlan("tiny-2x2x2"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const int steps = QJsonDocument::fromJson(file.readAll()).object()["run"].toObject()["steps"].toInt();
    QVERIFY(steps > 0);
    QCOMPARE(run.json()["rates"].toArray().size(), steps);
}

void CliContract::textHasUnitsAndMarks_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QStringList>("said");
    const QString tiny = shippedPlan("tiny-2x2x2"), gpt2 = shippedPlan("gpt2-8xa100");
    QTest::newRow("estimate") << "estimate " + tiny
                              << QStringList{"○ predicted", "virtual time",   " tokens/s",  "FLOP/s",
                                             " tokens\n",   "no price given", "in KiB",     "card-",
                                             "8 cards",     "1 node of 8"};
    QTest::newRow("with a price") << "estimate " + gpt2 + " --price 2"
                                  << QStringList{" USD\n", "○ predicted"};
    QTest::newRow("one card") << "estimate --model gpt2"
                              << QStringList{"on 1 card (",
                                             "= 1 replica × 4 micro-batches of 1, 1,024 tokens each"};
    QTest::newRow("bare count") << "estimate --parameters 13e9 --cards 32 --tp 8 --pp 2 --zero 2"
                                << QStringList{"○ 87.8 GiB per card", "○ 6.81 GiB per card",
                                               "divide gradients and optimizer state by T·P = 16"};
    QTest::newRow("compare") << "compare " + tiny + ' ' + gpt2
                             << QStringList{"○ A", "○ B", "no price", "rate of the whole job",
                                            "virtual time"};
    QTest::newRow("schedule") << "schedule"
                              << QStringList{"○ 33 units", "○ 27.3 %", "4 chunks", "1 chunk\n",
                                             "○ predicted"};
    QTest::newRow("devices") << "devices" << QStringList{"● measured", "FLOP/s", "GB/s"};
    QTest::newRow("lr") << "lr --lr 1 --total 3 --steps 3" << QStringList{"○ learning rate"};
}

void CliContract::textHasUnitsAndMarks() {
    QFETCH(QString, arguments);
    QFETCH(QStringList, said);
    const CliRun run = runCli(arguments);
    QCOMPARE(run.exitCode, 0);
    for (const QString& words : said)
        QVERIFY2(run.output.contains(words.toUtf8()), qPrintable(words + " is not in\n" + run.output));
    for (const char* never : {"_seconds", "_bytes", "e-1", " nan", " 1 cards", "1 nodes"})
        QVERIFY2(!run.output.contains(never), never);
}

QTEST_GUILESS_MAIN(CliContract)
#include "cli_contract_test.moc"
