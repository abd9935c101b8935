// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the command line reads: plan files, pipes and devices, numbers and flags, and the place that a message
// names where one of them is wrong.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>

class CliInput : public QObject {
    Q_OBJECT

private slots:
    void aDamagedPlanIsNamedWithItsPlace();
    void aRuleBrokenByAFileIsNamedWithItsPlace();
    void aNumberThatAFieldCannotHoldIsRefused();
    void aPlanIsAFileOrAPipeThatEnds_data();
    void aPlanIsAFileOrAPipeThatEnds();
    void aPlanMayComeThroughAPipeOfTheShell();
    void aNameCannotBreakTheLineOfAnError();
    void sequenceParallelIsAPlainFlag();
    void aNameThatIsNearlyAPlansIsSaid();
    void aModelSpeltWithOtherPunctuationIsSaid();
    void aShapeThatTheCardsDoNotDivideByIsTheFlagsFault();
    void helpIsAWordToo();
    void anyValueOfAPlanCanBeSetByItsPointer();
    void aValueThatNoPlanMayHoldIsRefusedAtItsPointer_data();
    void aValueThatNoPlanMayHoldIsRefusedAtItsPointer();
    void anEmptyWordIsNoValue_data();
    void anEmptyWordIsNoValue();
    void bytesThatAreNoTextAreShownAsSuch();
    void offloadingNeedsAFolderThatTakesIt();
    void bytesTakeUnitsAndRefuseOthers();
    void aFullDiskOnStandardOutputIsAFailureWithASentence();
    void aReaderThatGoesAwayStopsTraining();
};

void CliInput::aDamagedPlanIsNamedWithItsPlace() {
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

void CliInput::aRuleBrokenByAFileIsNamedWithItsPlace() {
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

void CliInput::aNumberThatAFieldCannotHoldIsRefused() {
    for (const char* flags : {"--model gpt2 --micro-batch 4294967297", "--model gpt2 --dp 4294967297",
                              "--parameters 1e30", "--parameters 13e9 --cards 8 --tp 4294967297"}) {
        const CliRun run = runCli(QString("estimate %1 --json").arg(flags));
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.output, QByteArray());
        QVERIFY2(run.errors.contains("is more than this holds"), run.errors.constData());
    }
}

void CliInput::aPlanIsAFileOrAPipeThatEnds_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("said");
    QTest::newRow("named pipe") << "pipe"
                                << "this is a named pipe, a socket or a device, not a file; name a file";
    QTest::newRow("endless device") << "/dev/zero"
                                    << "this is a named pipe, a socket or a device, not a file; name a file";
    QTest::newRow("empty device") << "/dev/null"
                                  << "this is a named pipe, a socket or a device, not a file; name a file";
    QTest::newRow("folder") << "/tmp"
                            << "this is a folder, not a file; name a file";
}

void CliInput::aPlanIsAFileOrAPipeThatEnds() {
    QFETCH(QString, kind);
    QFETCH(QString, said);
    QTemporaryDir folder;
    QString file = kind;
    if (kind == "pipe") {
        file = folder.filePath("pipe");
        QCOMPARE(::mkfifo(qPrintable(file), 0600), 0);
    }
    for (const char* command : {"estimate", "train", "parity", "lr"}) {
        const CliRun run = runCli(QString("%1 %2 --json").arg(command, file));
        QCOMPARE(run.exitCode, 2);
        QCOMPARE(run.output, QByteArray());
        QVERIFY2(run.errors.contains((file + ": " + said).toUtf8()), run.errors);
    }
}

void CliInput::aPlanMayComeThroughAPipeOfTheShell() {
    QProcess shell;
    shell.start("bash", {"-c", "\"$0\" estimate <(sleep 0.2; cat \"$1\") --json", SHARDSCOPE_CLI,
                         shippedPlan("tiny-2x2x2")});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.exitCode(), 0);
    const QJsonObject json = QJsonDocument::fromJson(shell.readAllStandardOutput()).object();
    QCOMPARE(json["layout"].toObject()["cards"].toInt(), 8);
    // More than a plan can be: refused, however long the pipe goes on.
    shell.start("bash", {"-c", "\"$0\" estimate <(cat /dev/zero) --json", SHARDSCOPE_CLI});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.exitCode(), 2);
    QVERIFY2(shell.readAllStandardError().contains("bytes, more than the"), "no limit");
}

