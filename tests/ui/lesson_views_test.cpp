// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands beside the text of a lesson: nothing that answers an open question, ZeRO's stages only where a step speaks of
// them, the matrices of tensor parallelism as the shard map cuts them, the learning rate before a run. Needs a display.
#include "tests/support/window_stage.h"
#include "ui/kit/label.h"
#include "ui/kit/stop_row.h"
#include "ui/learn/batch_view.h"
#include "ui/learn/compare_pane.h"
#include "ui/learn/learn_view.h"
#include "ui/learn/lesson_controls.h"
#include "ui/learn/lesson_stage.h"
#include "ui/learn/lesson_strip.h"
#include "ui/learn/quiz_page.h"
#include "ui/learn/split_view.h"
#include "ui/learn/states_view.h"
#include "ui/live/rate_charts.h"
#include "ui/topology/topology_view.h"

#include <QFile>

using ui::testing::key;

class LessonViewsTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<ui::testing::WindowStage> m_stage;

    ui::LearnView& learn() { return m_stage->window().learn(); }
    void open(const char* id, int step) {
        learn().openLesson(*std::ranges::find(learn().course().lessons, std::string(id), &core::Lesson::id), step);
        m_stage->window().showWorkspace(ui::WorkspaceKind::Learn);
        m_stage->settle();
    }
    bool says(QWidget& widget, const QString& words) {
        for (const auto* label : widget.findChildren<QLabel*>())
            if (label->text().contains(words)) return true;
        return false;
    }

