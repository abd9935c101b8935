// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The timeline under a real pointer and keyboard, on the shipped plans.
#include "tests/support/pixels.h"
#include "tests/support/shown_view.h"
#include "tests/support/snapshots.h"
#include "ui/kit/segmented.h"
#include "ui/kit/theme_provider.h"
#include "ui/timeline/op_card.h"
#include "ui/timeline/tensor_list.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"

#include <QAbstractButton>
#include <QElapsedTimer>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <memory>

using namespace ui;
using support::countPixels;
using support::SnapshotPtr;

namespace {

SelectedItem microBatch(int stage, int index) { return {std::nullopt, stage, index, std::nullopt}; }

}  // namespace

class TimelineViewTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ThemeProvider> m_theme;
    SnapshotPtr m_tiny;

    std::unique_ptr<TimelineView> shown(ViewPlace place, QSize size, SnapshotPtr snapshot = nullptr) {
        return support::shownView<TimelineView>(place, size, snapshot ? std::move(snapshot) : m_tiny);
    }

private slots:
    void initTestCase() {
        m_theme = std::make_unique<ThemeProvider>(*qApp);
        m_tiny = support::tinySnapshot();
        QVERIFY(m_tiny->timeline && m_tiny->schedule);
    }

    // Whatever the plan: every op once, nothing overlaps, ops and idle time fill the pipeline's time exactly.
    void opsAndIdleTimeFillEveryLane_data() {
        QTest::addColumn<int>("stages");
        QTest::addColumn<int>("schedule");
        for (const int stages : {1, 2, 4}) {
            QTest::addRow("gpipe over %d", stages) << stages << int(core::ScheduleKind::GPipe);
            QTest::addRow("1f1b over %d", stages) << stages << int(core::ScheduleKind::OneFOneB);
        }
    }
    void opsAndIdleTimeFillEveryLane() {
        QFETCH(int, stages);
        QFETCH(int, schedule);
        core::Plan plan = support::shippedPlan("tiny-2x2x2");
        plan.layout.pp = stages;
        plan.schedule = core::ScheduleKind(schedule);
        plan.cluster.nodes = 1;
        plan.cluster.gpusPerNode = plan.layout.cards();
        const SnapshotPtr snapshot = support::evaluated(plan);
        QVERIFY(snapshot->timeline);
        const TimelinePicture picture = timelinePicture(*snapshot, {}, {});
        QCOMPARE(int(picture.rows.size()), stages);
        const double makespan = snapshot->timeline->makespan.value();
        for (const TimelineRow& row : picture.rows) {
            double until = 0, idle = 0;
            int ops = 0;
            for (const TimelineBox& box : row.predicted.boxes) {
                QVERIFY(box.start >= until - 1e-9);
                until = box.end;
                ops += box.kind && box.microBatch >= 0;
                if (box.isIdle()) idle += box.length();
            }
            QCOMPARE(ops, int(snapshot->schedule->ranks[std::size_t(row.stage)].size()));
            QVERIFY(std::abs(idle / makespan - row.predicted.idleShare) < 2e-3);
        }
    }

    void theMemoryCurvePeaksAtTheLedgersTotal() {
        for (int stage = 0; stage < int(m_tiny->timeline->ranks.size()); ++stage) {
            TimelineQuestion question;
            question.memoryStage = stage;
            const TimelinePicture picture = timelinePicture(*m_tiny, {}, question);
            QVERIFY(picture.memory);
            QCOMPARE(picture.memory->at(picture.memory->peak), m_tiny->memory->stages[std::size_t(stage)].ledger.total());
            int most = 0;
            for (const core::MemoryMoment& moment : picture.memory->moments) most = std::max(most, moment.inFlight.front());
            QCOMPARE(most, m_tiny->timeline->peakInFlight[std::size_t(stage)]);
        }
    }

    void aClickOnThePeakListsTheTensorsThatMakeIt() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        const MemoryCurve& curve = *canvas.picture().memory;
        const int item = canvas.itemOfMoment(curve.peak);
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.itemRect(item).center().toPoint());
        auto* list = view->findChild<TensorList*>();
        QVERIFY(list && list->isVisible());
        core::Bytes sum;
        for (const core::HeldTensor& tensor : list->tensors()) sum += tensor.bytes;
        QCOMPARE(sum, m_tiny->memory->stages[std::size_t(curve.stage)].ledger.total());
        QVERIFY(list->toText().contains(QLatin1String("attention.probabilities")));
        QTest::keyClick(list, Qt::Key_Escape);
        QTRY_VERIFY(!view->findChild<TensorList*>());
    }

    void aClickOnAnOpOpensItsFormula() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        const auto length = [&](core::SpanKind kind, int microBatch) {
            for (const core::TimedSpan& span : m_tiny->timeline->ranks[0])
                if (span.kind == kind && span.microBatch.value == microBatch) return (span.end - span.start).value();
            return -1.0;
        };
        for (const auto& [kind, microBatch] : {std::pair(core::SpanKind::Forward, 0), std::pair(core::SpanKind::Backward, 0),
                                               std::pair(core::SpanKind::Optimizer, -1)}) {
            const int item = canvas.itemOf(0, NumberKind::Predicted, kind, microBatch);
            QVERIFY(item >= 0);
            QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.itemRect(item).center().toPoint());
            auto* card = view->findChild<OpCard*>();
            QVERIFY(card && card->isVisible());
            QVERIFY(std::abs(card->op().length.value() - length(kind, microBatch)) < 1e-12);
            QVERIFY(!card->op().terms.empty() && card->toText().contains(timeText(card->op().length.value())));
            QVERIFY(card->height() > 80);
            QTest::keyClick(card, Qt::Key_Escape);
            QTRY_VERIFY(!view->findChild<OpCard*>());
        }
        // The same click still selects the micro-batch; idle time has no formula.
        for (int item = 0; item < canvas.itemCount() && !canvas.momentOf(item); ++item)
            if (!canvas.opOf(item)) {
                QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.itemRect(item).center().toPoint());
                QVERIFY(!view->findChild<OpCard*>());
                break;
            }
    }

    void theKeysWalkTheMomentsAndOpenOne() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        canvas.setFocus(Qt::TabFocusReason);
        for (int i = 0; i < 12 && !canvas.momentOf(canvas.focusedItem()); ++i) QTest::keyClick(&canvas, Qt::Key_Down);
        QVERIFY(canvas.momentOf(canvas.focusedItem()));
        const std::size_t first = *canvas.momentOf(canvas.focusedItem());
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(*canvas.momentOf(canvas.focusedItem()), first + 1);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QVERIFY(view->findChild<TensorList*>());
        QTest::keyClick(view->findChild<TensorList*>(), Qt::Key_Escape);
        QTest::keyClick(&canvas, Qt::Key_Up);
        QVERIFY(!canvas.momentOf(canvas.focusedItem()));
    }

    void planAStandsAboveItsLanesAsOutlines() {
        core::Plan before = m_tiny->plan;
        before.layout.pp = 4;
        before.layout.dp = 1;
        const auto a = support::evaluated(before);
        QVERIFY(a->timeline);
        const auto view = shown(ViewPlace::Explore, {1144, 400});
        const QImage alone = view->canvas()->grab().toImage();
        view->setPinned(a);
        const TimelinePicture& picture = view->canvas()->picture();
        QCOMPARE(picture.rows.size(), std::size_t(4));
        QVERIFY(picture.rows[3].isOnlyPinned && picture.rows[3].pinned);
        QCOMPARE(picture.rows[0].pinned->boxes.size(), timelinePicture(*a, {}, {}).rows[0].predicted.boxes.size());
        QCOMPARE(picture.pinnedEnd, a->timeline->stepEnd.value());
        QVERIFY(view->canvas()->grab().toImage() != alone);
        view->setPinned(nullptr);
        QCOMPARE(view->canvas()->grab().toImage(), alone);
    }

    void aClickSelectsAMicroBatchAndAllItsBoxesAreOutlined() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        QSignalSpy selected(view.get(), &TimelineView::selectionRequested);
        const int item = canvas.itemOf(0, NumberKind::Predicted, core::SpanKind::Forward, 2);
        QTest::mouseClick(&canvas, Qt::LeftButton, {}, canvas.itemRect(item).center().toPoint());
        QCOMPARE(selected.last().first().value<SelectedItem>(), microBatch(0, 2));
        view->setSelection(microBatch(0, 2));
        const QImage image = canvas.grab().toImage();
        const QColor accent = m_theme->theme().color(Role::Accent);
        for (int stage = 0; stage < 2; ++stage)
            for (const auto kind : {core::SpanKind::Forward, core::SpanKind::Backward}) {
                const QRectF rect = canvas.itemRect(canvas.itemOf(stage, NumberKind::Predicted, kind, 2));
                QVERIFY(countPixels(image, rect, accent) > 20);
                const QRectF other = canvas.itemRect(canvas.itemOf(stage, NumberKind::Predicted, kind, 0));
                QCOMPARE(countPixels(image, other.adjusted(2, 2, -2, -2), accent), 0);
            }
    }

    void theWheelZoomsAroundThePointerAndZeroShowsAll() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        const TimeScale whole = canvas.scale();
        const QPoint pointer(600, 40);
        const double under = whole.toSeconds(pointer.x());
        QWheelEvent wheel(pointer, canvas.mapToGlobal(pointer), {}, QPoint(0, 480), Qt::NoButton,
                          Qt::ControlModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(&canvas, &wheel);
        QVERIFY(canvas.scale().perSecond() > 1.5 * whole.perSecond());
        QVERIFY(std::abs(canvas.scale().toSeconds(pointer.x()) - under) < 1e-9 + 1e-6 * under);
        QTest::keyClick(&canvas, Qt::Key_0);
        QCOMPARE(canvas.scale().perSecond(), whole.perSecond());
        QTest::keyClick(&canvas, Qt::Key_Plus);
        QVERIFY(canvas.scale().perSecond() > whole.perSecond());
    }

    void draggingAZoomedTimelinePansItWithoutSelecting() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        for (int i = 0; i < 4; ++i) QTest::keyClick(&canvas, Qt::Key_Plus);
        QSignalSpy selected(view.get(), &TimelineView::selectionRequested);
        const double before = canvas.scale().from();
        QTest::mousePress(&canvas, Qt::LeftButton, {}, QPoint(500, 40));
        for (const int x : {560, 640}) {
            QMouseEvent move(QEvent::MouseMove, QPointF(x, 40), canvas.mapToGlobal(QPoint(x, 40)),
                             Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
            QCoreApplication::sendEvent(&canvas, &move);
        }
        QTest::mouseRelease(&canvas, Qt::LeftButton, {}, QPoint(640, 40));
        QVERIFY(canvas.scale().from() < before);
        QCOMPARE(selected.count(), 0);
    }

    void arrowsWalkALaneAndStepToTheSameTimeInTheNext() {
        const auto view = shown(ViewPlace::Explore, {1144, 310});
        TimelineCanvas& canvas = *view->canvas();
        view->activateWindow();
        QTRY_VERIFY(view->isActiveWindow());
        canvas.setFocus(Qt::TabFocusReason);
        QTRY_COMPARE(canvas.focusedItem(), 0);
        QTest::keyClick(&canvas, Qt::Key_Right);
        QCOMPARE(canvas.focusedItem(), 1);
        const QRectF upper = canvas.itemRect(1);
        QTest::keyClick(&canvas, Qt::Key_Down);
        const QRectF lower = canvas.itemRect(canvas.focusedItem());
        QVERIFY(lower.top() > upper.bottom());
        QVERIFY(lower.left() <= upper.center().x() && lower.right() >= upper.center().x());
    }

    void aRunShowsTheMeasuredLaneUnderThePredictedOne() {
        const auto view = shown(ViewPlace::Run, {1440, 212});
        TimelineCanvas& canvas = *view->canvas();
        QVERIFY(!canvas.picture().hasMeasured());
        view->setMeasured({support::scaledSpans(*m_tiny, 1.04, 312), {}});
        QCOMPARE(canvas.picture().step, std::int64_t(312));
        const auto rect = [&](NumberKind kind) {
            return canvas.itemRect(canvas.itemOf(1, kind, core::SpanKind::Backward, 3));
        };
        const QRectF predicted = rect(NumberKind::Predicted), measured = rect(NumberKind::Simulated);
        QCOMPARE(predicted.height(), 18.0);
        QCOMPARE(measured.height(), 26.0);
        QVERIFY(std::abs(measured.width() / predicted.width() - 1.04) < 0.01);
        const MeaningColors colors = m_theme->theme().of(core::SpanKind::Backward);
        const QImage image = canvas.grab().toImage();
        QVERIFY(countPixels(image, measured, colors.fill) > 50);
        QVERIFY(countPixels(image, predicted, colors.pale) > 50);
    }

    void theWallClockIsASecondModeMarkedMeasured() {
        const auto view = shown(ViewPlace::Run, {1440, 212});
        view->setMeasured({support::scaledSpans(*m_tiny, 1.0, 1), {}});
        const double simulated = view->canvas()->picture().measuredEnd;
        const auto entries = view->findChild<Segmented*>()->findChildren<QAbstractButton*>();
        QTest::mouseClick(entries[1], Qt::LeftButton);
        QVERIFY(std::abs(view->canvas()->picture().measuredEnd / simulated - 2) < 1e-6);
        QCOMPARE(int(view->canvas()->picture().rows[0].measured->kind), int(NumberKind::Measured));
    }

    void theWaitBehindThePipelineIsDrawnAndIsNoBubble() {
        auto spans = support::scaledSpans(*m_tiny, 1.0, 1);
        const TimelinePicture before = timelinePicture(*m_tiny, {spans, {}}, {});
        const double end = before.rows[0].measured->pipelineEnd, from = 1.2 * end, to = 1.3 * end;
        for (auto& [rank, event] : spans)
            event.spans.push_back({core::SpanKind::Optimizer, event.spans.front().stage, -1, 2 * from, 2 * to, to - from, from, to});
        const TimelinePicture picture = timelinePicture(*m_tiny, {spans, {}}, {});
        for (std::size_t row = 0; row < picture.rows.size(); ++row) {
            const TimelineLane& lane = *picture.rows[row].measured;
            const TimelineBox& wait = lane.boxes[lane.boxes.size() - 2];
            QVERIFY(wait.isIdle());
            QVERIFY(std::abs(wait.end - from) < 1e-9 && wait.start >= lane.pipelineEnd - 1e-9);
            QVERIFY(std::abs(lane.idleShare - before.rows[row].measured->idleShare) < 1e-9);
        }
    }

    void theSelectedRankChoosesTheMeasuredReplica() {
        auto spans = support::scaledSpans(*m_tiny, 1.0, 1);
        core::Coordinates at;
        at.dp = 1;
        at.pp = 1;
        const int rank = m_tiny->layout->rank(at).value;
        spans[rank] = support::scaledSpans(*m_tiny, 1.5, 1)[rank];
        TimelineQuestion question;
        question.rank = rank;
        const double chosen = timelinePicture(*m_tiny, {spans, {}}, question).measuredEnd;
        const double standard = timelinePicture(*m_tiny, {spans, {}}, {}).measuredEnd;
        QVERIFY(chosen > 1.4 * standard);
    }

    void aCardOutOfMemoryIsMarkedOnItsStage() {
        const auto view = shown(ViewPlace::Run, {1440, 212});
        MeasuredSpans measured;
        measured.outOfMemory.emplace();
        measured.outOfMemory->step = 1;
        view->setMeasured(measured);
        QVERIFY(!view->canvas()->picture().rows[0].failure.isEmpty());
        QVERIFY(view->canvas()->picture().rows[1].failure.isEmpty());
        const QColor danger = m_theme->theme().color(Role::Danger);
        QVERIFY(countPixels(*view->canvas(), view->canvas()->rect(), danger) > 60);
    }

    // 98,304 boxes on 1,440 pixels: folded into columns.
    void aHugeScheduleIsPaintedInOneFrame() {
        core::Snapshot snapshot = *m_tiny;
        snapshot.timeline->ranks.assign(64, {});
        snapshot.timeline->idle.assign(64, core::Seconds(0));
        snapshot.timeline->peakInFlight.assign(64, 1);
        for (auto& lane : snapshot.timeline->ranks)
            for (int i = 0; i < 1536; ++i)
                lane.push_back({i % 2 ? core::SpanKind::Backward : core::SpanKind::Forward, core::Stage(0),
                                core::MicroBatch(i / 2), core::Seconds(i * 1e-3),
                                core::Seconds((i + 1) * 1e-3)});
        snapshot.timeline->makespan = snapshot.timeline->stepEnd = core::Seconds(1.536);
        const auto view = shown(ViewPlace::Explore, {1440, 900}, std::make_shared<core::Snapshot>(snapshot));
        QImage image(view->canvas()->size(), QImage::Format_ARGB32_Premultiplied);
        QElapsedTimer timer;
        timer.start();
        QPainter painter(&image);
        view->canvas()->draw(painter, m_theme->theme(), view->canvas()->size(), Medium::Screen);
        painter.end();
        QVERIFY2(timer.elapsed() < 1500, qPrintable(QString::number(timer.elapsed())));
        QVERIFY(view->canvas()->itemRect(10).width() < 2);
    }

    void bubblesCarryTheirFormula() {
        const QString formula = bubbleFormula(*m_tiny);
        const int p = m_tiny->schedule->stages, m = m_tiny->schedule->microBatches;
        QVERIFY(formula.contains(QStringLiteral("%1 / %2").arg(p - 1).arg(m + p - 1)));
    }
};

QTEST_MAIN(TimelineViewTest)
#include "timeline_view_test.moc"
