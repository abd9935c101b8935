// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Parameter counts against the published ones (model cards and checkpoints).
#include "core/model/model_spec.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace core;

class ModelTest : public QObject {
    Q_OBJECT

private slots:
    void countsEqualThePublishedOnes_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<qint64>("published");
        const std::pair<const char*, qint64> rows[] = {
            {"gpt2", 124439808},          {"gpt2-medium", 354823168},     {"gpt2-large", 774030080},
            {"gpt2-xl", 1557611200},      {"tinyllama-1.1b", 1100048384}, {"llama-2-7b", 6738415616},
            {"llama-2-13b", 13015864320}, {"llama-2-70b", 68976648192},   {"mistral-7b", 7241732096},
            {"llama-3.1-8b", 8030261248}, {"llama-3.1-70b", 70553706496}, {"llama-3.1-405b", 405853388800},
        };
        for (const auto& [preset, published] : rows) QTest::newRow(preset) << preset << published;
    }

    void countsEqualThePublishedOnes() {
        QFETCH(QString, preset);
        QFETCH(qint64, published);
        const ModelSpec* spec = findModelPreset(preset.toStdString());
        QVERIFY(spec != nullptr);
        QCOMPARE(qint64(countParameters(*spec).total), published);
    }

    // Brown et al. 2020, table 2.1, rounds to the digits of its names; the 350M row is 356M there too.
    void gpt3SizesAreThoseOfTheirNames_data() {
        QTest::addColumn<QString>("preset");
        QTest::addColumn<double>("nominal");
        const std::pair<const char*, double> rows[] = {
            {"gpt3-125m", 125e6},  {"gpt3-350m", 356e6},  {"gpt3-760m", 760e6},  {"gpt3-1.3b", 1.316e9},
            {"gpt3-2.7b", 2.65e9}, {"gpt3-6.7b", 6.66e9}, {"gpt3-13b", 12.85e9}, {"gpt3-175b", 174.6e9}};
        for (const auto& [preset, nominal] : rows) QTest::newRow(preset) << preset << nominal;
    }

    void gpt3SizesAreThoseOfTheirNames() {
        QFETCH(QString, preset);
        QFETCH(double, nominal);
        const ModelSpec* spec = findModelPreset(preset.toStdString());
        QVERIFY(spec != nullptr);
        QVERIFY(std::abs(double(countParameters(*spec).total) / nominal - 1) < 0.005);
    }

    void partsSumToTheTotalAndATiedHeadIsNothing() {
        for (const ModelSpec& spec : modelPresets()) {
            const ParameterCount count = countParameters(spec);
            QCOMPARE(count.embedding + count.attention + count.mlp + count.norm + count.router + count.head + count.other,
                     count.total);
            QCOMPARE(count.head == 0, spec.embeddings == Embeddings::Tied);
            QVERIFY(count.active > 0 && count.active <= count.total);
        }
    }

    void presetsRiseInSizeAndHaveUniqueNames() {
        QVERIFY(std::ranges::is_sorted(modelPresets(), {},
                                       [](const ModelSpec& spec) { return countParameters(spec).total; }));
        std::set<std::string> names;
        for (const ModelSpec& spec : modelPresets()) names.insert(spec.name);
        QCOMPARE(names.size(), modelPresets().size());
        QVERIFY(findModelPreset("no-such-model") == nullptr);
    }

    void theToyIsSmallEnoughForAVirtualCard() {
        const ModelSpec* tiny = findModelPreset("tiny-gpt");
        QVERIFY(tiny != nullptr);
        QCOMPARE(tiny->layers, 4);
        QCOMPARE(tiny->hidden, 128);
        QCOMPARE(tiny->ffn, 512);
        QCOMPARE(tiny->vocabulary, 256);
        // 4·(12·128² + 13·128) + (256 + 128)·128 + 2·128
        QCOMPARE(qint64(countParameters(*tiny).total),
                 qint64(4 * (12 * 128 * 128 + 13 * 128) + 384 * 128 + 256));
    }
};

QTEST_GUILESS_MAIN(ModelTest)
#include "model_test.moc"