private slots:
    void init() {
        m_stage = std::make_unique<ui::testing::WindowStage>();
        m_stage->openWindow(ui::testing::defaultPlan());
    }
    void cleanup() {
        m_stage->closeWindow();
        m_stage.reset();
    }

    void nothingAnswersAnOpenQuestion() {
        open("tools-collide", 0);
        auto& rules = *learn().stage().findChild<ui::ProblemsPane*>();
        QVERIFY(!says(rules, key("refuses")));
        learn().player().reveal();
        m_stage->settle();
        QVERIFY(says(rules, key("refuses")));
        open("product-rule", 0);
        QVERIFY(!says(learn().stage().controls(), key("N = ")));
        learn().player().reveal();
        m_stage->settle();
        QVERIFY(says(learn().stage().controls(), key("N = ")));
    }

    void zeroStandsSideBySideOnlyWhereAStepSpeaksOfIt() {
        open("why-one-card", 1);
        QCOMPARE(learn().stage().states().canvas().itemCount(), 1);
        QCOMPARE(learn().stage().states().canvas().table().rows.front().front(), key("ZeRO-0"));
        open("data-parallel-zero", 1);
        QCOMPARE(learn().stage().states().canvas().itemCount(), 4);
    }

    void marksAndStagesThatALaterQuestionAsksForWait() {
        open("process-groups", 1);  // which rank is next in the data group of rank 0?
        const auto& cards = *learn().stage().findChild<ui::TopologyView*>();
        QVERIFY(cards.scene().links.empty());
        learn().player().reveal();
        QTRY_VERIFY(!cards.scene().links.empty());
        open("data-parallel-zero", 1);  // the next step asks for ZeRO-2
        QCOMPARE(learn().stage().states().canvas().table().rows.size(), std::size_t(2));
        open("tensor-parallel", 0);  // the next step asks how many all-reduces a layer needs
        QVERIFY(!learn().stage().findChild<ui::SplitCanvas*>()->saysAllReduces());
        open("tensor-parallel", 1);
        learn().player().reveal();
        m_stage->settle();
        QVERIFY(learn().stage().findChild<ui::SplitCanvas*>()->saysAllReduces());
    }

    void aNumberThatAnyValueSuitsHasStopsAroundIt() {
        open("ds-config", 2);
        learn().player().reveal();
        m_stage->settle();
        auto* row = learn().stage().findChild<ui::StopRow*>(key("/lr_schedule/warmup"));
        QVERIFY(row);
        row->slider()->setFocus();
        QTest::keyClick(row->slider(), Qt::Key_Right);
        QTRY_COMPARE(learn().player().scope().plan->plan.lrSchedule.warmup, 200);
        QTest::keyClick(row->slider(), Qt::Key_Home);
        QTRY_COMPARE(learn().player().scope().plan->plan.lrSchedule.warmup, 12);
        open("ds-config", 1);
        open("ds-config", 2);  // begins where the lesson does
        QCOMPARE(learn().stage().findChild<ui::StopRow*>(key("/lr_schedule/warmup"))->field()->number(), 100.0);
    }

    void theMatricesAreCutAsTheShardMapCutsThem() {
        open("tensor-parallel", 0);  // width 4,096, two tensor ranks: 16,384 columns of the first matrix
        const auto& canvas = *learn().stage().findChild<ui::SplitCanvas*>();
        QCOMPARE(canvas.itemCount(), 4);
        const ui::Table table = canvas.table();
        QCOMPARE(table.rows.size(), 2);
        QCOMPARE(table.rows[0][1], QStringLiteral("0–8191"));
        QCOMPARE(table.rows[1][2], QStringLiteral("8192–16383"));
        for (int item = 0; item < canvas.itemCount(); ++item) QCOMPARE(canvas.itemAt(canvas.itemRect(item).center()), item);
    }

    void theBatchIsSharedOutAsThePlanDoes() {
        open("product-rule", 1);  // 512 sequences, 4 in a micro-batch, 4 replicas of 8 cards
        const auto& canvas = *learn().stage().findChild<ui::BatchCanvas*>();
        QVERIFY(canvas.isVisible());
        QCOMPARE(canvas.itemCount(), 4);
        QVERIFY(canvas.table().rows.empty());  // the open question asks for it
        QVERIFY(canvas.hoverContent(0).value.startsWith(QLatin1Char('?')));
        learn().player().reveal();
        m_stage->settle();
        QCOMPARE(canvas.table().rows.size(), std::size_t(4));
        QCOMPARE(canvas.table().rows[3], (QStringList{key("3"), key("32"), key("4"), key("128")}));
        for (int item = 0; item < canvas.itemCount(); ++item) QCOMPARE(canvas.itemAt(canvas.itemRect(item).center()), item);
    }

    void theConfigurationInTheTextFollowsTheSliders() {
        open("ds-config", 0);
        learn().player().reveal();
        m_stage->settle();
        QVERIFY(says(learn().strip(), key("&quot;train_micro_batch_size_per_gpu&quot;: 4")));
        auto* row = learn().stage().findChild<ui::StopRow*>(key("/batch/micro"));
        QVERIFY(row);
        row->slider()->setFocus();
        QTest::keyClick(row->slider(), Qt::Key_Right);
        QTRY_VERIFY(says(learn().strip(), key("&quot;train_micro_batch_size_per_gpu&quot;: 8")));
        QVERIFY(says(learn().strip(), key("&quot;gradient_accumulation_steps&quot;: 4")));
    }

    void theLearningRateIsDrawnBeforeAnyRun() {
        open("ds-config", 2);
        auto* rate = learn().stage().findChild<ui::LearningRateChart*>();
        QVERIFY(rate && rate->isVisible());
        QVERIFY(rate->showsData());
    }

    void aSetWithoutQuestionsSaysSo() {
        const QString file = m_stage->file("empty.json");
        QFile text(file);
        QVERIFY(text.open(QIODevice::WriteOnly));
        text.write(R"({"version": 1, "seed": 1, "lessons": ["everything-max"]})");
        text.close();
        learn().showQuiz();
        QVERIFY(learn().quiz().openSet(file).has_value());
        QCOMPARE(learn().quiz().count(), 0);
        QVERIFY(!learn().quiz().findChild<ui::Label*>(key("quizTrouble"))->text().isEmpty());
    }
};

int main(int argc, char** argv) { return ui::testing::runWindowTest<LessonViewsTest>(argc, argv); }
#include "lesson_views_test.moc"
