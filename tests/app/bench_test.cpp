// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench train takes turns with a peer that it starts itself; here the peer is a script of known speed. How fast the
// engine is, is no matter of a test.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

class Bench : public QObject {
    Q_OBJECT

private slots:
    void thePeerIsNamedAndDividedBy();
    void withoutAPeerItSaysSo();
    void aBatchThatCannotBeCutIsRefused();
    void prefetchAndOverlapHideSlowLinks();
    void aLongLogIsReadWithConstantMemory();
};

// Eight sequences of 256 tokens in 2 seconds.
constexpr double kPeerSpeed = 8 * 256 / 2.0;

static QString peer(const QTemporaryDir& folder) {
    QFile script(folder.filePath("peer"));
    if (!script.open(QIODevice::WriteOnly)) return {};
    script.write("#!/bin/sh\n"
                 "echo '{\"version\": \"9.9\", \"blas\": \"built in\", \"parameters\": 1}'\n"
                 "while read -r word; do echo '{\"seconds\": [2.0]}'; done\n");
    script.setPermissions(script.permissions() | QFileDevice::ExeOwner);
    return script.fileName();
}

void Bench::thePeerIsNamedAndDividedBy() {
    const QTemporaryDir folder;
    const CliRun run =
        runCli("bench train --json --batch 8 --rounds 1 --threads 1 --python " + peer(folder), 300'000);
    QCOMPARE(run.exitCode, 0);
    const QJsonObject answer = run.json();
    QCOMPARE(answer["peer_version"].toString(), QString("9.9"));
    QCOMPARE(answer["unit"].toString(), QString("tokens/s"));
    const double value = answer["value"].toDouble();
    QVERIFY(value > 0);
    QVERIFY(qAbs(answer["ratio"].toDouble() - value / kPeerSpeed) < 1e-9);
    const QJsonObject oneRank = answer["one_rank"].toArray().first().toObject();
    QCOMPARE(oneRank["peers"].toArray().first().toObject()["tokens_per_second"].toDouble(), kPeerSpeed);
    QVERIFY(oneRank["floor_fraction"].toDouble() > 0);
    QVERIFY(oneRank["bf16_tokens_per_second"].toDouble() > 0);
    const QJsonArray cards = answer["virtual_cards"].toArray();
    QCOMPARE(cards.size(), 8);
    QCOMPARE(cards.first().toObject()["ratio"].toDouble(), 1.0);
    QCOMPARE(cards.last().toObject()["layout"].toString(), QString("tp 2 pp 2 dp 2"));
}

void Bench::withoutAPeerItSaysSo() {
    const CliRun run =
        runCli("bench train --json --batch 8 --rounds 1 --threads 1 --python /nonexistent/python3", 300'000);
    QCOMPARE(run.exitCode, 0);
    QCOMPARE(run.firstProblem(), QString("bench.no-torch"));
    QVERIFY(run.json()["ratio"].isNull());
    QVERIFY(run.json()["value"].toDouble() > 0);
}

void Bench::aBatchThatCannotBeCutIsRefused() {
    const CliRun run = runCli("bench train --batch 12 --json");
    QCOMPARE(run.exitCode, 2);
    QVERIFY(run.output.isEmpty());
    QVERIFY2(run.errors.contains("12 is no multiple of 8"), run.errors);
}

// In virtual time, which other programs hardly disturb.
void Bench::prefetchAndOverlapHideSlowLinks() {
    const CliRun run = runCli("bench zero --json --rounds 3", 120'000);
    QCOMPARE(run.exitCode, 0);
    QVERIFY2(run.json()["ratio"].toDouble() > 1.5, run.output);
    const QJsonArray options = run.json()["options"].toArray();
    QCOMPARE(options.size(), 14);
    const QJsonObject bucket = options[8].toObject();
    QCOMPARE(bucket["option"].toString(), QString("reduce_bucket_size 5e8"));
    QVERIFY(bucket["ratio"].toDouble() > 1);
    QVERIFY(bucket["temporary_bytes"].toDouble() > options[7].toObject()["temporary_bytes"].toDouble());
}

void Bench::aLongLogIsReadWithConstantMemory() {
    const QTemporaryDir folder;
    QFile log(folder.filePath("train.log"));
    QVERIFY(log.open(QIODevice::WriteOnly));
    log.write("setting random seeds to 1234 ...\n iteration 1/ 9 | elapsed time per iteration (ms): 500.0 | learning rate: 1.0E-04 | "
              "global batch size: 64 | lm loss: 9.5E+00 | loss scale: 1.0 | grad norm: 1.250 | number of skipped iterations: 0 |\n");
    log.close();
    const CliRun run = runCli("bench log --json --rounds 1 --gigabytes 0.04 " + log.fileName(), 120'000);
    QCOMPARE(run.exitCode, 0);
    QVERIFY(run.json()["updates"].toDouble() > 100'000);
    QVERIFY2(run.json()["peak_bytes"].toDouble() < 1.05 * run.json()["peak_bytes_of_a_quarter"].toDouble() + 1e6, run.output);
    QVERIFY(run.json()["processor_megabytes_per_second"].toDouble() > 20);  // of a build without optimisation, too
    QCOMPARE(runCli("bench log --json /nonexistent").exitCode, 2);
}

QTEST_GUILESS_MAIN(Bench)
#include "bench_test.moc"
