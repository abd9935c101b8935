// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The five things to do in the whole window, by mouse and by keys, in both languages, with the real engine. Needs a display.
#include "tests/support/window_stage.h"
#include "ui/learn/activities/dial_canvas.h"
#include "ui/learn/activities/dial_page.h"
#include "ui/learn/activities/hunt_canvas.h"
#include "ui/learn/activities/hunt_page.h"
#include "ui/learn/activities/reverse_page.h"
#include "ui/learn/activities/schedule_canvas.h"
#include "ui/learn/activities/scheduler_page.h"
#include "ui/learn/activities/weight_canvas.h"
#include "ui/learn/activities/weight_page.h"
#include "ui/learn/choice_button.h"
#include "ui/learn/learn_view.h"
#include "ui/learn/lesson_list.h"
#include "ui/window/help_window.h"

#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSpinBox>

using ui::testing::key;

class ActivitiesWindowTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ui::testing::WindowStage> m_stage;

    template <class Page>
    Page& open(ui::ActivityKind kind) {
        m_stage->openWindow(ui::testing::defaultPlan());
        ui::MainWindow& window = m_stage->window();
        window.showWorkspace(ui::WorkspaceKind::Learn);
        click(window.findChild<ui::LessonRow*>(key("activityRow.") + idOf(kind)));
        return *window.findChild<Page*>();
    }
    void click(QWidget* widget) {
        QVERIFY(widget);
        for (QWidget* parent = widget->parentWidget(); parent; parent = parent->parentWidget())
            if (auto* scroll = qobject_cast<QScrollArea*>(parent)) scroll->ensureWidgetVisible(widget);
        QTest::mouseClick(widget, Qt::LeftButton);
    }
    template <class T>
    T* find(const char* name) {
        return m_stage->window().findChild<T*>(key(name));
    }
    static void drag(QWidget* canvas, const QPointF& from, const QPointF& to) {
        QTest::mousePress(canvas, Qt::LeftButton, {}, from.toPoint());
        QTest::mouseMove(canvas, ((from + to) / 2).toPoint());
        QTest::mouseMove(canvas, to.toPoint());
        QTest::mouseRelease(canvas, Qt::LeftButton, {}, to.toPoint());
    }

