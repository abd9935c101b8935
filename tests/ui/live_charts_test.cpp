// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The live views before, during and after a run. With SHARDSCOPE_PICTURES=FOLDER it also writes what they
// show.
#include "core/lr/lr_schedule.h"
#include "tests/support/ui_hall.h"
#include "ui/kit/button.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/legend.h"
#include "ui/kit/line_chart.h"
#include "ui/kit/theme_provider.h"
#include "ui/kit/view_header.h"
#include "ui/live/chart_pair.h"
#include "ui/live/loss_chart.h"
#include "ui/live/memory_chart.h"
#include "ui/live/rate_charts.h"
#include "ui/live/sample_pane.h"
#include "ui/live/step_breakdown.h"

#include <QApplication>
#include <QDir>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QSignalSpy>
#include <QRegularExpression>
#include <QTest>
#include <QTextBrowser>
#include <QVBoxLayout>

using namespace ui;
using namespace ui::testing;

namespace {

// All live views as they stand in the Run workspace.
struct Board {
    explicit Board(const core::Plan& plan = tinyPlan())
        : test(plan) {
        loss = new LossChart(test.hall());
        sample = new SamplePane(test.hall());
        throughput = new ThroughputChart(test.hall());
        norm = new GradientNormChart(test.hall());
        rate = new LearningRateChart(test.hall());
        step = new StepBreakdownView(test.hall());
        auto* column = new QVBoxLayout(&window);
        auto* upper = new QHBoxLayout;
        auto* lower = new QHBoxLayout;
        upper->addWidget(loss, 3);
        upper->addWidget(sample, 2);
        for (QWidget* view : {static_cast<QWidget*>(throughput), static_cast<QWidget*>(norm),
                              static_cast<QWidget*>(rate), static_cast<QWidget*>(step)})
            lower->addWidget(view, 1);
        for (QBoxLayout* row : {static_cast<QBoxLayout*>(column), static_cast<QBoxLayout*>(upper),
                                static_cast<QBoxLayout*>(lower)}) {
            row->setContentsMargins(0, 0, 0, 0);
            row->setSpacing(1);
        }
        column->addLayout(upper, 6);
        column->addLayout(lower, 5);
        window.resize(1004, 546);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
    }
    [[nodiscard]] std::vector<LiveChart*> charts() const { return {loss, throughput, norm, rate}; }

    TestHall test;
    QWidget window;
    LossChart* loss;
    SamplePane* sample;
    ThroughputChart* throughput;
    GradientNormChart* norm;
    LearningRateChart* rate;
    StepBreakdownView* step;
};

void savePicture(QWidget& widget, const QString& name) {
    const QString folder = qEnvironmentVariable("SHARDSCOPE_PICTURES");
    if (!folder.isEmpty() && QDir().mkpath(folder))
        widget.grab().save(folder + u'/' + name + QStringLiteral(".png"));
}

}  // namespace

class live_charts_test : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { m_theme = std::make_unique<ThemeProvider>(*qApp); }
    void beforeARunEveryViewSaysWhatItWillShow();
    void theButtonsOfEmptyViewsAskForStartAndPrompt();
    void theFirstStepBringsEveryChart();
    void theLossCurvesFollowTheRun();
    void aSkippedStepHasNoNormAndSaysItsLossScale();
    void aSecondRunStartsFromNothing();
    void theThroughputComesFromTheVirtualClock();
    void theLearningRateRunsAheadAlongThePlan();
    void theLearningRateIsNeverShownWithoutItsFactor();
    void anEngineThatDiesLeavesALineInEveryChart();
    void theFollowButtonAndThePanAgree();
    void samplesAreShownNewestFirst();
    void theNewestSampleIsInSight();
    void theSharesOfAStepSumToOne();
    void communicationSaysWhatTheGroupsSent();
    void everyCardHasItsMemoryCurve();
    void aLongRunStaysThin();
    void darkAndLight();

private:
    std::unique_ptr<ThemeProvider> m_theme;
};

void live_charts_test::beforeARunEveryViewSaysWhatItWillShow() {
    Board board;
    for (LiveChart* chart : board.charts()) {
        QVERIFY(!chart->showsData());
        const auto texts = chart->findChild<EmptyState*>()->findChildren<QLabel*>();
        QVERIFY(std::any_of(texts.begin(), texts.end(),
                            [](const QLabel* label) { return label->text().size() > 20; }));
    }
    QVERIFY(!board.sample->showsData());
    QVERIFY(!board.step->showsData());
    savePicture(board.window, QStringLiteral("live-empty-light"));
}

