// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Checkpoints from the command line: saved on time, on command and at a stop, shown, verified, resumed in the
// same and in another layout, and after a kill.
#include "core/checkpoint/find_checkpoint.h"
#include "tests/app/cli_process.h"
#include "tests/support/engine_runs.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

namespace fs = std::filesystem;

using namespace engine_runs;

namespace {

std::vector<double> lossesOf(const QByteArray& output) {
    std::vector<double> losses;
    for (const core::StepEvent& step : bodiesOf<core::StepEvent>(output)) losses.push_back(step.loss);
    return losses;
}

}  // namespace

class CheckpointCommandTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aResumedRunGoesOnWithTheSameLossesToTheLastBit();
    void aMovedCheckpointGoesOnWhereItLies();
    void anotherLayoutGoesOnWithTheSameLosses();
    void showListsStepLayoutAndTensors();
    void verifyNamesDamageAndResumeRefusesIt();
    void anotherModelIsRefusedByTheFieldThatDiffers();
    void whatCannotGoOnSaysWhy_data();
    void whatCannotGoOnSaysWhy();
    void anotherTextIsAWarning();
    void anotherLengthOfTheLearningRateIsAWarning();
    void theCommandIsAnsweredWithAnEventAlsoWhilePaused();
    void aStopSavesFirstWhereThePlanSaysSo();
    void aFolderThatCannotBeWrittenIsRefusedBeforeTheRun();
    void theLastCheckpointOfAKilledRunGoesOn();

private:
    [[nodiscard]] QString folder(const QString& name) const { return m_directory.filePath(name); }
    [[nodiscard]] CliRun train(const QString& arguments) const { return runCli("train " + arguments); }

    QTemporaryDir m_directory;
    QString m_plan;           // 1 × 2 × 2 cards, 10 steps
    std::vector<double> m_ten;  // its losses in one go
};

void CheckpointCommandTest::initTestCase() {
    core::Plan plan = smallPlan(writeTrainingText(folder("text.txt")));
    plan.cluster.gpusPerNode = 4;
    plan.layout.pp = plan.layout.dp = 2;
    plan.zero.stage = 1;
    plan.batch.global = 8;
    plan.run.steps = 10;
    plan.run.validateEvery = plan.run.sample.every = 0;
    plan.lrSchedule.total = 40;
    m_plan = folder("small.shardscope.json");
    QVERIFY(core::savePlan(plan, m_plan.toStdString()));
    const CliRun run = train(m_plan + " --json --checkpoint-every 5 --checkpoint-dir " + folder("ten"));
    QCOMPARE(run.exitCode, 0);
    m_ten = lossesOf(run.output);
    QCOMPARE(m_ten.size(), std::size_t(10));
    const auto events = bodiesOf<core::CheckpointEvent>(run.output);
    QCOMPARE(events.size(), std::size_t(2));
    QCOMPARE(events[1].step, 10);
    QVERIFY(events[1].path.ends_with("/step-00000010") && events[1].seconds > 0);
    QVERIFY(events[1].bytes.value() > 3 * 4 * 16 * 256);
}

void CheckpointCommandTest::aResumedRunGoesOnWithTheSameLossesToTheLastBit() {
    for (const QString& plan : {QString(), m_plan}) {
        const CliRun run = train(plan + " --json --checkpoint-every 0 --resume " + folder("ten/step-00000005"));
        QCOMPARE(run.exitCode, 0);
        const auto hello = bodiesOf<core::HelloEvent>(run.output);
        QCOMPARE(hello.size(), std::size_t(1));
        QCOMPARE(hello[0].startStep, 5);
        QVERIFY(hello[0].resumedFrom.ends_with("step-00000005"));
        QCOMPARE(bodiesOf<core::StepEvent>(run.output).front().step, 6);
        QCOMPARE(lossesOf(run.output), std::vector<double>(m_ten.begin() + 5, m_ten.end()));
        QCOMPARE(bodiesOf<core::ByeEvent>(run.output).front().steps, 10);
        QVERIFY(bodiesOf<core::ProblemEvent>(run.output).empty());
    }
}

void CheckpointCommandTest::aMovedCheckpointGoesOnWhereItLies() {
    std::filesystem::copy(folder("ten").toStdString(), folder("moved").toStdString(), std::filesystem::copy_options::recursive);
    const CliRun run = train("--json --steps 11 --checkpoint-every 1 --resume " + folder("moved"));
    QVERIFY2(run.exitCode == 0, run.errors.constData());
    QVERIFY(QDir(folder("moved/step-00000011")).exists());
    QVERIFY(!QDir(folder("ten/step-00000011")).exists());
}

