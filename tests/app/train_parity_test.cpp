// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `shardscope-cli parity` and `devices` as other programs see them.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class TrainParityTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aLayoutIsComparedWithOneRankTensorByTensor();
    void aPlanThatIsOnlyPlannedIsRefusedByName();
    void whatIsNotMeasuredIsNullAndTheReasonHasNumbers();
    void devicesSayWhatACoreReaches();

private:
    QTemporaryDir m_folder;
    QString m_plan;
};

void TrainParityTest::initTestCase() {
    QFile text(m_folder.filePath("text.txt"));
    QVERIFY(text.open(QIODevice::WriteOnly));
    for (int i = 0; i < 300; ++i)
        text.write(QByteArray("line ") + QByteArray::number(i * 7919) + " of a text\n");
    m_plan = m_folder.filePath("plan.json");
    QFile plan(m_plan);
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(R"({"version": 1, "framework": "engine", "precision": "fp32",
        "model": {"layers": 2, "hidden": 16, "heads": 2, "vocabulary": 256, "max_sequence": 16},
        "cluster": {"gpu": "virtual-card", "nodes": 1, "gpus_per_node": 8},
        "layout": {"tp": 2, "dp": 2, "pp": 2}, "zero": {"stage": 3}, "batch": {"micro": 1, "global": 8},
        "data": {"path": ")" +
               text.fileName().toUtf8() + R"("}})");
}

void TrainParityTest::aLayoutIsComparedWithOneRankTensorByTensor() {
    const CliRun run = runCli("parity " + m_plan + " --json", 300'000);
    QVERIFY2(run.exitCode == 0, run.errors);
    QVERIFY(run.json()["passed"].toBool());
    const double error = run.json()["max_relative_error"].toDouble(-1);
    QVERIFY(error > 0 && error <= 1e-5);
    QVERIFY(run.json()["loss_relative_error"].toDouble(-1) >= 0 &&
            run.json()["loss_relative_error"].toDouble() <= 1e-6);
    QVERIFY(!run.json()["worst_tensor"].toString().isEmpty());
    std::vector<int> updates;
    double worst = 0;
    for (const QJsonValue& row : run.json()["updates"].toArray()) {
        updates.push_back(row.toObject()["update"].toInt(-1));
        worst = std::max(worst, row.toObject()["max_relative_error"].toDouble());
    }
    QCOMPARE(updates, (std::vector<int>{0, 1, 5, 10, 19}));
    QCOMPARE(worst, error);
    const QJsonObject tiers = run.json()["tiers"].toObject();
    for (const char* tier : {"same_weights", "free_run", "bitwise_rerun", "bitwise_schedule",
                             "bitwise_pipeline_split", "bitwise_zero_stage", "bitwise_recompute"})
        QVERIFY2(tiers[tier].toBool(), tier);
}

void TrainParityTest::aPlanThatIsOnlyPlannedIsRefusedByName() {
    const CliRun run = runCli("parity " + m_plan + " --json --schedule zb-h2", 300'000);
    QCOMPARE(run.exitCode, 1);
    QCOMPARE(run.json()["problems"].toArray().first().toObject()["code"].toString(), "engine.schedule");
    QVERIFY2(run.errors.contains("planned only"), run.errors);
}

void TrainParityTest::whatIsNotMeasuredIsNullAndTheReasonHasNumbers() {
    // One rank of GPT-3 175B and the states kept beside it are some 20 TB.
    const CliRun run = runCli("parity " + m_plan + " --json --model gpt3-175b --tp 1 --pp 1 --dp 1 --card-memory 1e15", 300'000);
    QVERIFY2(run.exitCode == 1, run.errors);
    const QJsonObject problem = run.json()["problems"].toArray().first().toObject();
    QCOMPARE(problem["code"].toString(), "engine.host-memory");
    QVERIFY2(problem["message"].toString().contains("TiB"), qPrintable(problem["message"].toString()));
    for (const char* key :
         {"max_relative_error", "worst_tensor", "loss_relative_error", "norm_relative_error"})
        QVERIFY2(run.json().contains(key) && run.json()[key].isNull(), key);
    const QJsonObject tiers = run.json()["tiers"].toObject();
    QVERIFY(tiers.contains("same_weights") && tiers["same_weights"].isNull() && tiers["free_run"].isNull());
    QVERIFY(!run.json()["passed"].toBool(true));
}

void TrainParityTest::devicesSayWhatACoreReaches() {
    const CliRun run = runCli("devices --json", 300'000);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.json()["devices"].toArray().first().toObject()["kind"].toString(), "virtual");
    const QJsonObject calibration = run.json()["calibration"].toObject();
    QVERIFY(calibration["virtual_card_flops"].toDouble() > 1e8);
    QVERIFY(calibration["virtual_card_bandwidth"].toDouble() > 1e7);
    QVERIFY(calibration["cores"].toInt() >= 1);
    QVERIFY(!run.json()["problems"].toArray().isEmpty());  // why there is no CUDA device
}

QTEST_GUILESS_MAIN(TrainParityTest)
#include "train_parity_test.moc"