void live_charts_test::theButtonsOfEmptyViewsAskForStartAndPrompt() {
    Board board;
    QSignalSpy start(board.loss, &LiveChart::startRequested);
    QSignalSpy prompt(board.sample, &SamplePane::changePromptRequested);
    auto* button = board.loss->findChild<EmptyState*>()->findChild<Button*>();
    QVERIFY(button && button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(start.count(), 1);
    QTest::mouseClick(board.sample->findChild<EmptyState*>()->findChild<Button*>(), Qt::LeftButton);
    QCOMPARE(prompt.count(), 1);
}

void live_charts_test::theFirstStepBringsEveryChart() {
    Board board;
    play(board.test, 1);
    for (LiveChart* chart : board.charts()) QTRY_VERIFY(chart->showsData());
    QTRY_VERIFY(board.step->showsData());
}

void live_charts_test::theLossCurvesFollowTheRun() {
    Board board;
    play(board.test, 120);
    LineChart& chart = board.loss->chart();
    QTRY_COMPARE(int(chart.points(0).size()), 120);
    QCOMPARE(chart.points(0).back().x(), 120.0);
    QCOMPARE(int(chart.points(2).size()), 4);  // held out at 25, 50, 75, 100
    double mean = 0;                           // the strong curve is what its legend says
    for (int i = 100; i < 120; ++i) mean += chart.points(0)[std::size_t(i)].y() / 20;
    QVERIFY(std::abs(chart.points(1).back().y() - mean) < 1e-9);
    const auto* legend = board.loss->findChild<Legend*>();
    QVERIFY(legend && legend->entries().front().name.contains(QStringLiteral("average of 20 steps")));
    board.test.run.add({stepEvent(board.test.document.plan(), 121)});
    QTRY_COMPARE(chart.points(0).back().x(), 121.0);
    QVERIFY(chart.drawnPoints(0) > 100);
}

void live_charts_test::aSkippedStepHasNoNormAndSaysItsLossScale() {
    Board board;
    play(board.test, 3);
    QTRY_COMPARE(int(board.norm->chart().points(0).size()), 3);
    QVERIFY(board.norm->lossScaleText().isEmpty());
    auto step = std::get<core::StepEvent>(stepEvent(board.test.document.plan(), 4).body);
    step.lossScale = 65536;
    step.skipped = true;
    step.loss = step.gradNorm = std::nan("");
    board.test.run.add({{4.0, step}});
    QTRY_COMPARE(board.norm->lossScaleText(),
                 QStringLiteral("loss scale %1, step skipped").arg(QLocale().toString(65536)));
    QCOMPARE(board.test.run.series().gradNorm.size(), std::size_t(3));
    QCOMPARE(board.test.run.series().loss.size(), std::size_t(3));
    step = std::get<core::StepEvent>(stepEvent(board.test.document.plan(), 5).body);
    step.lossScale = 32768;
    board.test.run.add({{5.0, step}});
    QTRY_COMPARE(int(board.norm->chart().points(0).size()), 4);
    QCOMPARE(board.norm->lossScaleText(), QStringLiteral("loss scale %1").arg(QLocale().toString(32768)));
}

void live_charts_test::aSecondRunStartsFromNothing() {
    Board board;
    play(board.test, 80);
    QTRY_COMPARE(int(board.loss->chart().points(1).size()), 80);
    play(board.test, 7);
    QTRY_COMPARE(int(board.loss->chart().points(1).size()), 7);
    QCOMPARE(board.loss->chart().points(1).front().y(),
             board.loss->chart().points(0).front().y());  // no memory of the first
    QTRY_COMPARE(int(board.throughput->chart().points(0).size()), 7);
}

void live_charts_test::theThroughputComesFromTheVirtualClock() {
    Board board;
    play(board.test, 50);
    const core::Plan& plan = board.test.document.plan();
    const double tokens = double(plan.batch.global * plan.sequence());
    QTRY_VERIFY(!board.throughput->chart().points(0).empty());
    const double shown = board.throughput->chart().points(0).back().y();
    QVERIFY(std::abs(shown - tokens / 0.270 / 1e3) / shown <
            0.06);  // k tokens/s; the wall clock would be a third
}

void live_charts_test::theLearningRateRunsAheadAlongThePlan() {
    Board board;
    play(board.test, 50);
    const core::Plan& plan = board.test.document.plan();
    QTRY_VERIFY(board.rate->showsData());
    const auto planned = board.rate->chart().points(0);
    QVERIFY(planned.back().x() > 0.99 * double(plan.run.steps) - 3);
    for (const QPointF& point : planned) {
        const double expected =
            core::learningRate(plan.lrSchedule, plan.optimizer.lr, qint64(point.x()) - 1, plan.run.steps);
        QVERIFY(std::abs(point.y() * 1e-4 - expected) < 1e-9);  // 3e-4 is shown as 3 × 10⁻⁴
    }
    QCOMPARE(board.rate->chart().points(1).back().x(), 50.0);
}

void live_charts_test::theLearningRateIsNeverShownWithoutItsFactor() {
    Board board;
    play(board.test, 50);
    QTRY_VERIFY(board.rate->showsData());
    const auto shown = [&] {
        QStringList words;
        for (const QLabel* label : board.rate->findChild<ViewHeader*>()->findChildren<QLabel*>())
            if (!label->isHidden()) words << label->text();
        return words.join(QLatin1Char(' '));
    };
    QVERIFY2(shown().contains(QStringLiteral("10⁻⁴")) || shown().contains(QStringLiteral("e-4")), qPrintable(shown()));
    board.rate->setFixedWidth(340);
    QTRY_VERIFY2(shown().contains(QStringLiteral("× 10⁻⁴")), qPrintable(shown()));
    // Where there is no room for both, the figure goes as a whole.
    board.rate->setFixedWidth(170);
    static const QRegularExpression digit(QStringLiteral("\\d"));
    QTRY_VERIFY2(shown().contains(QStringLiteral("e-4")) || !shown().contains(digit), qPrintable(shown()));
}

void live_charts_test::anEngineThatDiesLeavesALineInEveryChart() {
    Board board;
    play(board.test, 90);
    QTRY_VERIFY(board.loss->showsData());
    QTest::qWait(200);
    const QImage alive = board.loss->chart().grab().toImage();
    board.test.run.setState(EngineState::Failed, QStringLiteral("killed by signal 9"));
    const QColor danger = m_theme->theme().color(Role::Danger);
    const auto dangerPixels = [&] {
        const QImage image = board.loss->chart().grab().toImage();
        int count = 0;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const QColor pixel = image.pixelColor(x, y);
                count += std::abs(pixel.red() - danger.red()) < 40 &&
                         std::abs(pixel.green() - danger.green()) < 40 &&
                         std::abs(pixel.blue() - danger.blue()) < 40;
            }
        return count;
    };
    QTRY_VERIFY(dangerPixels() > 40);
    QVERIFY(board.loss->showsData());  // nothing on the screen is lost
    savePicture(board.window, QStringLiteral("live-died-light"));
}