void CheckpointCommandTest::anotherLayoutGoesOnWithTheSameLosses() {
    for (const char* flags : {"--tp 2 --pp 1 --dp 1 --zero 0", "--tp 1 --pp 1 --dp 4 --zero 3 --schedule gpipe",
                              "--tp 2 --pp 2 --dp 2 --order deepspeed-3d"}) {
        const CliRun run = train(QString("--json --checkpoint-every 0 --resume ") + folder("ten/step-00000005") + ' ' + flags);
        QVERIFY2(run.exitCode == 0, run.errors.constData());
        const std::vector<double> losses = lossesOf(run.output);
        QCOMPARE(losses.size(), std::size_t(5));
        for (std::size_t i = 0; i < losses.size(); ++i)
            QVERIFY(std::abs(losses[i] - m_ten[5 + i]) <= 1e-5 * m_ten[5 + i]);
    }
}

void CheckpointCommandTest::showListsStepLayoutAndTensors() {
    const CliRun run = runCli("checkpoint show " + folder("ten") + " --json");
    QCOMPARE(run.exitCode, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["step"].toInt(), 10);
    QCOMPARE(json["samples"].toInt(), 80);
    QCOMPARE(json["layout"].toObject()["pp"].toInt(), 2);
    QCOMPARE(json["layout"].toObject()["zero_stage"].toInt(), 1);
    QCOMPARE(json["checkpoints"].toArray().size(), 2);
    bool found = false;
    for (const QJsonValue& tensor : json["tensors"].toArray())
        if (tensor["name"] == "block.1.attention.qkv.weight") {
            found = true;
            QCOMPARE(tensor["shape"].toArray(), (QJsonArray{48, 16}));
            QCOMPARE(tensor["shard_axis"].toInt(-1), 0);
            QCOMPARE(tensor["parts"].toArray().size(), 3);
            QCOMPARE(tensor["parts"][2]["name"].toString(), "v");
        }
    QVERIFY(found);
    const CliRun text = runCli("checkpoint show " + folder("ten"));
    QVERIFY(text.output.contains("step 10, 80 sequences seen") && text.output.contains("block.1.mlp.down.weight"));
    QCOMPARE(runCli("checkpoint verify " + folder("ten")).exitCode, 0);
    const CliRun nowhere = runCli("checkpoint verify " + folder("nowhere") + " --json");
    QCOMPARE(nowhere.exitCode, 2);
    QVERIFY(nowhere.output.isEmpty() && nowhere.errors.contains("no checkpoint"));
}

