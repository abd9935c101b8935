// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of decimation: no peak is lost, no column gets more than two points, every point is one of the series.
#include "core/telemetry/series.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace core;

namespace {

Series noise(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> value;
    Series series;
    for (std::size_t i = 0; i < n; ++i) series.append(double(i), value(random));
    return series;
}

SeriesRange bruteRange(const Series& series, double x0, double x1) {
    SeriesRange range{INFINITY, -INFINITY};
    for (std::size_t i = 0; i < series.size(); ++i)
        if (series[i].x >= x0 && series[i].x <= x1 && !std::isnan(series[i].y)) {
            range.low = std::min(range.low, series[i].y);
            range.high = std::max(range.high, series[i].y);
        }
    return range;
}

}  // namespace

class SeriesTest : public QObject {
    Q_OBJECT
private slots:
    void aRangeHoldsTheExtremesOfItsPoints() {
        std::mt19937 random(2);
        for (std::size_t n : {1u, 15u, 16u, 17u, 255u, 256u, 4096u, 5000u}) {
            const Series series = noise(n, unsigned(n));
            for (int i = 0; i < 200; ++i) {
                double x0 = double(random() % n), x1 = double(random() % n);
                if (x1 < x0) std::swap(x0, x1);
                const SeriesRange expected = bruteRange(series, x0, x1);
                const auto range = series.range(x0, x1);
                QVERIFY(range.has_value());
                QCOMPARE(range->low, expected.low);
                QCOMPARE(range->high, expected.high);
            }
        }
    }

    void decimationKeepsEveryPeakWithTwoPointsAColumn() {
        Series series = noise(100000, 5);
        series.append(100000, 1e6);  // one spike among many points
        for (int columns : {1, 7, 300, 1920}) {
            const auto drawn = series.decimate(0, 100000, columns);
            QVERIFY(drawn.size() <= std::size_t(2 * columns));
            QVERIFY(std::is_sorted(drawn.begin(), drawn.end(), [](auto& a, auto& b) { return a.x < b.x; }));
            QVERIFY(std::any_of(drawn.begin(), drawn.end(), [](auto& p) { return p.y == 1e6; }));
            const auto low =
                std::min_element(drawn.begin(), drawn.end(), [](auto& a, auto& b) { return a.y < b.y; });
            QCOMPARE(low->y, bruteRange(series, 0, 100000).low);
            for (const SeriesPoint& p : drawn) QVERIFY(series[std::size_t(p.x)] == p);
        }
    }

    void aCloseUpShowsEveryPointAndOneNeighbourOnEitherSide() {
        const Series series = noise(1000, 6);
        const auto drawn = series.decimate(500, 510, 400);
        QCOMPARE(drawn.size(), std::size_t(13));
        QCOMPARE(drawn.front().x, 499.0);
        QCOMPARE(drawn.back().x, 511.0);
    }

    void notANumberIsAGapAndNeverAnExtreme() {
        Series series;
        for (int i = 0; i < 100; ++i) series.append(i, i % 10 == 3 ? std::nan("") : i);
        QCOMPARE(series.range(0, 99)->low, 0.0);
        QCOMPARE(series.range(0, 99)->high, 99.0);
        QVERIFY(!series.range(13, 13));
        const auto drawn = series.decimate(0, 99, 1000);
        QCOMPARE(std::count_if(drawn.begin(), drawn.end(), [](auto& p) { return std::isnan(p.y); }), 10);
    }

    void aRunResumedFromAnOlderStepReplacesTheRest() {
        Series series = noise(5000, 8);
        series.append(1200.0, 7.0);
        QCOMPARE(series.size(), std::size_t(1201));
        QCOMPARE(series.back().y, 7.0);
        for (int i = 1201; i < 6000; ++i) series.append(i, -1.0);
        QCOMPARE(series.range(1200, 6000)->high, 7.0);
        QCOMPARE(series.range(1201, 6000)->high, -1.0);
    }

    void theNearestPointIsFound() {
        Series series;
        QVERIFY(!series.nearest(1));
        for (int i = 0; i < 10; ++i) series.append(2.0 * i, i);
        QCOMPARE(series.nearest(-5)->x, 0.0);
        QCOMPARE(series.nearest(6.9)->x, 6.0);
        QCOMPARE(series.nearest(7.1)->x, 8.0);
        QCOMPARE(series.nearest(500)->x, 18.0);
    }

    void anEmptyViewDrawsNothing() {
        QVERIFY(Series().decimate(0, 1, 100).empty());
        QVERIFY(noise(10, 1).decimate(5, 1, 100).empty());
        QVERIFY(noise(10, 1).decimate(0, 5, 0).empty());
    }
};

QTEST_GUILESS_MAIN(SeriesTest)
#include "series_test.moc"
