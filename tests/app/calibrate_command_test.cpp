// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From measurements to an accelerator file that other commands take; rescale; advice; the benchmark of the planner.
#include "tests/app/cli_process.h"

#include <QTemporaryDir>
#include <QTest>

class CalibrateCommand : public QObject {
    Q_OBJECT

private slots:
    void aTopologyMakesACardThatPlanTakes() {
        const QString topology = write("topo.txt", "\tGPU0\tGPU1\tNIC0\n"
                                                   "GPU0\t X \tNV8\tPXB\n"
                                                   "GPU1\tNV8\t X \tPXB\n"
                                                   "NIC0\tPXB\tPXB\t X \n");
        const QString card = m_folder.filePath("card.json");
        const CliRun run = runCli("calibrate --gpu a100-80gb --topology " + topology + " --name mine --json --save " + card);
        QVERIFY2(run.exitCode == 0, run.errors);
        QCOMPARE(run.json()["accelerator"].toObject()["node_gb_per_s"].toDouble(), 200.0);
        const CliRun estimate = runCli("estimate --model llama-2-7b --gpu " + card + " --cards 8 --tp 2 --zero 1 --json");
        QVERIFY2(estimate.exitCode == 0, estimate.errors);
    }

    void measuredStepsAreTaken() {
        const QString plan = shippedPlan("llama-2-7b-16xa100");
        const CliRun run = runCli("calibrate --gpu a100-80gb --json --step " + plan + "=20");
        QVERIFY2(run.exitCode == 0, run.errors);
        const QJsonObject steps = run.json()["steps"].toObject();
        QVERIFY(steps["mean_error"].toDouble() <= steps["mean_error_before"].toDouble());
        QCOMPARE(runCli("calibrate --gpu a100-80gb --step " + plan).exitCode, 2);
        QCOMPARE(runCli("calibrate --gpu a100-80gb").exitCode, 2);
        QCOMPARE(runCli("calibrate --step a=1").exitCode, 2);
    }

    void aSurveyOfThisMachineMakesACard() {
        const QString survey = m_folder.filePath("survey.json"), card = m_folder.filePath("surveyed.json");
        const CliRun run = runCli("bench survey --rounds 1 --json --save " + survey, 120'000);
        QVERIFY2(run.exitCode == 0, run.errors);
        QVERIFY(run.json()["value"].toDouble() > 1e8);
        const CliRun made = runCli("calibrate --survey " + survey + " --save " + card);
        QVERIFY2(made.exitCode == 0, made.errors);
        QCOMPARE(runCli("estimate --model gpt2 --gpu " + card + " --cards 2 --precision fp32").exitCode, 0);
    }

    void aPlanIsRescaledWithItsBatch() {
        const CliRun run = runCli("rescale " + shippedPlan("gpt3-175b-1024xa100") + " --cards 512 --json");
        QVERIFY2(run.exitCode == 0, run.errors);
        QCOMPARE(run.json()["plan"].toObject()["batch"].toObject()["global"].toInt(), 1536);
        QVERIFY(run.json()["step_ratio"].toDouble() > 1.5);
        const CliRun none = runCli("rescale " + shippedPlan("gpt3-175b-1024xa100") + " --cards 2 --json");
        QCOMPARE(none.exitCode, 1);
        QCOMPARE(none.firstProblem(), QString("rescale.nothing-fits"));
    }

    void adviceComesWithItsSource() {
        const CliRun run = runCli(
            "estimate --model mixtral-8x7b --gpu a100-80gb --cards 16 --ep 8 --tp 2 --zero 1 --framework deepspeed --json");
        bool found = false;
        for (const QJsonValue& row : run.json()["advice"].toArray()) {
            const QJsonObject advice = row.toObject();
            QVERIFY(!advice["source"].toString().isEmpty() && !advice["message"].toString().isEmpty());
            found = found || advice["code"] == "advice.experts-not-exported";
        }
        QVERIFY2(found, run.output);
        const QJsonObject goodput = run.json()["run"].toObject()["goodput"].toObject();
        QVERIFY(goodput["fraction"].toDouble() > 0.9 && goodput["checkpoint_every"].toInt() > 0);
    }

    // What was computed is printed all the same; the code is that of output that could not be written.
    void aFileThatCannotBeWrittenExitsWith3() {
        const CliRun run = runCli("estimate " + shippedPlan("tiny-2x2x2") + " --json --save " + m_folder.filePath("no/such/folder.json"));
        QCOMPARE(run.exitCode, 3);
        QVERIFY(run.json().contains("memory") && !run.errors.isEmpty());
    }

    void theBenchmarkOfThePlannerPrintsEveryRow() {
        const CliRun run = runCli("bench score --rounds 1 --json", 300'000);
        QVERIFY2(run.exitCode == 0, run.errors);
        QCOMPARE(run.json()["rows"].toArray().size(), 5);
        for (const QJsonValue& row : run.json()["rows"].toArray()) QVERIFY(row.toObject()["value"].toDouble() > 0);
    }

private:
    QString write(const QString& name, const QByteArray& text) const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly)) return {};
        file.write(text);
        return file.fileName();
    }

    QTemporaryDir m_folder;
};

QTEST_GUILESS_MAIN(CalibrateCommand)
#include "calibrate_command_test.moc"