void CliInput::aNameCannotBreakTheLineOfAnError() {
    QProcess process;
    process.start(SHARDSCOPE_CLI, {"estimate", "no\nwhere\x1b[31m.json", "--tp", "t\x07o", "--json"});
    QVERIFY(process.waitForFinished(60'000));
    QByteArray errors = process.readAllStandardError();
    process.start(SHARDSCOPE_CLI, {"estimate", "--model", "gpt2", "--tp", "t\x07o", "--json"});
    QVERIFY(process.waitForFinished(60'000));
    errors += process.readAllStandardError();
    QVERIFY2(errors.contains("no\\nwhere\\x1b[31m.json: ") && errors.contains("t\\x07o"), errors);
    QCOMPARE(errors.count('\n'), 2);
    for (const char byte : errors) QVERIFY(static_cast<unsigned char>(byte) >= 0x20 || byte == '\n');
}

void CliInput::sequenceParallelIsAPlainFlag() {
    const QString estimate = "estimate --model gpt3-13b --tp 8 --cards 8 --zero 1 --json ";
    for (const auto& [flag, value] : {std::pair{"--sequence-parallel", true},
                                      {"--sequence-parallel=on", true},
                                      {"--sequence-parallel=off", false},
                                      {"", false}}) {
        const QJsonObject plan = runCli(estimate + flag).json()["plan"].toObject();
        QVERIFY2(plan["sequence_parallel"].isBool(), flag);
        QCOMPARE(plan["sequence_parallel"].toBool(), value);
    }
    // It takes no value: the word after it is the plan.
    const CliRun run =
        runCli("estimate --sequence-parallel " + shippedPlan("gpt3-175b-1024xa100") + " --json");
    QVERIFY2(run.json()["plan"].toObject()["sequence_parallel"].toBool(), run.errors);
}

void CliInput::aNameThatIsNearlyAPlansIsSaid() {
    for (const char* command : {"estimate tiny-2x2", "train tiny-2x2", "compare tiny-2x2x2 tiny-2x2", "rescale tiny-2x2 --cards 4"}) {
        const CliRun run = runCli(command);
        QCOMPARE(run.exitCode, 2);
        QVERIFY2(run.errors.contains("tiny-2x2 and no such plan is shipped; did you mean tiny-2x2x2?"), run.errors.constData());
    }
}

void CliInput::aModelSpeltWithOtherPunctuationIsSaid() {
    const CliRun run = runCli("estimate --model llama2-7b");
    QVERIFY2(run.errors.contains("did you mean llama-2-7b?"), run.errors.constData());
}

void CliInput::aShapeThatTheCardsDoNotDivideByIsTheFlagsFault() {
    const CliRun run = runCli("estimate --model gpt2 --cards 16 --tp 3");
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.startsWith("--tp: 16 cards do not divide"), run.errors.constData());
}

void CliInput::helpIsAWordToo() {
    QCOMPARE(runCli("help train").output, runCli("train --help").output);
    QCOMPARE(runCli("help").output, runCli("--help").output);
}

void CliInput::anyValueOfAPlanCanBeSetByItsPointer() {
    QTemporaryDir folder;
    const QString saved = folder.filePath("set.shardscope.json");
    const CliRun kept = runCli("estimate tiny-2x2x2 --set /layout/stage_layers=[1,3] --set /optimizer/lr=0.002 "
                               "--set /name=lopsided --set /model/layers=4 --set /zero=null --save " + saved);
    QCOMPARE(kept.errors, QByteArray());
    QCOMPARE(kept.exitCode, 0);
    QFile file(saved);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QJsonObject plan = QJsonDocument::fromJson(file.readAll()).object();
    QCOMPARE(plan["name"].toString(), QString("lopsided"));
    QCOMPARE(plan["layout"]["stage_layers"].toArray(), (QJsonArray{1, 3}));
    QCOMPARE(plan["optimizer"]["lr"].toDouble(), 0.002);
    QCOMPARE(plan["zero"]["stage"].toInt(), 0);
    QCOMPARE(plan["layout"]["tp"].toInt(), 2);
}

void CliInput::aValueThatNoPlanMayHoldIsRefusedAtItsPointer_data() {
    QTest::addColumn<QString>("flag");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("error");
    QTest::newRow("beyond its range") << "--set /run/collective_timeout_seconds=1e10" << 1 << "--set /run/collective_timeout_seconds: ";
    QTest::newRow("misspelt") << "--set /layout/stage_layer=[1,3]" << 2 << "--set /layout/stage_layer: ";
    QTest::newRow("wrong type") << "--set /layout/tp=two" << 2 << "--set /layout/tp: ";
    QTest::newRow("broken rule") << "--set /layout/stage_layers=[1,1]" << 1 << "--set /layout/stage_layers: ";
    QTest::newRow("no pointer") << "--set layout.tp=2" << 2 << "--set: layout.tp=2 does not say";
    QTest::newRow("no value") << "--set /layout/tp" << 2 << "--set: /layout/tp does not say";
    QTest::newRow("inside a number") << "--set /layout/tp/x=2" << 2 << "--set: /layout/tp/x=2 does not say";
}

void CliInput::aValueThatNoPlanMayHoldIsRefusedAtItsPointer() {
    QFETCH(QString, flag);
    QFETCH(int, exitCode);
    QFETCH(QString, error);
    const CliRun run = runCli("estimate tiny-2x2x2 " + flag);
    QCOMPARE(run.exitCode, exitCode);
    QCOMPARE(run.output, QByteArray());
    QVERIFY2(QString(run.errors).startsWith(error), run.errors.constData());
}

void CliInput::anEmptyWordIsNoValue_data() {
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("place");
    const QString plan = shippedPlan("tiny-2x2x2");
    QTest::newRow("resume") << QStringList{"train", "--resume", ""} << "--resume";
    QTest::newRow("data") << QStringList{"train", plan, "--data", ""} << "--data";
    QTest::newRow("control file") << QStringList{"train", plan, "--control-file", ""} << "--control-file";
    QTest::newRow("table") << QStringList{"schedule", "--table", ""} << "--table";
    QTest::newRow("plan") << QStringList{"layout", ""} << "PLAN";
    QTest::newRow("plan behind a plain flag") << QStringList{"estimate", "--json", ""} << "PLAN";
    QTest::newRow("checkpoint") << QStringList{"checkpoint", "show", ""} << "";
    QTest::newRow("of a command within one") << QStringList{"checkpoint", "convert", "nowhere", "--to=", "--dtype=bf16"} << "--to";
}

void CliInput::anEmptyWordIsNoValue() {
    QFETCH(QStringList, words);
    QFETCH(QString, place);
    QProcess process;
    process.start(SHARDSCOPE_CLI, words);
    QVERIFY(process.waitForFinished(60'000));
    const QByteArray errors = process.readAllStandardError();
    QCOMPARE(process.exitCode(), 2);
    QVERIFY2(errors.startsWith(place.toUtf8()) && errors.contains(": its value is missing; "), errors);
    QCOMPARE(errors.count('\n'), 1);
    QCOMPARE(process.readAllStandardOutput(), QByteArray());
}

void CliInput::bytesThatAreNoTextAreShownAsSuch() {
    QTemporaryDir folder;
    QFile table(folder.filePath("table"));
    QVERIFY(table.open(QIODevice::WriteOnly));
    table.write("0F0 \xfe\xff 0B0\n");
    table.close();
    for (const QString& command : {QString("estimate --model gpt2 --cards=$'\\xff'"), "schedule --table " + table.fileName()}) {
        QProcess shell;
        shell.start("bash", {"-c", "\"$0\" " + command, SHARDSCOPE_CLI});
        QVERIFY(shell.waitForFinished(60'000));
        const QByteArray errors = shell.readAllStandardError();
        QCOMPARE(shell.exitCode(), 2);
        QVERIFY2(QString::fromUtf8(errors).toUtf8() == errors && errors.contains("\\xff"), errors);
    }
}

void CliInput::offloadingNeedsAFolderThatTakesIt() {
    QFile shipped(shippedPlan("tiny-2x2x2"));
    QVERIFY(shipped.open(QIODevice::ReadOnly));
    QByteArray text = shipped.readAll();
    QTemporaryDir folder;
    QFile file(folder.filePath("plan.json"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text.replace("\"stage\": 1", "\"stage\": 1, \"offload_optimizer\": \"nvme\", \"offload_directory\": \"/proc/nope\""));
    file.close();
    for (const char* command : {"train", "parity"}) {
        const CliRun run = runCli(QString("%1 %2 --json").arg(command, file.fileName()));
        QCOMPARE(run.exitCode, 1);
        QVERIFY2(run.errors.contains("(/zero/offload_directory): the folder /proc/nope for what is offloaded does not exist; make it first"), run.errors);
    }
    const QString mistyped = folder.filePath("ofload");
    const CliRun run = runCli(QString("train tiny-2x2x2 --zero 1 --offload-optimizer nvme --set /zero/offload_directory=%1").arg(mistyped));
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("does not exist; make it first") && !QFile::exists(mistyped), run.errors);
    const CliRun full = runCli("train tiny-2x2x2 --zero 1 --offload-optimizer nvme --set /zero/offload_directory=/proc");
    QVERIFY2(full.exitCode == 1 && full.errors.contains("the folder /proc cannot take what is offloaded"), full.errors);
}

void CliInput::bytesTakeUnitsAndRefuseOthers() {
    const CliRun sized = runCli("estimate tiny-2x2x2 --card-memory 1MiB --json");
    QCOMPARE(sized.json()["memory"].toObject()["capacity_bytes"].toInteger(), qint64(1) << 20);
    for (const QString& flag : {QStringLiteral("--card-memory"), QStringLiteral("--record-limit")}) {
        const CliRun wrong = runCli(QString("train tiny-2x2x2 %1 1MeB").arg(flag));
        QCOMPARE(wrong.exitCode, 2);
        QVERIFY2(wrong.errors.startsWith(flag.toUtf8() + ": \"1MeB\" is no number of bytes; write bytes, or a number with KiB, MiB"), wrong.errors);
    }
}

void CliInput::aFullDiskOnStandardOutputIsAFailureWithASentence() {
    for (const QString& arguments : {QStringLiteral("estimate tiny-2x2x2"), QStringLiteral("estimate tiny-2x2x2 --json"),
                                     QStringLiteral("plan --help"), QStringLiteral("train tiny-2x2x2 --steps 2"),
                                     QStringLiteral("train tiny-2x2x2 --steps 2 --json")}) {
        QProcess process;
        process.setStandardOutputFile("/dev/full");
        process.start(SHARDSCOPE_CLI, arguments.split(u' '));
        QVERIFY(process.waitForFinished(60'000));
        const QByteArray errors = process.readAllStandardError();
        QVERIFY2(process.exitCode() == 3, qPrintable(arguments));
        QVERIFY2(errors.contains("standard output: it cannot be written (No space left on device), and what was printed is not complete"), errors);
    }
}

// As README says: a reader that has seen enough is a stop, no failure.
void CliInput::aReaderThatGoesAwayStopsTraining() {
    QProcess shell;
    shell.start("bash", {"-c", "\"$0\" train tiny-2x2x2 --steps 100000 2>/dev/null | head -3 >/dev/null; echo ${PIPESTATUS[0]}", SHARDSCOPE_CLI});
    QVERIFY(shell.waitForFinished(60'000));
    QCOMPARE(shell.readAllStandardOutput().trimmed(), QByteArray("0"));
}

QTEST_GUILESS_MAIN(CliInput)
#include "cli_input_test.moc"
