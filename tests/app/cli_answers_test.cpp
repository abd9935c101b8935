// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers that are known from papers and from hand, asked of the real program.
#include "tests/app/cli_process.h"

#include <QTest>

#include <cmath>

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;

std::vector<double> numbers(const QJsonValue& array) {
    std::vector<double> values;
    for (const QJsonValue& value : array.toArray()) values.push_back(value.toDouble());
    return values;
}

}  // namespace

class CliAnswers : public QObject {
    Q_OBJECT

private slots:
    void thePartsOfAModelSumToItsTotal_data();
    void thePartsOfAModelSumToItsTotal();
    void textbookMemoryIsAsPublished_data();
    void textbookMemoryIsAsPublished();
    void schedulesCostWhatTheFormulasSay_data();
    void schedulesCostWhatTheFormulasSay();
    void everyOpIsListedOnceForwardBeforeBackward();
    void delaysBetweenRanksLengthenTheStep();
    void memoryOfEveryStageSumsToItsTotal();
    void theExactModelNeedsLessThanTheTextbook();
    void stepsFollowFromTokensAndBatch();
    void groupsOfTwoRankOrdersDiffer();
    void theLearningRateWarmsUpAndFallsToItsMinimum();
    void schedulersGoByTheirOwnNamesAndFlags();
    void aScheduleNamesTheFlagsItDoesNotLookAt();
    void aPlanComparedWithItselfDiffersInNothing();
};