void live_charts_test::theFollowButtonAndThePanAgree() {
    Board board;
    play(board.test, 200);
    QTRY_VERIFY(board.loss->showsData());
    Button* follow = nullptr;
    for (Button* button : board.loss->findChildren<Button*>())
        if (button->isCheckable()) follow = button;
    QVERIFY(follow && follow->isChecked());
    LineChart& chart = board.loss->chart();
    QTest::keyClick(&chart, Qt::Key_Left);
    QVERIFY(!chart.isFollowing());
    QVERIFY(!follow->isChecked());
    QTest::mouseClick(follow, Qt::LeftButton);
    QVERIFY(chart.isFollowing());
}

void live_charts_test::samplesAreShownNewestFirst() {
    Board board;
    play(board.test, 300);
    QTRY_VERIFY(board.sample->showsData());
    const QString text = board.sample->text();
    const auto at = [&](int step) { return text.indexOf(QStringLiteral("Step %1").arg(step)); };
    QVERIFY(at(300) == 0 && at(300) < at(200) && at(200) < at(100));
    QVERIFY(text.contains(QStringLiteral("The man was the ser")));
}

void live_charts_test::theNewestSampleIsInSight() {
    Board board;
    board.window.resize(700, 300);
    play(board.test, 300);
    QTRY_VERIFY(board.sample->showsData());
    QTest::qWait(50);
    QScrollBar& bar = *board.sample->findChild<QTextBrowser*>()->verticalScrollBar();
    QVERIFY(bar.maximum() > 0);
    QCOMPARE(bar.value(), 0);
    board.window.resize(700, 280);
    QTest::qWait(50);
    QCOMPARE(bar.value(), 0);
}

