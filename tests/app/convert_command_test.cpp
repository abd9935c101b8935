// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// checkpoint convert from the command line: there, trained on, and back; exit codes and what is left of refusals.
#include "tests/app/cli_process.h"
#include "tests/support/engine_runs.h"
#include "tests/support/huggingface.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace engine_runs;

class ConvertCommandTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aModelIsTakenTrainedAndGivenBack();
    void refusalsHaveTheirExitCodeAndLeaveNothing_data();
    void refusalsHaveTheirExitCodeAndLeaveNothing();
    void aDamagedCheckpointIsNotConverted();

private:
    [[nodiscard]] QString path(const QString& name) const { return m_directory.filePath(name); }
    QTemporaryDir m_directory;
};

void ConvertCommandTest::initTestCase() {
    core::Plan plan = support::hfPlan("gpt2");
    plan.name = "taken";
    plan.data.path = writeTrainingText(path("text.txt")).toStdString();
    plan.run.steps = 2;
    plan.run.sample.every = 0;
    plan.run.validateEvery = 2;
    QVERIFY(core::savePlan(plan, path("plan.json").toStdString()));
    plan.model.ffn = 64;
    QVERIFY(core::savePlan(plan, path("other.json").toStdString()));
    plan.layout.tp = 3;
    QVERIFY(core::savePlan(plan, path("broken.json").toStdString()));
    QVERIFY(QFile::link(QString::fromStdString(support::hfFolder("gpt2").string()), path("gpt2")));
    QVERIFY(QDir().mkdir(path("full")));
    QVERIFY(QFile::copy(path("text.txt"), path("full/text.txt")));
    const CliRun run = runCli("checkpoint convert " + path("gpt2") + " --plan " + path("plan.json") + " --to " + path("ours") + " --json");
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    const QJsonObject json = run.json();
    QCOMPARE(json["format"].toString(), "shardscope");
    QCOMPARE(json["to"].toString(), path("ours/step-00000000"));
    QCOMPARE(json["step"].toInt(-1), 0);
    QCOMPARE(json["tensors"].toArray().size(), 28);
}

void ConvertCommandTest::aModelIsTakenTrainedAndGivenBack() {
    QCOMPARE(runCli("checkpoint verify " + path("ours")).exitCode, 0);
    const CliRun run = runCli("train " + path("plan.json") + " --json --resume " + path("ours") +
                              " --checkpoint-every 2 --checkpoint-dir " + path("trained"));
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(bodiesOf<core::ProblemEvent>(run.output).empty());  // nothing has been read yet that could be another
    const auto validations = bodiesOf<core::ValidationEvent>(run.output);
    QCOMPARE(validations.size(), std::size_t(2));
    QCOMPARE(validations[0].step, 0);
    const auto steps = bodiesOf<core::StepEvent>(run.output);
    QCOMPARE(steps.front().step, 1);
    QVERIFY(steps.front().loss > 5 && validations[1].loss < validations[0].loss);

    const CliRun back = runCli("checkpoint convert " + path("ours") + " --to " + path("back"));
    QVERIFY2(back.exitCode == 0 && back.errors.isEmpty(), back.errors.constData());
    QVERIFY(support::rawTensors(path("back").toStdString()) == support::rawTensors(support::hfFolder("gpt2")));
    const CliRun half = runCli("checkpoint convert " + path("trained") + " --to " + path("half") + " --dtype bf16 --json");
    QCOMPARE(half.exitCode, 0);
    QCOMPARE(half.json()["step"].toInt(), 2);
    QCOMPARE(half.json()["tensors"].toArray().at(0).toObject()["dtype"].toString(), "BF16");
    QCOMPARE(half.json()["bytes"].toInt(),
             int(QFileInfo(path("half/model.safetensors")).size() + QFileInfo(path("half/config.json")).size()));
}

void ConvertCommandTest::refusalsHaveTheirExitCodeAndLeaveNothing_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("sentence");
    const QString to = " --to " + path("new");
    QTest::newRow("not a new folder") << path("ours") + " --to " + path("full") << 1 << "the folder is not empty; name a new";
    QTest::newRow("not a new folder, from there")
        << path("gpt2") + " --plan " + path("plan.json") + " --to " + path("full") << 1 << "the folder is not empty";
    QTest::newRow("another model") << path("gpt2") + " --plan " + path("other.json") + to << 1
                                   << "transformer.h.0.mlp.c_fc.weight is 32 × 128, in the plan's model 32 × 64";
    QTest::newRow("a broken plan") << path("gpt2") + " --plan " + path("broken.json") + to << 1 << "tp=3";
    QTest::newRow("no plan") << path("gpt2") + to << 2 << "with --plan";
    QTest::newRow("a plan too many") << path("ours") + " --plan " + path("plan.json") + to << 2 << "leave out --plan";
    QTest::newRow("no such plan") << path("gpt2") + " --plan " + path("none.json") + to << 2 << "none.json";
    QTest::newRow("no such type") << path("ours") + to + " --dtype fp8" << 2 << "fp32, bf16 or fp16";
    QTest::newRow("a type too many") << path("gpt2") + " --plan " + path("plan.json") + to + " --dtype bf16" << 2 << "leave out --dtype";
    QTest::newRow("no such checkpoint") << path("nowhere") + to << 2 << "there is no checkpoint here";
    QTest::newRow("no folder named") << path("ours") << 2 << "--to";
    QTest::newRow("below a file") << path("ours") + " --to " + path("text.txt/new") << 1 << "another folder with --to";
}

void ConvertCommandTest::refusalsHaveTheirExitCodeAndLeaveNothing() {
    QFETCH(QString, arguments);
    QFETCH(int, exitCode);
    QFETCH(QString, sentence);
    const QStringList before = QDir(m_directory.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System);
    const CliRun run = runCli("checkpoint convert " + arguments + " --json");
    QVERIFY2(run.exitCode == exitCode, run.errors.constData());
    QVERIFY2(QString::fromUtf8(run.errors).contains(sentence), run.errors.constData());
    QCOMPARE(run.output.isEmpty(), exitCode == 2);
    if (exitCode == 1) QVERIFY(run.json().contains("step") && !run.firstProblem().isEmpty());
    QCOMPARE(QDir(m_directory.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System), before);
    QCOMPARE(QDir(path("full")).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList{"text.txt"});
}

void ConvertCommandTest::aDamagedCheckpointIsNotConverted() {
    const QString shard = path("ours/step-00000000/rank-00000.safetensors");
    QFile file(shard);
    QVERIFY(file.open(QIODevice::ReadWrite) && file.seek(file.size() - 9) && file.putChar('\x55'));
    file.close();
    const CliRun run = runCli("checkpoint convert " + path("ours") + " --to " + path("new") + " --json");
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.firstProblem(), "checkpoint.damaged-slice");
    QVERIFY(!QFileInfo::exists(path("new")));
}

QTEST_GUILESS_MAIN(ConvertCommandTest)
#include "convert_command_test.moc"
