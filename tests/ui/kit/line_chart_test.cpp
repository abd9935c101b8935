// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Curves: thinning keeps every extreme; the chart replaces once, follows, and lets go when panned.
#include "ui/kit/decimate.h"
#include "ui/kit/line_chart.h"
#include "ui/kit/theme_provider.h"

#include <QSignalSpy>
#include <QTest>
#include <QValueAxis>

#include <cmath>
#include <limits>
#include <memory>

using namespace ui;

namespace {

std::vector<QPointF> wave(int count) {
    std::vector<QPointF> points;
    for (int i = 0; i < count; ++i) points.emplace_back(i, std::sin(i * 0.37) * std::cos(i * 0.011));
    return points;
}

std::pair<double, double> extremes(const std::vector<QPointF>& points, double from, double to) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const QPointF& p : points)
        if (p.x() >= from && p.x() < to) {
            low = std::min(low, p.y());
            high = std::max(high, p.y());
        }
    return {low, high};
}

}  // namespace

class LineChartTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ThemeProvider> m_theme;

private slots:
    void initTestCase() { m_theme = std::make_unique<ThemeProvider>(*qApp); }

    void thinningKeepsTheExtremesOfEveryColumn() {
        const auto points = wave(16384);
        constexpr int kColumns = 256;  // powers of two: column edges without rounding
        const auto thin = decimateMinMax(points, 0, 16384, kColumns);
        QVERIFY(thin.size() <= 2 * kColumns + 2);
        for (int c = 0; c < kColumns; ++c) {
            const double from = c * 64.0, to = from + 64.0;
            QCOMPARE(extremes(thin, from, to), extremes(points, from, to));
        }
    }

    // Wherever the newest point lies and however close the references are, no label lies on another.
    void labelsDoNotCoverEachOther() {
        LineChart chart;
        const int line = chart.addLine({QStringLiteral("loss"), Meaning::Parameters, Stroke::Measured});
        chart.resize(420, 240);
        chart.show();
        chart.setDataRange(0, 100);
        chart.setYRange(0, 10);
        chart.setCaption(QStringLiteral("virtual time, average of 20"));
        QVERIFY(chart.captionLabel().bottom() <= chart.plotArea().top());  // no curve comes there
        for (const double gap : {0.1, 0.5, 2.0})
            for (double y = 2; y < 8; y += 0.25)
                for (const double x : {40.0, 95.0, 100.0}) {
                    chart.setReferences({{5 + gap, QStringLiteral("unigram 3.09"), ReferenceStroke::Dotted},
                                         {5, QStringLiteral("bigram 2.41"), ReferenceStroke::Dotted}});
                    chart.setLine(line, {{0, 9}, {x, y}});
                    chart.setNewest(line, QStringLiteral("2.10"));
                    const auto names = chart.referenceLabels();
                    QVERIFY(!names[0].intersects(names[1]));
                    for (const QRectF& name : names) QVERIFY(!name.intersects(chart.captionLabel()));
                    const QRectF newest = chart.newestLabel();
                    QVERIFY(QRectF(chart.rect()).contains(newest));
                    for (const QRectF& name : names)
                        QVERIFY2(!name.intersects(newest),
                                 qPrintable(QStringLiteral("%1 at %2").arg(y).arg(x)));
                }
    }

    // A curve that runs along a reference where its name would stand: the name moves to where it is free.
    void labelsLieOverNoCurveWhereThereIsRoom() {
        LineChart chart;
        const int line = chart.addLine({QStringLiteral("loss"), Meaning::Parameters, Stroke::Measured});
        chart.resize(420, 240);
        chart.show();
        chart.setDataRange(0, 100);
        chart.setYRange(0, 10);
        chart.setReferences({{5, QStringLiteral("bigram 2.41"), ReferenceStroke::Dotted}});
        chart.setLine(line, {{0, 9}, {60, 8}, {75, 5.4}, {85, 5.4}, {86, 4.6}, {100, 4.6}});
        chart.setNewest(line, QStringLiteral("2.10"));
        QVERIFY(chart.liesOverCurve(QRectF(chart.position({90, 4.6}) - QPointF(5, 5), QSizeF(10, 10))));
        QVERIFY(!chart.liesOverCurve(chart.referenceLabels().front()));
        QVERIFY(!chart.liesOverCurve(chart.newestLabel()));
        QVERIFY(!chart.newestLabel().intersects(chart.referenceLabels().front()));
    }

    void theWordOfAnEventLiesOverNoCurveWhereThereIsRoom() {
        LineChart chart;
        chart.resize(480, 240);
        const int line = chart.addLine({});
        chart.setDataRange(0, 100);
        chart.setYRange(0, 10);
        chart.setLine(line, {{0, 9.8}, {100, 9.8}});
        chart.setEvents({{50, QStringLiteral("ended"), Role::Danger}, {400, QStringLiteral("later"), Role::Danger}});
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const std::vector<QRectF> labels = chart.eventLabels();
        QCOMPARE(int(labels.size()), 2);
        QVERIFY(chart.liesOverCurve(QRectF(labels[0].x(), chart.plotArea().top(), labels[0].width(), labels[0].height())));
        QVERIFY(!chart.liesOverCurve(labels[0]) && chart.plotArea().contains(labels[0]));
        QVERIFY(labels[1].isNull());
    }

    void thinningKeepsASingleSpike() {
        std::vector<QPointF> points;
        for (int i = 0; i < 10000; ++i) points.emplace_back(i, i == 7777 ? 99.0 : 1.0);
        const auto thin = decimateMinMax(points, 0, 10000, 100);
        QVERIFY(std::any_of(thin.begin(), thin.end(), [](const QPointF& p) { return p.y() == 99.0; }));
        QVERIFY(std::is_sorted(thin.begin(), thin.end(),
                               [](const QPointF& a, const QPointF& b) { return a.x() < b.x(); }));
    }

    void fewPointsComeBackAsTheyAre() {
        const auto points = wave(150);
        QCOMPARE(decimateMinMax(points, 0, 150, 100), points);
    }

    void aLongCurveIsDrawnWithAFewPointsAPixel() {
        LineChart chart;
        chart.resize(400, 220);
        const int line = chart.addLine({QStringLiteral("loss"), Meaning::Parameters, Stroke::Measured});
        chart.setDataRange(0, 100000);
        chart.setLine(line, wave(100000));
        QVERIFY(chart.drawnPoints(line) <= 2 * 400 + 2);
        QVERIFY(chart.drawnPoints(line) > 200);
    }

    void theScaleIsFittedToWhatIsVisible() {
        LineChart chart;
        chart.resize(400, 220);
        const int line = chart.addLine({QStringLiteral("loss"), Meaning::Parameters, Stroke::Measured});
        chart.setYFit(YFloor::Zero);
        chart.setDataRange(0, 10);
        chart.setLine(line, {{0, 5.6}, {10, 2.1}});
        QVERIFY(std::abs(chart.position({0, 0}).y() - chart.plotArea().bottom()) < 1);
        QVERIFY(chart.position({0, 5.6}).y() >= chart.plotArea().top());
    }

    void anyPanTurnsFollowingOffAndADoubleClickOnAgain() {
        LineChart chart;
        chart.resize(400, 220);
        chart.show();
        QVERIFY(QTest::qWaitForWindowExposed(&chart));
        const int line = chart.addLine({QStringLiteral("loss"), Meaning::Parameters, Stroke::Measured});
        chart.setDataRange(0, 100);
        chart.setLine(line, wave(100));
        QSignalSpy following(&chart, &LineChart::followingChanged);
        QTest::mousePress(chart.viewport(), Qt::LeftButton, {}, QPoint(200, 100));
        QTest::mouseMove(chart.viewport(), QPoint(150, 100));
        QTest::mouseRelease(chart.viewport(), Qt::LeftButton, {}, QPoint(150, 100));
        QVERIFY(!chart.isFollowing());
        const double before = chart.position({50, 0}).x();
        chart.setDataRange(0, 200);  // new data do not move a view that was let go
        QCOMPARE(chart.position({50, 0}).x(), before);
        QTest::mouseDClick(chart.viewport(), Qt::LeftButton, {}, QPoint(150, 100));
        QVERIFY(chart.isFollowing());
        QCOMPARE(following.count(), 2);
    }

    void chartsOfEqualWidthShareTheirPlotArea() {
        LineChart a, b;
        a.resize(300, 200);
        b.resize(300, 260);
        QCOMPARE(a.plotArea().left(), b.plotArea().left());
        QCOMPARE(a.plotArea().right(), b.plotArea().right());
    }

    void measuredCurvesAreSolidAndPredictedOnesDashed() {
        LineChart chart;
        chart.resize(400, 220);
        const int predicted =
            chart.addLine({QStringLiteral("planned"), Meaning::Optimizer, Stroke::Predicted});
        chart.setDataRange(0, 100);
        chart.setYRange(0, 2);
        chart.setLine(predicted, {{0, 1}, {100, 1}});
        const QImage image = chart.grab().toImage();
        const int y = qRound(chart.position({0, 1}).y());
        int inked = 0, total = 0;
        const QColor ground = m_theme->theme().color(Role::Canvas);
        for (int x = int(chart.plotArea().left()) + 2; x < int(chart.plotArea().right()) - 2; ++x, ++total)
            inked += image.pixelColor(x, y) != ground &&
                     image.pixelColor(x, y) != m_theme->theme().color(Role::Grid);
        QVERIFY2(inked > total / 4 && inked < total * 9 / 10,
                 qPrintable(QString::number(double(inked) / total)));
    }
};

QTEST_MAIN(LineChartTest)
#include "line_chart_test.moc"