void live_charts_test::theSharesOfAStepSumToOne() {
    const core::Snapshot snapshot = core::evaluate(tinyPlan());
    QVERIFY(snapshot.step);
    const StepShares predicted = sharesOf(snapshot.step->mean);
    QVERIFY(std::abs(predicted.total() - snapshot.step->step.value()) < 1e-9 * predicted.total() + 1e-12);
    double sum = 0;
    for (int i = 0; i < kStepParts; ++i) sum += predicted.share(StepPart(i));
    QVERIFY(std::abs(sum - 1) < 1e-12);

    Board board;
    play(board.test, 3);
    QTRY_VERIFY(board.step->showsData());
    const Table table = board.step->bars().table();
    QCOMPARE(int(table.rows.size()), kStepParts);
    double shares = 0;
    for (const QStringList& row : table.rows) shares += row[2].toDouble();
    QVERIFY(std::abs(shares - 1) < 1e-4);
    QCOMPARE(board.step->bars().itemAt(board.step->bars().itemRect(2).center()), 2);
    QVERIFY(!board.step->bars().hoverContent(2).toText().isEmpty());
}

void live_charts_test::communicationSaysWhatTheGroupsSent() {
    core::StepEvent step;
    step.tensorWire = core::Bytes(2048);
    core::Traffic predicted;
    predicted.rows.push_back({core::GroupKind::Data, core::CollectiveKind::AllReduce, {}, core::Bytes(4096)});
    StepBars bars;
    bars.resize(240, 220);
    bars.setTraffic(trafficOf(step, predicted));
    const QString said = bars.hoverContent(kStepParts).toText().simplified();
    QCOMPARE(bars.itemCount(), kStepParts + 1);
    QVERIFY2(said.contains("2 KiB sent by all tensor groups in a step"), qPrintable(said));
    QVERIFY2(said.contains("4 KiB"), qPrintable(said));
    QVERIFY(!said.contains("pipeline groups"));
    QVERIFY(!bars.hoverContent(int(StepPart::Communication)).toText().contains("groups"));
    QVERIFY(!bars.hoverContent(int(StepPart::Communication)).toText().contains("card and host"));
    bars.setOffload(core::Seconds(2e-3));
    QVERIFY(bars.hoverContent(int(StepPart::Communication)).toText().contains("card and host"));
    QVERIFY(!bars.hoverContent(int(StepPart::Optimizer)).toText().contains("card and host"));
    bars.resize(240, 150);
    QCOMPARE(bars.itemCount(), kStepParts);
}

void live_charts_test::everyCardHasItsMemoryCurve() {
    TestHall test(tinyPlan());
    auto* memory = new MemoryChart(test.hall());
    ChartPair pair(new LearningRateChart(test.hall()), memory);
    pair.resize(251, 255);
    pair.show();
    QVERIFY(QTest::qWaitForWindowExposed(&pair));
    play(test, 40);
    auto* swap = pair.shown()->findChild<Button*>();
    QVERIFY(swap);
    QTest::mouseClick(swap, Qt::LeftButton);
    QCOMPARE(pair.shown(), memory);
    QTRY_VERIFY(memory->showsData());
    QTRY_COMPARE(int(memory->chart().points(7).size()), 1);
    test.run.add({stepEvent(test.document.plan(), 41)});
    QTRY_COMPARE(int(memory->chart().points(7).size()), 2);
    QVERIFY(std::abs(memory->chart().points(0).back().y() - 23.5) < 1e-6);  // MiB, the heaviest first
    QVERIFY(std::abs(memory->chart().points(7).back().y() - 19.5) < 1e-6);
    QVERIFY(memory->chart().points(8).empty());
    play(test, 3);  // a new run keeps nothing of the old one
    QTRY_COMPARE(memory->chart().points(0).back().x(), 3.0);
    QCOMPARE(int(memory->chart().points(0).size()), 1);
}

void live_charts_test::aLongRunStaysThin() {
    Board board;
    play(board.test, 20000);
    QTRY_VERIFY_WITH_TIMEOUT(board.loss->showsData(), 10000);
    QVERIFY(board.loss->chart().drawnPoints(0) <= 2 * board.loss->chart().width() + 2);
    QVERIFY(board.loss->chart().points(0).back().x() == 20000.0);
}

void live_charts_test::darkAndLight() {
    Board board;
    play(board.test, 312);
    QTRY_VERIFY(board.loss->showsData() && board.step->showsData() && board.sample->showsData());
    QTest::qWait(250);
    savePicture(board.window, QStringLiteral("live-light"));
    const QImage light = board.window.grab().toImage();
    m_theme->setKind(ThemeKind::Dark);
    QTest::qWait(250);
    savePicture(board.window, QStringLiteral("live-dark"));
    QVERIFY(board.window.grab().toImage() != light);
    QVERIFY(board.loss->chart().grab().toImage().pixelColor(2, 2).lightness() < 60);
    m_theme->setKind(ThemeKind::Light);
}

QTEST_MAIN(live_charts_test)
#include "live_charts_test.moc"
