// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The Plan workspace in the window, with real mouse and keys: comparison, a pinned plan, formulas, other tools, making a
// plan fit, validation, report. Needs a display.
#include "core/planner/advice_rules.h"
#include "core/planner/derivations.h"
#include "tests/support/planner_stage.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/memory/memory_canvas.h"
#include "ui/memory/memory_view.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/compare_view.h"
#include "ui/planner/compared_plans.h"
#include "ui/planner/fit_strip.h"
#include "ui/planner/formula_card.h"
#include "ui/planner/planner_pages.h"
#include "ui/planner/quantity_words.h"
#include "ui/timeline/timeline_canvas.h"
#include "ui/timeline/timeline_view.h"
#include "ui/topology/topology_view.h"
#include "ui/window/figure_strip.h"

#include <QClipboard>
#include <QTest>

using namespace ui::testing;

class PlannerWindowTest : public QObject, private PlannerStage {
    Q_OBJECT

private slots:
    void cleanup() { closeWindow(); }

    void theComparisonIsThatOfCore() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        searchToTheEnd();
        clickRow(0);
        QTRY_VERIFY(planner().plans().b().snapshot);
        planner().showPage(key("compare"));
        const core::Snapshot a = *planner().plans().a().snapshot, b = *planner().plans().b().snapshot;
        ui::CellTable& table = planner().compare().view().table();
        QTRY_VERIFY(table.count() > 20);
        int row = 0;
        for (const core::PlanQuantity& quantity : core::planQuantities()) {
            const auto left = quantity.of(a), right = quantity.of(b);
            QCOMPARE(table.text(row, 0), ui::codeText(quantity.title));
            if (left && right) {
                const ui::UnitScale scale = ui::scaleFor(quantity.unit, std::max(std::abs(*left), std::abs(*right)));
                QCOMPARE(table.text(row, 1), scale.number(*left));
                QCOMPARE(table.text(row, 2), scale.number(*right));
                QCOMPARE(table.text(row, 5), ui::changeText(quantity, left, right));
            }
            ++row;
        }
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.placeOf(2, 0).center());
        auto* card = planner().compare().findChild<ui::FormulaCard*>();
        QVERIFY(card->toText().contains(QString::fromStdString(core::derive(b, "step_seconds")->numbers)));
    }

    void aPinnedPlanStaysWhileTheSlidersMove() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        planner().showPage(key("compare"));
        click(find<ui::Button>("pinA"));
        const core::Plan pinned = document().plan();
        document().setField(key("/zero/stage"), std::int64_t(1), ui::PlanDocument::Edit::Committed);
        settle();
        QCOMPARE(planner().plans().a().snapshot->plan, pinned);
        QCOMPARE(planner().plans().b().snapshot->plan, document().plan());
        QVERIFY(planner().compare().openOther(qEnvironmentVariable("SHARDSCOPE_RESOURCES") + key("/plans/gpt2-8xa100.shardscope.json")));
        QTRY_COMPARE(planner().plans().b().snapshot->plan.model.name, std::string("gpt2"));
        QVERIFY(!planner().compare().openOther(key("/no/such.shardscope.json")));
    }

    // Pinned by the button of Explore, seen in every view there, ended by the same button.
    void aPinnedPlanIsAGhostInEveryViewOfExplore() {
        openWindow(shipped("llama-2-7b-16xa100"));
        settle();
        auto* pin = find<ui::Button>("pinPlan");
        QCOMPARE(pin->text(), QStringLiteral("Pin as A"));
        const auto& views = window().views();
        auto* memory = qobject_cast<ui::MemoryView*>(views.exploreMemory);
        auto* timeline = qobject_cast<ui::TimelineView*>(views.exploreTimeline);
        auto* topology = qobject_cast<ui::TopologyView*>(views.topology);
        QVERIFY(!memory->canvas()->picture().hasPinned && !timeline->canvas()->picture().hasPinned());
        click(pin);
        QCOMPARE(pin->text(), QStringLiteral("Unpin A"));
        const core::Snapshot a = *window().hall().evaluator.snapshot();
        drag("/layout/pp", {find<ui::StopRow>("/layout/pp")->slider()->value() - 1});
        settle();
        const core::Snapshot& b = *window().hall().evaluator.snapshot();
        QVERIFY(b.layout && b.layout->spec().pp < a.plan.layout.pp);

        const ui::MemoryPicture& bars = memory->canvas()->picture();
        QCOMPARE(bars.sections.front().rows.size(), a.memory->stages.size());
        for (std::size_t s = 0; s < a.memory->stages.size(); ++s) {
            const ui::MemoryRow& row = bars.sections.front().rows[s];
            QCOMPARE(core::sum(*row.pinned), a.memory->stages[s].ledger.total());
            QCOMPARE(row.isOnlyPinned, s >= b.memory->stages.size());
        }
        QCOMPARE(timeline->canvas()->picture().rows.size(), a.timeline->ranks.size());
        QCOMPARE(timeline->canvas()->picture().pinnedEnd, a.timeline->stepEnd.value());
        // Outlines of the stages that are gone, in either way of drawing.
        const int gone = (a.plan.layout.pp - b.plan.layout.pp) * a.plan.layout.tp * std::min(a.plan.layout.dp, b.plan.layout.dp);
        const auto outlines = [&] {
            return std::ranges::count_if(topology->scene().labels, [](const ui::SceneLabel& label) { return label.text.contains(QLatin1String("only in A")); });
        };
        QTRY_COMPARE(outlines(), 1);
        QVERIFY(int(topology->scene().frames.size()) >= gone);
        topology->setDrawing(ui::TopologyDrawing::Painted);
        QTRY_VERIFY(!topology->uses3d());
        QCOMPARE(outlines(), 1);
        auto* strip = find<ui::FigureStrip>("figures");
        QCOMPARE(strip->figures().front().pinned, QStringLiteral("A %1").arg(ui::timeText(a.step->step.value())));
        QVERIFY(!strip->figures().front().change.isEmpty());
        QCOMPARE(planner().plans().a().snapshot->plan, a.plan);
        QCOMPARE(planner().plans().b().snapshot->plan, b.plan);

        click(pin);
        QTRY_COMPARE(outlines(), 0);
        QVERIFY(!memory->canvas()->picture().hasPinned && !timeline->canvas()->picture().hasPinned());
        QVERIFY(strip->figures().front().pinned.isEmpty());
        QTest::keyClick(&window(), Qt::Key_P, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(memory->canvas()->picture().hasPinned);
    }

    void aPlanThatDoesNotFitIsOfferedTheSmallestChange() {
        core::Plan plan = shipped("llama-2-7b-16xa100");
        plan.batch.micro = 16;
        plan.batch.global = 256;
        openPlanner(plan);
        QVERIFY(!window().hall().evaluator.snapshot()->memory->fits);
        QTRY_VERIFY(planner().fit().isVisible());
        const auto ways = core::waysToFit(document().plan(), core::RunsOn::AnyFramework,
                                          core::Bytes(std::int64_t(double(window().hall().evaluator.snapshot()->memory->peak().value()) * (1 + core::kFragmentation))),
                                          window().hall().evaluator.calibration());
        QVERIFY(!ways.empty());
        QTRY_VERIFY(planner().fit().way());
        QTRY_COMPARE(planner().fit().way()->plan, ways.front().plan);
        QVERIFY(planner().fit().text().contains(QLatin1String("does not fit")));
        click(find<ui::Button>("makeItFit"));
        settle();
        QCOMPARE(document().plan(), ways.front().plan);
        QVERIFY(window().hall().evaluator.snapshot()->memory->fits);
        QTRY_VERIFY(!planner().fit().isVisible());
        QTest::keyClick(&window(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(planner().fit().isVisible());
    }

    // Of virtual cards: a run of seconds in seconds, and no energy.
    void numbersOfASmallRunReadAsSuch() {
        openPlanner(defaultPlan());
        planner().showPage(key("formulas"));
        settle();
        ui::CellTable& table = planner().formulas().table();
        QTRY_VERIFY(table.count() > 10);
        for (int row = 0; row < table.count(); ++row) {
            QVERIFY2(!table.text(row, 1).contains(QLatin1Char('E'), Qt::CaseInsensitive), qPrintable(table.text(row, 0)));
            QVERIFY(table.text(row, 2) != QLatin1String("kWh"));
        }
    }

    void everyNumberOpensItsFormula() {
        openPlanner(shipped("gpt3-175b-1024xa100"));
        planner().showPage(key("formulas"));
        ui::CellTable& table = planner().formulas().table();
        const auto all = core::deriveAll(*window().hall().evaluator.snapshot());
        QTRY_COMPARE(table.count(), int(all.size()));
        for (std::size_t i = 0; i < all.size(); ++i) {
            table.scrollTo(table.model()->index(int(i), 0));
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.placeOf(int(i), 0).center());
            auto* number = planner().formulas().findChild<ui::Label*>(key("formulaNumber"));
            QCOMPARE(number->text(), ui::scaleFor(all[i].quantity->unit, all[i].value).number(all[i].value));
        }
        click(planner().formulas().findChild<ui::Button*>(key("copyFormula")));
        QVERIFY(QApplication::clipboard()->text().contains(QString::fromStdString(all.back().numbers)));
    }

    void otherToolsNameTheTermThatMakesThemDiffer() {
        openPlanner(shipped("gpt3-175b-1024xa100"));
        planner().showPage(key("rivals"));
        ui::CellTable& table = planner().rivals().table();
        const auto rivals = core::rivalEstimates(document().plan());
        QTRY_COMPARE(table.count(), int(rivals.size()));
        for (int i = 0; i < table.count(); ++i)
            QCOMPARE(table.text(i, 1), ui::bytesText(rivals[std::size_t(i)].ledger.total()));
        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.placeOf(4, 0).center());
        QCOMPARE(table.text(4, 3), QStringLiteral("Gradients"));  // of the whole model, in EleutherAI's
        QVERIFY(planner().rivals().terms().text(1, 4).contains(QStringLiteral("4 · Ψ")));
    }

    // Styles go round all widgets: none may go away meanwhile.
    void theThemeMayChangeOnEveryPage() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        searchToTheEnd();
        clickRow(0);
        QTRY_VERIFY(planner().plans().b().snapshot);
        for (const QString& id : planner().pages()) {
            planner().showPage(id);
            QTest::qWait(50);
            const QImage light = window().grab().toImage();
            theme().setKind(ui::ThemeKind::Dark);
            QTest::qWait(50);
            QVERIFY2(window().grab().toImage() != light, qPrintable(id));
            theme().setKind(ui::ThemeKind::Light);
        }
    }

    void validationShowsTheTablesOfCore() {
        openPlanner(defaultPlan());
        planner().showPage(key("validation"));
        const auto tables = core::recomputePublishedTables();
        QTRY_COMPARE_WITH_TIMEOUT(planner().validation().table().count(), int(tables.size()), 20000);
        for (int i = 0; i < int(tables.size()); ++i)
            QCOMPARE(planner().validation().table().text(i, 2), ui::percentText(tables[std::size_t(i)].medianError()));
        QVERIFY(planner().validation().rows().count() > 0);
    }

    void everyPublishedTableIsNamedInChinese() {
        openPlanner(defaultPlan());
        window().useLanguage(core::Language::Chinese);
        planner().showPage(key("validation"));
        ui::CellTable& table = planner().validation().table();
        QTRY_VERIFY_WITH_TIMEOUT(table.count() > 0, 20000);
        const auto isHan = [](QChar c) { return c.script() == QChar::Script_Han; };
        for (int row = 0; row < table.count(); ++row)
            for (const int column : {0, 5})
                QVERIFY2(std::ranges::any_of(table.text(row, column), isHan), qPrintable(table.text(row, column)));
        // The first, sorted by name, has rows with words: none of them is left in English.
        for (int place = 0; place < table.shown(); ++place) {
            QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.placeOf(table.rowAt(place), 0).center());
            for (int row = 0; row < planner().validation().rows().count(); ++row)
                for (const char* word : {"forward", "parallel", "recomput", "states", "weights", "stage ", "micro", "cards"})
                    QVERIFY2(!planner().validation().rows().text(row, 0).contains(key(word)), qPrintable(planner().validation().rows().text(row, 0)));
        }
        window().useLanguage(core::Language::English);
    }

    void aReportIsWrittenAndHoldsTheNumbers() {
        openPlanner(shipped("llama-2-7b-16xa100"));
        const QString web = file("plan.html"), print = file("plan.pdf");
        QVERIFY(window().saveReport(web));
        QFile html(web);
        QVERIFY(html.open(QIODevice::ReadOnly));
        const auto step = core::derive(*window().hall().evaluator.snapshot(), "step_seconds");
        QVERIFY(html.readAll().contains(QByteArray::fromStdString(core::readable(step->quantity->unit, step->value))));
        QVERIFY(window().banner().has_value());
        QVERIFY(window().saveReport(print));
        QFile pdf(print);
        QVERIFY(pdf.open(QIODevice::ReadOnly));
        QVERIFY(pdf.read(5) == "%PDF-" && pdf.size() > 10000);
        QVERIFY(!window().saveReport(key("/no/such/folder/plan.html")));
    }
};

int main(int argc, char** argv) { return runWindowTest<PlannerWindowTest>(argc, argv); }
#include "planner_window_test.moc"
