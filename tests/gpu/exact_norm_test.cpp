// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The gradient norm is summed over fixed global blocks, so that no layout changes a bit of it.
#include "gpu/kernels/exact_norm.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace {

// Magnitudes over many orders, as gradients of different layers have.
std::vector<float> sample(std::size_t n, unsigned seed, double decades) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> exponent(-decades, 0);
    std::vector<float> values(n);
    for (float& v : values) v = float(normal(random) * std::pow(10.0, exponent(random)));
    return values;
}

long double reference(const std::vector<float>& values) {
    long double sum = 0;
    for (const float v : values) sum += static_cast<long double>(v) * static_cast<long double>(v);
    return sum;
}

double exact(std::span<const float> values) {
    gpu::ExactSquares squares(gpu::largestMagnitude(values));
    squares.add(values);
    return squares.sumOfSquares();
}

// As ranks do it: each takes a piece, maxima and sums are combined.
double inPieces(std::span<const float> values, std::size_t pieces) {
    std::vector<std::span<const float>> cuts;
    for (std::size_t i = 0; i < pieces; ++i) {
        const std::size_t begin = values.size() * i / pieces, end = values.size() * (i + 1) / pieces;
        cuts.push_back(values.subspan(begin, end - begin));
    }
    std::int64_t largest = 0;
    for (const auto& cut : cuts) largest = std::max(largest, gpu::largestMagnitude(cut));
    gpu::ExactSquares total(largest);
    for (const auto& cut : cuts) {
        gpu::ExactSquares part(largest);
        part.add(cut);
        for (std::size_t i = 0; i < total.sums().size(); ++i) total.sums()[i] += part.sums()[i];
    }
    return total.sumOfSquares();
}

}  // namespace

class ExactNormTest : public QObject {
    Q_OBJECT

private slots:
    void anyCutAndAnyOrderGiveTheSameBits() {
        std::vector<float> values = sample(100'003, 1, 8);
        const double whole = exact(values);
        for (const std::size_t pieces : {2u, 3u, 7u, 16u, 1000u}) QCOMPARE(inPieces(values, pieces), whole);
        std::mt19937 random(2);
        for (int i = 0; i < 5; ++i) {
            std::ranges::shuffle(values, random);
            QCOMPARE(exact(values), whole);
        }
    }

    void theSumOfSquaresAgreesWithExtendedPrecisionTo1e9th() {
        for (const double decades : {0.0, 3.0, 12.0, 30.0}) {
            const std::vector<float> values = sample(200'000, 3, decades);
            const long double expected = reference(values);
            const double error = std::abs(double((exact(values) - expected) / expected));
            QVERIFY2(error <= 1e-9, qPrintable(QString("%1 decades: %2").arg(decades).arg(error)));
        }
    }

    // Every small square is lost in a plain fp32 or fp64 sum behind a large one, here a thousandth of the
    // total.
    void manySmallSquaresBesideALargeOneAreNotLost() {
        std::vector<float> values(1'000'001, 3e-5f);
        values[500'000] = 1.0f;
        const long double expected = reference(values);
        QVERIFY(std::abs(double((exact(values) - expected) / expected)) <= 1e-9);
    }

    void theWholeRangeOfFloatsIsCovered() {
        using limits = std::numeric_limits<float>;
        for (const float v :
             {limits::denorm_min(), limits::min(), 1e-20f, 1.0f, 1.9999999f, 2.0f, 1e20f, limits::max()}) {
            const std::vector<float> values(3, -v);
            const double expected = 3 * double(v) * double(v);
            QVERIFY2(std::abs(exact(values) - expected) <= 1e-9 * expected,
                     qPrintable(QString::number(double(v))));
        }
    }

    void zerosInfinitiesAndNaNsComeThrough() {
        const float infinity = std::numeric_limits<float>::infinity(),
                    nan = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(exact(std::vector<float>{}), 0.0);
        QCOMPARE(exact(std::vector<float>{0.0f, -0.0f}), 0.0);
        QVERIFY(std::isinf(exact(std::vector<float>{1.0f, -infinity})));
        QVERIFY(std::isnan(exact(std::vector<float>{1.0f, nan})));
        QVERIFY(std::isnan(exact(std::vector<float>{infinity, -nan, 1.0f})));
    }

    void magnitudesOrderAsIntegers() {
        const auto of = [](float v) { return gpu::largestMagnitude(std::vector<float>{v}); };
        QVERIFY(of(-2.0f) > of(1.0f));
        QVERIFY(of(1e-40f) > of(0.0f));
        QVERIFY(of(std::numeric_limits<float>::infinity()) > of(std::numeric_limits<float>::max()));
        QVERIFY(of(std::numeric_limits<float>::quiet_NaN()) > of(std::numeric_limits<float>::infinity()));
        QCOMPARE(gpu::largestMagnitude(std::vector<float>{1.0f, -3.0f, 2.0f}), of(3.0f));
    }
};

QTEST_GUILESS_MAIN(ExactNormTest)
#include "exact_norm_test.moc"