void CliAnswers::thePartsOfAModelSumToItsTotal_data() {
    QTest::addColumn<QString>("preset");
    QTest::addColumn<qint64>("total");
    QTest::newRow("GPT-2, 124 M") << "gpt2" << qint64(124'439'808);
    QTest::newRow("GPT-2 XL") << "gpt2-xl" << qint64(1'557'611'200);
    QTest::newRow("LLaMA-2 7B") << "llama-2-7b" << qint64(6'738'415'616);
    QTest::newRow("LLaMA-2 70B") << "llama-2-70b" << qint64(68'976'648'192);
    QTest::newRow("Mistral 7B") << "mistral-7b" << qint64(7'241'732'096);
}

void CliAnswers::thePartsOfAModelSumToItsTotal() {
    QFETCH(QString, preset);
    QFETCH(qint64, total);
    const CliRun run = runCli("model " + preset + " --json");
    QCOMPARE(run.exitCode, 0);
    const QJsonObject parameters = run.json()["parameters"].toObject();
    QCOMPARE(parameters["total"].toInteger(), total);
    QCOMPARE(parameters["active"].toInteger(), total);
    qint64 sum = 0;
    for (const char* part : {"embedding", "attention", "mlp", "norm", "router", "head", "other"}) {
        QVERIFY2(parameters.contains(part), part);
        sum += parameters[part].toInteger();
    }
    QCOMPARE(sum, total);
    QCOMPARE(run.json()["spec"].toObject()["name"].toString(), preset);
}

void CliAnswers::textbookMemoryIsAsPublished_data() {
    QTest::addColumn<QString>("flags");
    QTest::addColumn<double>("gib");
    QTest::newRow("no parallelism, ZeRO 0") << "--tp 1 --pp 1 --zero 0" << 193.72;
    QTest::newRow("tp 8, ZeRO 2") << "--tp 8 --pp 1 --zero 2" << 45.40;
    QTest::newRow("tp 8, pp 2, ZeRO 2") << "--tp 8 --pp 2 --zero 2" << 87.78;
    QTest::newRow("tp 8, pp 4, ZeRO 2") << "--tp 8 --pp 4 --zero 2" << 172.53;
    QTest::newRow("ZeRO 3") << "--tp 1 --pp 1 --zero 3" << 6.05;
}

void CliAnswers::textbookMemoryIsAsPublished() {
    QFETCH(QString, flags);
    QFETCH(double, gib);
    for (const char* count : {"13e9", "13B", "13000000000"}) {
        const CliRun run = runCli(QString("estimate --parameters %1 --cards 32 %2 --json").arg(count, flags));
        QCOMPARE(run.exitCode, 0);
        const double bytes = run.json()["memory"].toObject()["textbook_bytes"].toDouble();
        QVERIFY2(std::abs(bytes / kGiB - gib) < 0.005, qPrintable(QString::number(bytes / kGiB)));
        QCOMPARE(run.json()["layout"].toObject()["cards"].toInt(), 32);
    }
}

void CliAnswers::schedulesCostWhatTheFormulasSay_data() {
    QTest::addColumn<QString>("kind");
    QTest::addColumn<int>("stages");
    QTest::addColumn<int>("microBatches");
    for (const QString& kind : {QString("gpipe"), QString("1f1b")})
        for (const auto& [stages, microBatches] : {std::pair{1, 3}, {2, 8}, {4, 8}, {4, 2}, {8, 32}})
            QTest::newRow(qPrintable(QString("%1, p=%2, m=%3").arg(kind).arg(stages).arg(microBatches)))
                << kind << stages << microBatches;
}

void CliAnswers::schedulesCostWhatTheFormulasSay() {
    QFETCH(QString, kind);
    QFETCH(int, stages);
    QFETCH(int, microBatches);
    const CliRun run = runCli(QString("schedule --kind %1 --stages %2 --micro-batches %3 --json")
                                  .arg(kind)
                                  .arg(stages)
                                  .arg(microBatches));
    QCOMPARE(run.exitCode, 0);
    const QJsonObject json = run.json();
    QCOMPARE(json["makespan"].toDouble(), 3.0 * (microBatches + stages - 1));
    QVERIFY(std::abs(json["bubble_fraction"].toDouble() - double(stages - 1) / (microBatches + stages - 1)) <
            1e-12);
    std::vector<double> inFlight;
    for (int rank = 0; rank < stages; ++rank)
        inFlight.push_back(kind == "gpipe" ? microBatches : std::min(stages - rank, microBatches));
    QCOMPARE(numbers(json["peak_in_flight"]), inFlight);
    QCOMPARE(numbers(json["idle"]), std::vector<double>(std::size_t(stages), 3.0 * (stages - 1)));
}

void CliAnswers::everyOpIsListedOnceForwardBeforeBackward() {
    const QJsonArray ranks =
        runCli("schedule --kind 1f1b --stages 3 --micro-batches 5 --json").json()["ranks"].toArray();
    QCOMPARE(ranks.size(), 3);
    for (int rank = 0; rank < 3; ++rank) {
        QStringList ops;
        for (const QJsonValue& op : ranks[rank].toArray()) ops << op.toString();
        QCOMPARE(ops.size(), 10);
        for (int microBatch = 0; microBatch < 5; ++microBatch) {
            const auto forward = ops.indexOf(QString("%1F%2").arg(rank).arg(microBatch));
            const auto backward = ops.indexOf(QString("%1B%2").arg(rank).arg(microBatch));
            QVERIFY(forward >= 0 && backward > forward);
        }
    }
}

void CliAnswers::delaysBetweenRanksLengthenTheStep() {
    // GPipe: the first forward and the last backward each cross p − 1 links.
    const CliRun run =
        runCli("schedule --kind gpipe --stages 4 --micro-batches 8 --communication 0.5 --json");
    QCOMPARE(run.json()["makespan"].toDouble(), 33.0 + 2 * 3 * 0.5);
}

void CliAnswers::memoryOfEveryStageSumsToItsTotal() {
    const CliRun run =
        runCli("estimate --model gpt3-13b --gpu a100-80gb --tp 4 --pp 4 --dp 2 --zero 1 --json");
    QVERIFY(run.exitCode == 0 || run.exitCode == 1);
    const QJsonArray stages = run.json()["memory"].toObject()["stages"].toArray();
    QCOMPARE(stages.size(), 4);
    for (const QJsonValue& value : stages) {
        const QJsonObject stage = value.toObject();
        qint64 sum = 0;
        for (const char* part :
             {"parameters", "gradients", "optimizer", "activations", "temporary", "framework"})
            sum += stage[QString(part) + "_bytes"].toInteger();
        QCOMPARE(sum, stage["total_bytes"].toInteger());
        QVERIFY(sum > 0);
    }
}

void CliAnswers::theExactModelNeedsLessThanTheTextbook() {
    // Megatron shards gradients and optimizer by T as well; the textbook formula does not.
    const CliRun run = runCli("estimate --model gpt3-13b --tp 8 --pp 2 --dp 2 --zero 2 --json");
    const QJsonObject memory = run.json()["memory"].toObject();
    const QJsonObject stage = memory["stages"].toArray().first().toObject();
    const double states = stage["parameters_bytes"].toDouble() + stage["gradients_bytes"].toDouble() +
                          stage["optimizer_bytes"].toDouble();
    QVERIFY(states > 0 && states < memory["textbook_bytes"].toDouble() / 4);
}

void CliAnswers::stepsFollowFromTokensAndBatch() {
    // BLOOM: 366e9 tokens at 2048 sequences of 2048 tokens.
    const CliRun run = runCli("estimate --model gpt3-175b --tp 8 --pp 8 --dp 16 --global-batch 2048 --seq "
                              "2048 --tokens 366e9 --json");
    QCOMPARE(run.json()["run"].toObject()["steps"].toInteger(), 87'261);
    QVERIFY(run.json()["run"].toObject()["cost"].isNull());
}

void CliAnswers::groupsOfTwoRankOrdersDiffer() {
    const CliRun same = runCli("layout --tp 2 --pp 2 --cards 16 --compare deepspeed-3d --json");
    QCOMPARE(same.exitCode, 0);
    QVERIFY(same.json()["misaligned"].toArray().isEmpty());
    const CliRun other = runCli("layout --tp 2 --pp 2 --cards 16 --compare megatron-tp-pp-dp --json");
    QCOMPARE(other.exitCode, 1);
    QVERIFY(!other.json()["misaligned"].toArray().isEmpty());
    const QJsonArray data = other.json()["groups"].toObject()["data"].toArray();
    QCOMPARE(numbers(data.first()), (std::vector<double>{0, 2, 4, 6}));
    const QJsonObject first = other.json()["misaligned"].toArray().first().toObject();
    QCOMPARE(first["kind"].toString(), "data");
    QCOMPARE(numbers(first["other_ranks"]), (std::vector<double>{0, 4, 8, 12}));
}

void CliAnswers::theLearningRateWarmsUpAndFallsToItsMinimum() {
    const auto rates =
        numbers(runCli("lr --lr 1 --warmup 4 --total 12 --min-lr 0.1 --steps 14 --json").json()["rates"]);
    QCOMPARE(rates.size(), std::size_t(14));
    for (int update = 0; update < 4; ++update)
        QVERIFY(std::abs(rates[std::size_t(update)] - 0.25 * (update + 1)) < 1e-12);
    for (std::size_t update = 5; update < 12; ++update) QVERIFY(rates[update] < rates[update - 1]);
    QVERIFY(std::abs(rates[13] - 0.1) < 1e-12);
}

void CliAnswers::schedulersGoByTheirOwnNamesAndFlags() {
    const auto rates = [](const QString& flags) {
        return numbers(runCli("lr --lr 1e-3 --steps 12 --json " + flags).json()["rates"]);
    };
    const auto near = [](double value, double right) { return std::abs(value - right) < 5e-9; };
    const auto log = rates("--scheduler WarmupLR --warmup 10 --warmup-type log"),
               linear = rates("--scheduler WarmupLR --warmup 10 --warmup-type linear");
    QVERIFY(log[1] == 0 && near(log[2], 3.0103e-4) && near(log[10], 1e-3));
    QVERIFY(linear[1] == 0 && near(linear[2], 1e-4) && near(linear[10], 9e-4) && near(linear[11], 1e-3));
    QCOMPARE(rates("--scheduler deepspeed-warmup --warmup 10"), log);
    const auto raised = rates("--scheduler WarmupLR --warmup 10 --min-lr 1e-4");
    QVERIFY(near(raised[0], 1e-4) && near(raised[10], 1e-3));
    const auto cosine = rates("--scheduler cosine --warmup 4 --total 10 --min-lr 1e-4");
    QVERIFY(cosine[0] == 0 && near(cosine[4], 1e-3) && near(cosine[7], 5.5e-4) && near(cosine[10], 1e-4));
    const auto stairs = rates("--scheduler LRRangeTest --range-test-step-size 5 --range-test-staircase on");
    QVERIFY(near(stairs[4], 1e-3) && near(stairs[5], 2e-3) && near(stairs[10], 3e-3));
}

void CliAnswers::aScheduleNamesTheFlagsItDoesNotLookAt() {
    const CliRun unread = runCli("lr --lr 1 --scheduler constant --total 10 --warmup 2 --steps 3 --json");
    QCOMPARE(unread.exitCode, 0);
    const QJsonObject problem = unread.json()["problems"].toArray().first().toObject();
    QCOMPARE(problem["code"].toString(), QString("cli.lr-unread"));
    QCOMPARE(problem["where"].toString(), QString("--total"));
    const CliRun unknown = runCli("lr --lr 1 --total 10 --scheduler WarmupCosinLR --steps 3 --json");
    QCOMPARE(unknown.exitCode, 2);
    QVERIFY(unknown.errors.contains("WarmupCosineLR"));
}

void CliAnswers::aPlanComparedWithItselfDiffersInNothing() {
    const QString plan = shippedPlan("tiny-2x2x2");
    const CliRun run = runCli("compare " + plan + ' ' + plan + " --json");
    QCOMPARE(run.exitCode, 0);
    const QJsonArray rows = run.json()["rows"].toArray();
    QVERIFY(rows.size() > 20);
    int compared = 0;
    for (const QJsonValue& value : rows) {
        const QJsonObject row = value.toObject();
        QCOMPARE(row["a"], row["b"]);
        if (row["relative"].isNull()) continue;
        QCOMPARE(row["relative"].toDouble(), 0.0);
        ++compared;
    }
    QVERIFY(compared > 15);
}

QTEST_GUILESS_MAIN(CliAnswers)
#include "cli_answers_test.moc"