void CheckpointCommandTest::verifyNamesDamageAndResumeRefusesIt() {
    fs::copy(folder("ten").toStdString(), folder("harmed").toStdString(), fs::copy_options::recursive);
    QFile file(folder("harmed/step-00000010/rank-00003.safetensors"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    file.seek(file.size() - 9);
    file.write("x");
    file.close();
    const CliRun verified = runCli("checkpoint verify " + folder("harmed") + " --json");
    QCOMPARE(verified.exitCode, 1);
    QCOMPARE(verified.firstProblem(), "checkpoint.damaged-slice");
    QCOMPARE(verified.json()["sound"].toBool(true), false);
    const CliRun resumed = train("--json --resume " + folder("harmed"));
    QCOMPARE(resumed.exitCode, 1);
    QVERIFY2(resumed.errors.contains("rank-00003.safetensors") && resumed.errors.contains("step-00000005"),
             resumed.errors.constData());
    QCOMPARE(bodiesOf<core::ProblemEvent>(resumed.output).front().problem.code, "checkpoint.damaged-slice");
    QCOMPARE(train("--json --steps 6 --checkpoint-every 0 --resume " + folder("harmed/step-00000005")).exitCode, 0);
}

void CheckpointCommandTest::anotherModelIsRefusedByTheFieldThatDiffers() {
    core::Plan plan = core::loadPlan(m_plan.toStdString()).value();
    plan.model.ffn = 128;
    const QString other = folder("other.shardscope.json");
    QVERIFY(core::savePlan(plan, other.toStdString()));
    const CliRun run = train(other + " --resume " + folder("ten"));
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("/model/ffn") && run.errors.contains("64") && run.errors.contains("128"),
             run.errors.constData());
}

void CheckpointCommandTest::whatCannotGoOnSaysWhy_data() {
    QTest::addColumn<QString>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    QTest::addColumn<int>("exitCode");
    QTest::newRow("nothing left") << "--resume TEN" << QByteArray("ends at step 10; give --steps more than 10") << 1;
    QTest::newRow("another batch") << "--resume TEN --steps 20 --global-batch 16"
                                   << QByteArray("batches of 8 sequences") << 1;
    QTest::newRow("no checkpoint") << "PLAN --resume TEN/nothing" << QByteArray("no checkpoint here") << 2;
    QTest::newRow("neither plan nor checkpoint") << "" << QByteArray("neither a plan file nor a checkpoint") << 2;
}

void CheckpointCommandTest::whatCannotGoOnSaysWhy() {
    QFETCH(QString, arguments);
    QFETCH(QByteArray, sentence);
    QFETCH(int, exitCode);
    const CliRun run = train(arguments.replace("TEN", folder("ten")).replace("PLAN", m_plan));
    QCOMPARE(run.exitCode, exitCode);
    QVERIFY2(run.errors.contains(sentence), run.errors.constData());
}

void CheckpointCommandTest::anotherTextIsAWarning() {
    const QString arguments = "--json --steps 11 --checkpoint-every 0 --resume " + folder("ten");
    const CliRun run = train(arguments + " --seed 7 --data " SHARDSCOPE_SOURCE_DIR "/LICENSE");
    QCOMPARE(run.exitCode, 0);
    QStringList codes;
    for (const core::ProblemEvent& event : bodiesOf<core::ProblemEvent>(run.output)) {
        QCOMPARE(event.problem.severity, core::Severity::Warning);
        codes << QString::fromStdString(event.problem.code);
    }
    QCOMPARE(codes, (QStringList{"checkpoint.other-seed", "checkpoint.other-text"}));
}

void CheckpointCommandTest::anotherLengthOfTheLearningRateIsAWarning() {
    // The plan's own length, 40, keeps its rates however long the run; without one they follow --steps.
    const QString from = QString(" --json --checkpoint-every 0 --resume ") + folder("ten/step-00000005");
    const CliRun kept = train(from + " --steps 12");
    QCOMPARE(kept.exitCode, 0);
    QVERIFY(bodiesOf<core::ProblemEvent>(kept.output).empty());
    const CliRun other = train(from + " --steps 12 --set /lr_schedule/total=null");
    QCOMPARE(other.exitCode, 0);
    const auto problems = bodiesOf<core::ProblemEvent>(other.output);
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems[0].problem.severity, core::Severity::Warning);
    QCOMPARE(QString::fromStdString(core::describe(problems[0].problem)),
             QString("/lr_schedule/total: the checkpoint's learning rate runs over 40 updates, this plan's over 12: the rates are "
                     "others from here on; to keep the rates, set the length of the schedule, /lr_schedule/total, to 40"));
    QVERIFY(std::abs(bodiesOf<core::StepEvent>(other.output)[1].lr - bodiesOf<core::StepEvent>(kept.output)[1].lr) > 0);
}

