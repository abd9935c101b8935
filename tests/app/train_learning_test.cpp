// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The toys learn: on 2×2×2 virtual cards the validation loss of each falls 0.7 nat per byte below the
// unigram entropy of the held-out bytes within two minutes.
#include "core/telemetry/codec.h"

#include <QElapsedTimer>
#include <QProcess>
#include <QTest>

class TrainLearningTest : public QObject {
    Q_OBJECT
private slots:
    void theToysFallBelowTheUnigramEntropyWithinTwoMinutes_data();
    void theToysFallBelowTheUnigramEntropyWithinTwoMinutes();
};

void TrainLearningTest::theToysFallBelowTheUnigramEntropyWithinTwoMinutes_data() {
    QTest::addColumn<QString>("plan");
    for (const char* plan : {"tiny-2x2x2", "tiny-llama-2x2x2"}) QTest::newRow(plan) << QString(plan);
}

void TrainLearningTest::theToysFallBelowTheUnigramEntropyWithinTwoMinutes() {
    QFETCH(QString, plan);
    constexpr double kMargin = 0.7, kSeconds = 120;
    QProcess process;
    process.start(SHARDSCOPE_CLI,
                  {"train", QString(SHARDSCOPE_SOURCE_DIR "/resources/plans/%1.shardscope.json").arg(plan), "--json",
                   "--control"});
    QVERIFY(process.waitForStarted(20'000));
    QElapsedTimer timer;
    timer.start();
    double unigram = 0, bigram = 0, best = 1e9, seconds = 0;
    std::int64_t steps = 0;
    while ((unigram == 0 || best > unigram - kMargin) && timer.elapsed() < 1000 * kSeconds) {
        process.waitForReadyRead(500);
        while (process.canReadLine()) {
            const auto event = core::decodeEvent(process.readLine().trimmed().toStdString());
            if (!event || !*event) continue;
            if (const auto* hello = std::get_if<core::HelloEvent>(&(*event)->body))
                unigram = hello->unigramEntropy, bigram = hello->bigramEntropy;
            if (const auto* validation = std::get_if<core::ValidationEvent>(&(*event)->body)) {
                best = std::min(best, validation->loss);
                steps = validation->step;
                seconds = (*event)->t;
            }
        }
    }
    process.write("{\"type\":\"stop\"}\n");
    QVERIFY(process.waitForFinished(10'000));
    qInfo("validation %.3f nat/byte after %lld steps and %.0f s; held-out unigram entropy %.3f, bigram %.3f",
          best, static_cast<long long>(steps), seconds, unigram, bigram);
    QVERIFY2(best <= unigram - kMargin, "the loss did not fall far enough in time");
    QCOMPARE(process.exitCode(), 0);
}

QTEST_GUILESS_MAIN(TrainLearningTest)
#include "train_learning_test.moc"
