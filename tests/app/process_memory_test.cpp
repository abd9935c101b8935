// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What virtual cards hold is what the engine process takes: its peak stays within 10 % of the sum of the cards' peaks
// and a base that the README states.
#include "tests/app/cli_process.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <map>

#include <sys/resource.h>

class ProcessMemory : public QObject {
    Q_OBJECT

private slots:
    void theProcessTakesWhatTheCardsHold();
};

// Large enough that the base matters little: the 10.84 M parameter GPT of the benchmarks on two cards.
constexpr auto kPlan = R"({"version": 1, "name": "process memory", "model": {"family": "gpt", "layers": 6,
"hidden": 384, "heads": 6, "ffn": 1536, "vocabulary": 256, "max_sequence": 256},
"cluster": {"gpu": "virtual-card", "nodes": 1, "gpus_per_node": 2}, "layout": {"dp": 2}, "zero": {"stage": 1},
"batch": {"micro": 4, "global": 8}, "precision": "fp32",
"run": {"steps": 2, "card_memory_bytes": 8000000000, "validate_every": 0, "sample": {"every": 0}}})";
constexpr double kBase = 32.0 * 1024 * 1024, kTolerance = 0.1;

static double sumOfPeaks(const QByteArray& events) {
    std::map<int, double> peaks;
    for (const QByteArray& line : events.split('\n')) {
        const QJsonObject event = QJsonDocument::fromJson(line).object();
        if (event["type"].toString() != "memory") continue;
        double& peak = peaks[event["rank"].toInt()];
        peak = std::max(peak, event["peak_bytes"].toDouble());
    }
    double sum = 0;
    for (const auto& [rank, peak] : peaks) sum += peak;
    return sum;
}

void ProcessMemory::theProcessTakesWhatTheCardsHold() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("a sanitizer has memory of its own");
#endif
    const QTemporaryDir folder;
    QFile plan(folder.filePath("plan.shardscope.json"));
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(kPlan);
    plan.close();
    const CliRun run = runCli("train --json " + plan.fileName(), 300'000);
    QCOMPARE(run.exitCode, 0);
    rusage usage{};
    QCOMPARE(getrusage(RUSAGE_CHILDREN, &usage), 0);
    const double process = double(usage.ru_maxrss) * 1024, cards = sumOfPeaks(run.output);
    QVERIFY(cards > 8 * kBase);
    const QString figures =
        QString("process %1 MiB, cards %2 MiB").arg(process / 1048576, 0, 'f', 1).arg(cards / 1048576, 0, 'f', 1);
    QVERIFY2(process > cards, qPrintable(figures));
    QVERIFY2(process < (cards + kBase) * (1 + kTolerance), qPrintable(figures));
    qInfo("%s", qPrintable(figures));
}

QTEST_GUILESS_MAIN(ProcessMemory)
#include "process_memory_test.moc"