void CheckpointCommandTest::theCommandIsAnsweredWithAnEventAlsoWhilePaused() {
    QProcess process;
    process.start(SHARDSCOPE_CLI, {"train", m_plan, "--json", "--control", "--steps", "1000000", "--checkpoint-dir",
                                   folder("asked")});
    QVERIFY(process.waitForStarted(20'000));
    (void)readUntil(process, [](const QByteArray& o) { return lossesOf(o).size() >= 2; });
    process.write("{\"type\":\"checkpoint\"}\n");
    const auto saved = [](const QByteArray& o) { return !bodiesOf<core::CheckpointEvent>(o).empty(); };
    QVERIFY(saved(readUntil(process, saved)));
    process.write("{\"type\":\"pause\"}\n");
    (void)readUntil(process, [](const QByteArray& o) { return o.contains("\"paused\""); });
    for (int time = 0; time < 2; ++time) {  // the second time it is there already
        process.write("{\"type\":\"checkpoint\"}\n");
        const QByteArray output = readUntil(process, saved);
        QVERIFY(saved(output));
        const auto event = bodiesOf<core::CheckpointEvent>(output).front();
        QCOMPARE(core::openSound(event.path)->manifest().position.step, event.step);
        // The step that was under way may be reported behind the pause, once.
        QVERIFY(lossesOf(output).size() <= (time == 0 ? 1u : 0u));
    }
    process.write("{\"type\":\"stop\"}\n");
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitCode(), 0);
}

void CheckpointCommandTest::aStopSavesFirstWhereThePlanSaysSo() {
    QProcess process;
    process.start(SHARDSCOPE_CLI, {"train", m_plan, "--json", "--control", "--steps", "1000000",
                                   "--checkpoint-at-stop", "save", "--checkpoint-dir", folder("stopped")});
    QVERIFY(process.waitForStarted(20'000));
    (void)readUntil(process, [](const QByteArray& o) { return lossesOf(o).size() >= 2; });
    process.write("{\"type\":\"stop\"}\n");
    QVERIFY(process.waitForFinished(20'000));
    const QByteArray output = process.readAllStandardOutput();
    QCOMPARE(process.exitCode(), 0);
    const auto bye = bodiesOf<core::ByeEvent>(output);
    QCOMPARE(bye.size(), std::size_t(1));
    QCOMPARE(bye[0].reason, "stopped");
    const auto events = bodiesOf<core::CheckpointEvent>(output);
    QCOMPARE(events.size(), std::size_t(1));
    QCOMPARE(events[0].step, bye[0].steps);
    QVERIFY(core::openSound(events[0].path));
}

void CheckpointCommandTest::aFolderThatCannotBeWrittenIsRefusedBeforeTheRun() {
    const QString file = m_plan + "/inside";  // below a file no folder can be made
    const CliRun run = train(m_plan + " --json --checkpoint-every 1 --checkpoint-dir " + file);
    QCOMPARE(run.exitCode, 1);
    QVERIFY2(run.errors.contains("cannot be written") && run.errors.contains("--checkpoint-dir"), run.errors.constData());
    QVERIFY(lossesOf(run.output).empty());
    // On command only: the run is not lost for it.
    QProcess process;
    process.start(SHARDSCOPE_CLI, {"train", m_plan, "--json", "--control", "--steps", "1000000", "--checkpoint-dir", file});
    QVERIFY(process.waitForStarted(20'000));
    process.write("{\"type\":\"checkpoint\"}\n");
    const auto refused = [](const QByteArray& o) { return !bodiesOf<core::ProblemEvent>(o).empty(); };
    const QByteArray output = readUntil(process, refused);
    QVERIFY(refused(output));
    QCOMPARE(bodiesOf<core::ProblemEvent>(output).front().problem.code, "checkpoint.cannot-write");
    const auto goesOn = [](const QByteArray& o) { return lossesOf(o).size() >= 2; };
    QVERIFY(goesOn(readUntil(process, goesOn)));
    process.write("{\"type\":\"stop\"}\n");
    QVERIFY(process.waitForFinished(20'000));
    QCOMPARE(process.exitCode(), 0);
}

void CheckpointCommandTest::theLastCheckpointOfAKilledRunGoesOn() {
    std::int64_t before = 0;
    for (int kill = 0; kill < 3; ++kill) {
        QProcess process;
        QStringList arguments{"train", "--json", "--steps", "1000000", "--checkpoint-every", "1", "--checkpoint-dir",
                              folder("killed")};
        if (kill == 0) arguments << m_plan;
        else arguments << "--resume" << folder("killed");
        process.start(SHARDSCOPE_CLI, arguments);
        QVERIFY(process.waitForStarted(20'000));
        const auto enough = [](const QByteArray& o) { return bodiesOf<core::CheckpointEvent>(o).size() >= 3; };
        QByteArray output = readUntil(process, enough);
        process.kill();
        QVERIFY(process.waitForFinished(20'000));
        output += process.readAllStandardOutput();
        const auto events = bodiesOf<core::CheckpointEvent>(output);
        QVERIFY(events.size() >= 3);
        const auto opened = core::openSound(folder("killed").toStdString());
        QVERIFY2(opened, opened ? "" : core::describe(opened.error().front()).c_str());
        QVERIFY(opened->manifest().position.step >= events.back().step);
        QVERIFY(opened->manifest().position.step > before);
        before = opened->manifest().position.step;
    }
}

QTEST_GUILESS_MAIN(CheckpointCommandTest)
#include "checkpoint_command_test.moc"
