// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The search of the Plan workspace in the window, with real mouse and keys: table, chart, what is searched, taking a layout
// over. Needs a display.
#include "core/planner/derivations.h"
#include "tests/support/planner_stage.h"
#include "ui/kit/empty_state.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/compared_plans.h"
#include "ui/planner/formula_card.h"
#include "ui/planner/rejection_list.h"
#include "ui/planner/search_form.h"
#include "ui/planner/time_memory_chart.h"

#include <QChart>
#include <QCheckBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScrollBar>
#include <QTest>

using namespace ui::testing;

class PlannerSearchTest : public QObject, private PlannerStage {
    Q_OBJECT

private:
    // Of the table as it is shown.
    [[nodiscard]] std::vector<double> column(int number) {
        std::vector<double> values;
        for (int place = 0; place < page().table().shown(); ++place) {
            const core::Score& score = page().layouts()[std::size_t(page().table().rowAt(place))].score;
            values.push_back(number == 9 ? score.step.value() : double(score.peak.value()));
        }
        return values;
    }

private slots:
    void cleanup() { closeWindow(); }

    void anEmptyPlannerOffersTheSearch() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        QVERIFY(!page().table().isVisible());
        auto* offer = page().table().parentWidget()->findChild<ui::EmptyState*>(QString(), Qt::FindDirectChildrenOnly);
        QVERIFY(offer && offer->isVisible());
        click(offer->findChild<ui::Button*>());
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        QVERIFY(page().table().isVisible() && !offer->isVisible());
    }

    void aLayoutTakenOverReachesSlidersAndTopologyAndIsOneUndoEntry() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        const core::Plan before = document().plan();
        searchToTheEnd();
        QVERIFY(page().table().count() > 10);
        QCOMPARE(page().table().count(), int(page().layouts().size()));
        int row = 0;
        while (page().layouts()[std::size_t(row)].plan.layout == before.layout) ++row;
        clickRow(row);
        QCOMPARE(page().table().current(), row);
        click(find<ui::Button>("applyLayout"));
        const core::Plan& found = page().layouts()[std::size_t(row)].plan;
        QCOMPARE(document().plan().layout, found.layout);
        QCOMPARE(document().plan().zero.stage, found.zero.stage);
        QCOMPARE(document().plan().batch, found.batch);
        QCOMPARE(document().plan().optimizer, before.optimizer);
        QCOMPARE(document().undoStack().count(), 1);
        settle();
        QCOMPARE(window().hall().evaluator.snapshot()->layout->spec(), found.layout);
        QTest::keyClick(&window(), Qt::Key_1, Qt::ControlModifier);
        QCOMPARE(find<ui::StopRow>("/layout/tp")->field()->number(), double(found.layout.tp));
        QCOMPARE(find<ui::StopRow>("/layout/pp")->field()->number(), double(found.layout.pp));
        // The score of the search is what the window then shows.
        settle();
        const auto score = page().layouts()[std::size_t(row)].score;
        const auto snapshot = window().hall().evaluator.snapshot();
        QCOMPARE(snapshot->step->step.value(), score.step.value());
        QCOMPARE(snapshot->memory->peak(), score.peak);
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(document().plan(), before);
    }

    void headersSortAndWordsFilter() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        searchToTheEnd();
        const auto rising = [](const std::vector<double>& values) { return std::ranges::is_sorted(values); };
        const auto falling = [](const std::vector<double>& values) { return std::ranges::is_sorted(values, std::greater()); };
        QVERIFY(rising(column(9)));
        QHeaderView* header = page().table().horizontalHeader();
        const auto clickHeader = [&](int section) {
            QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                              QPoint(header->sectionViewportPosition(section) + header->sectionSize(section) / 2, header->height() / 2));
        };
        clickHeader(13);
        QVERIFY(column(13).front() != column(13).back());
        const bool rises = rising(column(13));
        QVERIFY(rises || falling(column(13)));
        clickHeader(13);
        QVERIFY(rises ? falling(column(13)) : rising(column(13)));
        auto* filter = find<QLineEdit>("layoutFilter");
        filter->setFocus();
        QTest::keyClicks(filter, key("ZeRO-1"));
        QVERIFY(page().table().shown() > 0 && page().table().shown() < page().table().count());
        for (int place = 0; place < page().table().shown(); ++place)
            QCOMPARE(page().layouts()[std::size_t(page().table().rowAt(place))].plan.zero.stage, 1);
    }

    void aClickOnAPointChoosesItsRow() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        searchToTheEnd();
        const int last = int(page().layouts().size()) - 1;
        const QPoint at = page().chart().position(last);
        const int nearest = page().chart().nearest(at);  // another may lie upon it
        QTest::mouseClick(page().chart().viewport(), Qt::LeftButton, {}, at);
        QCOMPARE(page().table().current(), nearest);
        QTest::keyClick(&page().chart(), Qt::Key_Left);
        QVERIFY(page().table().current() != nearest);
    }

    void theChartFillsItsPaneWhateverCameAndWent() {
        openWindow(shipped("llama-2-7b-16xa100"));
        page().form().begin();  // while the page is hidden
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        const auto below = [&] {
            QTest::qWait(200);
            return page().chart().height() - page().chart().chart()->plotArea().bottom();
        };
        window().showWorkspace(ui::WorkspaceKind::Run);  // brings a banner
        window().showWorkspace(ui::WorkspaceKind::Plan);
        QCOMPARE(below(), 40.0);
        theme().setKind(ui::ThemeKind::Dark);
        QCOMPARE(below(), 40.0);
        theme().setKind(ui::ThemeKind::Light);
        window().resize(1280, 800);
        QCOMPARE(below(), 40.0);
        // Another size while the page is hidden, and another theme.
        window().showWorkspace(ui::WorkspaceKind::Explore);
        window().resize(1440, 900);
        QTest::qWait(200);
        theme().setKind(ui::ThemeKind::Dark);
        window().resize(1280, 800);
        theme().setKind(ui::ThemeKind::Light);
        QTest::qWait(200);
        window().showWorkspace(ui::WorkspaceKind::Run);
        window().showWorkspace(ui::WorkspaceKind::Plan);
        QCOMPARE(below(), 40.0);
        QVERIFY(page().table().horizontalScrollBar()->maximum() == 0);
    }

    void theWindowAnswersWhileASearchRunsAndTheSearchStops() {
        openPlanner(shipped("gpt3-175b-1024xa100"));
        QString state;
        connect(&page().search(), &ui::PlanSearch::progressed, this, [this, &state] {
            if (!state.isEmpty()) return;
            state = find<ui::Label>("searchState")->text();
            click(find<ui::Button>("searchButton"));
        });
        click(find<ui::Button>("searchButton"));
        QVERIFY(page().search().isRunning());
        auto* filter = find<QLineEdit>("layoutFilter");
        filter->setFocus();
        QTest::keyClicks(filter, key("T8"));
        QCOMPARE(filter->text(), key("T8"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning(), 60000);
        QVERIFY(state.contains(QLatin1String("scored")));
        QVERIFY(page().search().result()->cancelled);
        QVERIFY(find<ui::Label>("searchSummary")->text().contains(QLatin1String("stopped early")));
    }

    void whatIsNotTickedIsKept() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        for (QCheckBox* box : page().form().findChildren<QCheckBox*>())
            if (box->text() == QLatin1String("Tensor")) QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
        searchToTheEnd();
        for (const core::FoundPlan& found : page().layouts()) QCOMPARE(found.plan.layout.tp, document().plan().layout.tp);
    }

    void otherCardsAndAReserveCount() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        const auto type = [&](const char* name, const char* text) {
            auto* field = find<ui::NumberField>(name);
            field->setFocus();
            field->selectAll();
            QTest::keyClicks(field, key(text));
        };
        type("searchCards", "32");
        type("searchReserve", "20");
        searchToTheEnd();
        for (const core::FoundPlan& found : page().layouts()) {
            QCOMPARE(found.plan.layout.cards(), 32);
            QVERIFY(found.score.peak / core::capacityOf(found.plan) <= 0.8);
        }
        QVERIFY(!page().form().rejections().entries().empty());
    }

    void aPlanThatNothingFitsSaysWhatTheSmallestNeeds() {
        core::Plan plan = shipped("gpt3-175b-1024xa100");
        plan.cluster.nodes = 1;
        plan.layout.pp = 1;
        plan.layout.dp = 1;
        openPlanner(plan);
        click(find<ui::Button>("searchButton"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        QVERIFY(page().layouts().empty());
        QVERIFY(page().search().result()->smallest.has_value());
    }

    void aNumberOfALayoutOpensItsFormula() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        searchToTheEnd();
        auto* card = page().findChild<ui::FormulaCard*>();
        for (const auto& [column, quantity] : {std::pair(9, "step_seconds"), std::pair(10, "mfu"), std::pair(11, "days"), std::pair(13, "memory_bytes")}) {
            QTest::mouseClick(page().table().viewport(), Qt::LeftButton, {}, page().table().placeOf(1, column).center());
            QTRY_COMPARE(page().table().current(), 1);
            QTRY_VERIFY(planner().plans().b().snapshot);
            const auto derived = core::derive(*planner().plans().b().snapshot, quantity);
            QTRY_VERIFY2(card->toText().contains(QString::fromStdString(derived->numbers)), quantity);
        }
    }

    void thePlanIsRescaledToOtherCards() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        const core::Plan before = document().plan();
        auto* rescale = find<ui::Button>("rescalePlan");
        QVERIFY(!rescale->isVisible());
        auto* cards = find<ui::NumberField>("searchCards");
        cards->setFocus();
        QTest::keyClicks(cards, key("32"));
        QVERIFY(rescale->isVisible());
        click(rescale);
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        const auto expected = core::rescale(before, 32, window().hall().evaluator.calibration());
        QVERIFY(expected && page().search().kept() == expected->kept);
        QCOMPARE(page().layouts().size(), std::size_t(1));
        QCOMPARE(page().layouts().front().plan, expected->found.plan);
        click(find<ui::Button>("applyLayout"));
        QCOMPARE(document().plan().layout.cards(), 32);
        QCOMPARE(document().plan().batch.global, before.batch.global);
    }

    void aRescaleStopsWhenAsked() {
        openPlanner(shipped("gpt3-175b-1024xa100"));
        const core::Plan before = document().plan();
        auto* cards = find<ui::NumberField>("searchCards");
        cards->setFocus();
        QTest::keyClicks(cards, key("1000"));
        auto* button = find<ui::Button>("searchButton");
        QString offered;
        connect(&page().search(), &ui::PlanSearch::started, this, [this, button, &offered] {
            offered = button->text();
            click(button);
        });
        click(find<ui::Button>("rescalePlan"));
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        QCOMPARE(offered, QStringLiteral("Stop"));
        QVERIFY(page().search().result()->cancelled);
        QVERIFY(page().layouts().empty());
        QVERIFY(find<ui::Label>("searchSummary")->text().contains(QLatin1String("not rescaled")));
        QCOMPARE(document().plan(), before);
    }
};

int main(int argc, char** argv) { return runWindowTest<PlannerSearchTest>(argc, argv); }
#include "planner_search_test.moc"