private slots:
    void init() { m_stage = std::make_unique<ui::testing::WindowStage>(); }
    void cleanup() {
        m_stage->closeWindow();
        m_stage.reset();
    }

    void opsAreDraggedFromTheTrayAndWithinTheirRow() {
        auto& page = open<ui::SchedulerPage>(ui::ActivityKind::Scheduler);
        ui::ScheduleCanvas& canvas = page.canvas();
        QCOMPARE(canvas.board().missingOps(), 96);
        drag(&canvas, canvas.tilePosition(core::OpKind::Forward), canvas.placePosition(0, 0));
        drag(&canvas, canvas.tilePosition(core::OpKind::Forward), canvas.placePosition(0, 1) + QPointF(4, 0));
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0 0F1"));
        drag(&canvas, canvas.itemRect(1).center(), canvas.placePosition(0, 0) - QPointF(4, 0));
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F1 0F0"));
        QVERIFY(canvas.canUndo());
        click(find<ui::Button>("boardUndo"));
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0 0F1"));
        QTest::mouseDClick(&canvas, Qt::LeftButton, {}, canvas.itemRect(1).center().toPoint());
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0"));
        drag(&canvas, canvas.itemRect(0).center(), canvas.tilePosition(core::OpKind::Forward));  // off the board
        QCOMPARE(canvas.board().missingOps(), 96);
    }

    void opsArePlacedByKeys() {
        auto& page = open<ui::SchedulerPage>(ui::ActivityKind::Scheduler);
        ui::ScheduleCanvas& canvas = page.canvas();
        canvas.setFocus();
        for (const auto pressed : {Qt::Key_F, Qt::Key_I, Qt::Key_W, Qt::Key_F}) QTest::keyClick(&canvas, pressed);
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0 0I0 0W0 0F1"));
        QTest::keyClick(&canvas, Qt::Key_Left, Qt::ControlModifier);  // 0F1 one place forward
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0 0I0 0F1 0W0"));
        QTest::keyClick(&canvas, Qt::Key_Backspace);
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0 0I0 0W0"));
        QTest::keyClick(&canvas, Qt::Key_Delete);
        QCOMPARE(canvas.board().tableLines()[0], std::string("0F0 0I0"));
        QTest::keyClick(&canvas, Qt::Key_Down);
        QTest::keyClick(&canvas, Qt::Key_F);
        QCOMPARE(canvas.board().tableLines()[1], std::string("1F0"));
        QVERIFY2(page.stateText().contains(key("I0 of stage 1")), qPrintable(page.stateText()));  // what 0I0 waits for
        QVERIFY(!page.runButton().isEnabled());
    }

    void aDeadlockIsShownAsTheCycleOfWaits() {
        auto& page = open<ui::SchedulerPage>(ui::ActivityKind::Scheduler);
        core::ScheduleBoard board;
        board.fill(core::ScheduleKind::OneFOneB);
        // The last stage wants the next forward pass before it gives the first gradient; no other sends it without one.
        const auto& ops = board.row(3);
        QCOMPARE(ops[1].toText(), std::string("3I0"));
        for (int i = 0; i < 12; ++i) board.move(3, 1, 14);
        page.canvas().setBoard(board);
        QVERIFY(board.isWhole() && !board.isSound() && !board.standstill().cycle.empty());
        for (const core::Wait& wait : board.standstill().cycle) {
            const QString line = QStringLiteral("Stage %1: %2 waits for %3 of stage %4")
                                     .arg(wait.rank)
                                     .arg(QString::fromStdString(wait.blocked.toText()).mid(1),
                                          QString::fromStdString(wait.awaited.toText()).mid(1))
                                     .arg(wait.awaited.stage.value);
            QVERIFY2(page.stateText().contains(line), qPrintable(page.stateText() + " lacks " + line));
        }
        QVERIFY(!page.runButton().isEnabled());
    }

    void theEngineRunsTheBoardAndKeepsWhatItSays() {
        auto& page = open<ui::SchedulerPage>(ui::ActivityKind::Scheduler);
        click(find<ui::Button>("boardZbH1"));
        page.canvas().setFocus();
        QTest::keyClick(&page.canvas(), Qt::Key_End);
        QTest::keyClick(&page.canvas(), Qt::Key_Left, Qt::ControlModifier);  // 0W7 before what stood before it
        const bool sound = page.canvas().board().isSound();
        if (!sound) QTest::keyClick(&page.canvas(), Qt::Key_Right, Qt::ControlModifier);
        const auto table = page.canvas().board().tableLines();
        QVERIFY(page.runButton().isEnabled());
        click(&page.runButton());
        QTRY_VERIFY_WITH_TIMEOUT(m_stage->run().bye().has_value(), 60000);
        QCOMPARE(m_stage->run().plan().scheduleTable, table);
        QCOMPARE(m_stage->run().bye()->steps, 12);
        QCOMPARE(m_stage->run().spans().size(), std::size_t(4));
        // The order of the engine's ops is the board's.
        for (const auto& [rank, event] : m_stage->run().spans()) {
            std::vector<core::OpSpan> spans;
            std::ranges::copy_if(event.spans, std::back_inserter(spans), [](const core::OpSpan& s) { return s.microBatch >= 0; });
            std::ranges::sort(spans, {}, &core::OpSpan::virtualStart);
            const auto& ops = page.canvas().board().row(rank);
            QCOMPARE(spans.size(), ops.size());
            for (std::size_t i = 0; i < ops.size(); ++i) {
                QCOMPARE(spans[i].kind, core::spanKind(ops[i].kind));
                QCOMPARE(spans[i].microBatch, ops[i].microBatch.value);
            }
        }
        auto* words = find<QLabel>("boardEngine");
        QTRY_VERIFY(words->text().contains(key("12")));
        QVERIFY(words->text().contains(ui::SchedulerPage::tr("Stage %1 kept %2 micro-batches at most.")
                                           .arg(0)
                                           .arg(page.canvas().board().peakHeld(0))));
        QCOMPARE(m_stage->window().workspace(), ui::WorkspaceKind::Learn);
        QVERIFY(m_stage->document().plan().scheduleTable.empty());  // the own plan is not touched
    }

    void aFaultIsHuntedOnTheEngineAndNamed() {
        auto& page = open<ui::HuntPage>(ui::ActivityKind::Hunt);
        page.setSeed(7);
        QVERIFY(!find<ui::Button>("nameFault")->isEnabled());
        click(find<ui::Button>("startHunt"));
        QTRY_VERIFY_WITH_TIMEOUT(!page.canvas().table().rows.empty(), 60000);
        const auto culprit = page.hunt().culprit;
        for (int instrument = 0; instrument < 4; ++instrument) {
            page.canvas().setInstrument(ui::Instrument(instrument));
            QVERIFY(!page.canvas().table().rows.empty());
            QVERIFY(!page.canvas().grab().isNull());
        }
        const auto chosen = std::ranges::find(page.hunt().suspects, culprit) - page.hunt().suspects.begin();
        click(page.choices()[chosen]);
        click(find<ui::Button>("nameFault"));
        QVERIFY2(page.verdict().startsWith(ui::HuntPage::tr("Right.")), qPrintable(page.verdict()));
        QCOMPARE(page.choices()[chosen]->verdict(), ui::ChoiceVerdict::Right);
        // Another one, answered wrong.
        page.setSeed(8);
        QVERIFY(page.canvas().table().rows.empty() && page.verdict().isEmpty());
        click(find<ui::Button>("startHunt"));
        QTRY_VERIFY_WITH_TIMEOUT(!page.canvas().table().rows.empty(), 60000);
        const auto wrong = page.hunt().suspects.front() == page.hunt().culprit ? 1 : 0;
        click(page.choices()[wrong]);
        click(find<ui::Button>("nameFault"));
        QVERIFY(page.verdict().startsWith(ui::HuntPage::tr("Not quite.")));
    }

    void aScalarIsClickedAndFollowed() {
        auto& page = open<ui::WeightPage>(ui::ActivityKind::Weight);
        QTest::mouseClick(&page.tensor(), Qt::LeftButton, {}, page.tensor().position(200, 30).toPoint());
        auto* row = find<QSpinBox>("weightRow");
        auto* column = find<QSpinBox>("weightColumn");
        QVERIFY2(std::abs(row->value() - 200) < 12 && std::abs(column->value() - 30) <= 1, qPrintable(QString::number(row->value())));
        const auto holders = [&] { return page.holders().trace().holders.size(); };
        QCOMPARE(holders(), std::size_t(2));  // one tensor rank of two replicas
        QCOMPARE(page.holders().trace().holders.front().at.tp, 1);
        page.tensor().setFocus();
        const int before = row->value();
        QTest::keyClick(&page.tensor(), Qt::Key_Up, Qt::ShiftModifier);
        QCOMPARE(row->value(), before - 16);
        auto* dp = find<ui::StopRow>("weightDp");
        dp->slider()->setFocus();
        QTest::keyClick(dp->slider(), Qt::Key_Right);
        QCOMPARE(holders(), std::size_t(4));
        QCOMPARE(page.holders().trace().bytesAlways(), 16 + 3 * 4);
        auto* names = find<QComboBox>("weightTensor");
        names->setCurrentIndex(names->findText(key("block.3.norm1.weight")));
        QCOMPARE(holders(), std::size_t(8));  // not cut
        QVERIFY(page.words().contains(QString::number(page.holders().trace().bytesAlways())));
    }

    void aPictureIsNamedRightAndWrong() {
        auto& page = open<ui::ReversePage>(ui::ActivityKind::Reverse);
        for (const auto kind : {core::PictureKind::Memory, core::PictureKind::Timeline, core::PictureKind::Traffic}) {
            page.ask(kind, 11);
            click(page.choices()[qsizetype(page.question().right)]);
            click(find<ui::Button>("reverseSubmit"));
            QVERIFY(page.verdict().startsWith(ui::ReversePage::tr("Right.")));
            page.ask(kind, 12);
            page.choices()[page.question().right == 0 ? 1 : 0]->setFocus();
            QTest::keyClick(page.choices()[page.question().right == 0 ? 1 : 0], Qt::Key_Space);
            click(find<ui::Button>("reverseSubmit"));
            QVERIFY(page.verdict().startsWith(ui::ReversePage::tr("Not quite.")));
        }
    }

    void theDialCrossesTheBreakEven() {
        auto& page = open<ui::DialPage>(ui::ActivityKind::Dial);
        auto* tokens = find<ui::StopRow>("dialTokens");
        tokens->slider()->setFocus();
        QTest::keyClick(tokens->slider(), Qt::Key_Home);
        QCOMPARE(page.setting().tokens, core::dialTokens().front());
        QVERIFY(core::readDial(page.setting()).exposed.value() > 0);
        QTest::keyClick(tokens->slider(), Qt::Key_End);
        QCOMPARE(core::readDial(page.setting()).exposed.value(), 0.0);
        QVERIFY(page.words().contains(ui::DialPage::tr("The gather hides behind the computing.")));
        auto* tensor = find<ui::StopRow>("dialTensor");
        tensor->slider()->setFocus();
        QTest::keyClick(tensor->slider(), Qt::Key_End);
        QVERIFY(page.words().contains(ui::DialPage::tr("They cross the node's edge: that is why tensor parallelism stays inside a node.")));
        QTest::mouseClick(&page.canvas(), Qt::LeftButton, {}, page.canvas().itemRect(2).center().toPoint());
        QCOMPARE(page.setting().tokens, core::dialTokens()[2]);
    }

    void everyPageSpeaksChineseAndLeadsBack() {
        m_stage->languages().use(core::Language::Chinese);
        m_stage->openWindow(ui::testing::defaultPlan());
        ui::MainWindow& window = m_stage->window();
        window.showWorkspace(ui::WorkspaceKind::Learn);
        for (int i = 0; i < ui::kActivities; ++i) {
            const auto kind = ui::ActivityKind(i);
            window.commands().action(key("learn.") + idOf(kind))->trigger();
            QWidget* page = window.learn().activities().page(kind);
            QVERIFY(page && page->isVisible());
            for (const QLabel* label : page->findChildren<QLabel*>()) {
                // A sentence of Latin letters alone would be one that was never translated.
                static const QRegularExpression english(key("[A-Za-z]{3,} [a-z]{2,} [a-z]{2,}"));
                QVERIFY2(!english.match(label->text()).hasMatch(), qPrintable(label->text()));
            }
            QVERIFY(!ui::helpPageOf(page).isEmpty());
            click(page->findChild<ui::Button*>(key("leaveActivity")));
            QVERIFY(!page->isVisible());
        }
        m_stage->languages().use(core::Language::English);
    }
};

int main(int argc, char** argv) { return ui::testing::runWindowTest<ActivitiesWindowTest>(argc, argv); }
#include "activities_test.moc"
