// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Embedding and cross-entropy over a vocabulary that two ranks share, against plain loops.
#include "gpu/kernels/cpu_kernels.h"
#include "tests/support/samples.h"

#include <QtTest>

#include <cmath>
#include <vector>

using test::sample;
using test::sampleTokens;

class VocabularyKernelsTest : public QObject {
    Q_OBJECT

    const std::unique_ptr<gpu::Kernels> m_kernels = gpu::makeCpuKernels(1);

private slots:
    void crossEntropyOfASplitVocabularyAgreesWithFp64() {
        constexpr std::int64_t kRows = 23, kVocabulary = 45, kCut = 20;
        const auto logits = sample(kRows * kVocabulary, 13, 4.0f);
        const auto targets = sampleTokens(kRows, kVocabulary, 14);
        const std::array<std::pair<std::int64_t, std::int64_t>, 2> slices = {
            {{0, kCut}, {kCut, kVocabulary - kCut}}};

        std::vector<float> maxima(kRows, -1e30f), sums(kRows), targetLogits(kRows);
        std::array<std::vector<float>, 2> local;
        for (std::size_t r = 0; r < 2; ++r) {
            for (std::int64_t i = 0; i < kRows; ++i)
                for (std::int64_t c = 0; c < slices[r].second; ++c)
                    local[r].push_back(logits[std::size_t(i * kVocabulary + slices[r].first + c)]);
            std::vector<float> mine(kRows);
            m_kernels->rowMaxima({local[r].data(), kRows, slices[r].second}, mine);
            for (std::size_t i = 0; i < kRows; ++i) maxima[i] = std::max(maxima[i], mine[i]);
        }
        for (std::size_t r = 0; r < 2; ++r) {
            std::vector<float> mySums(kRows), myTargets(kRows);
            m_kernels->exponentials({local[r].data(), kRows, slices[r].second}, maxima, targets,
                                    slices[r].first, mySums, myTargets);
            for (std::size_t i = 0; i < kRows; ++i) {
                sums[i] += mySums[i];
                targetLogits[i] += myTargets[i];
            }
        }
        for (std::size_t r = 0; r < 2; ++r)
            m_kernels->logitGradients({local[r].data(), kRows, slices[r].second}, sums, targets,
                                      slices[r].first);

        for (std::int64_t i = 0; i < kRows; ++i) {
            double sum = 0;
            for (std::int64_t c = 0; c < kVocabulary; ++c)
                sum += std::exp(double(logits[std::size_t(i * kVocabulary + c)]));
            const std::int64_t target = targets[std::size_t(i)];
            const double loss = std::log(sum) - double(logits[std::size_t(i * kVocabulary + target)]);
            QVERIFY(std::abs(std::log(double(sums[std::size_t(i)])) - double(targetLogits[std::size_t(i)]) -
                             loss) <= 2e-6);
            for (std::size_t r = 0; r < 2; ++r)
                for (std::int64_t c = 0; c < slices[r].second; ++c) {
                    const std::int64_t column = slices[r].first + c;
                    const double p = std::exp(double(logits[std::size_t(i * kVocabulary + column)])) / sum;
                    const double expected = p - (column == target ? 1 : 0);
                    QVERIFY(std::abs(double(local[r][std::size_t(i * slices[r].second + c)]) - expected) <=
                            1e-6);
                }
        }
    }

    void slicesOfATokenTableAddUpToTheWholeTable() {
        constexpr std::int64_t kRows = 50, kHidden = 9, kVocabulary = 30, kSequence = 10;
        const auto table = sample(kVocabulary * kHidden, 15), g = sample(kRows * kHidden, 16),
                   positions = sample(kSequence * kHidden, 17);
        const auto tokens = sampleTokens(kRows, kVocabulary, 18);
        std::vector<float> sum(kRows * kHidden), gradient(table.size()), positionGradient(positions.size());
        for (const auto& [first, rows] : {std::pair<std::int64_t, std::int64_t>{0, 13}, {13, 17}}) {
            const gpu::TableSlice slice{first, rows, kHidden};
            std::vector<float> y(sum.size(), std::nanf(""));
            m_kernels->embed(tokens, slice, gpu::ConstVector(table).from(first * kHidden),
                             {y.data(), kRows, kHidden});
            for (std::size_t i = 0; i < y.size(); ++i) sum[i] += y[i];
            m_kernels->embedWeightGradient(tokens, slice, {g.data(), kRows, kHidden},
                                           gpu::Vector(gradient).from(first * kHidden));
        }
        m_kernels->addPositions({sum.data(), kRows, kHidden}, positions, kSequence);
        m_kernels->positionWeightGradient({g.data(), kRows, kHidden}, kSequence, positionGradient);
        std::vector<float> expected(table.size()), expectedPositions(positions.size());
        for (std::int64_t i = 0; i < kRows; ++i)
            for (std::int64_t c = 0; c < kHidden; ++c) {
                const auto at = std::size_t(i * kHidden + c);
                const auto row = std::size_t(tokens[std::size_t(i)] * kHidden + c),
                           position = std::size_t(i % kSequence * kHidden + c);
                QCOMPARE(sum[at], table[row] + positions[position]);
                expected[row] += g[at];
                expectedPositions[position] += g[at];
            }
        QVERIFY(gradient == expected);
        QVERIFY(positionGradient == expectedPositions);
    }
};

QTEST_GUILESS_MAIN(VocabularyKernelsTest)
#include "vocabulary_kernels_test.moc"
