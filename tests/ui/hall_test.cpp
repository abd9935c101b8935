// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The hall: document and undo, evaluator, selection, run store, commands.
#include "tests/support/shipped_plan.h"
#include "ui/state/command_set.h"
#include "ui/state/evaluator.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/state/selection.h"
#include "ui/state/settings.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

namespace {

core::Plan tinyPlan() { return support::shippedPlan("tiny-2x2x2"); }

core::Event said(core::EventBody body) { return {1.0, std::move(body)}; }

core::StepEvent step(std::int64_t number, double loss) {
    core::StepEvent event;
    event.step = number;
    event.loss = loss;
    return event;
}

QString key(const char* pointer) { return QString::fromLatin1(pointer); }

}  // namespace

class HallTest : public QObject {
    Q_OBJECT
private slots:
    // Two seconds of validation after the step, one of sampling after that; the pause between counts for neither.
    void theTimeOfValidationAndSamplesIsMeasuredByTheEnginesClock() {
        ui::RunStore store;
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        QCOMPARE(store.validationSeconds(), 0.0);
        QCOMPARE(store.sampleSeconds(), 0.0);
        using core::RunPhase;
        store.add({{10, step(1, 5)},
                   {11, core::PhaseEvent{RunPhase::Validating, {}}},
                   {13, core::ValidationEvent{1, 5}},
                   {13, core::PhaseEvent{RunPhase::Training, {}}},
                   {14, core::SampleEvent{1, "a", "b"}},
                   {20, step(2, 5)},
                   {23, core::SampleEvent{2, "a", "b"}}});
        QCOMPARE(store.validationSeconds(), 2.0);
        QCOMPARE(store.sampleSeconds(), 2.0);  // the mean of 1 and 3
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        QCOMPARE(store.validationSeconds(), 0.0);
    }

    void aSaveBeforeTheEndIsSaid() {
        ui::RunStore store;
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        store.add({said(core::PhaseEvent{core::RunPhase::Saving, {}})});
        QCOMPARE(store.state(), ui::EngineState::Stopping);
        QVERIFY(store.detail().contains(key("checkpoint")));
    }

    void aDragIsOneUndoEntryWithItsFirstAndLastValue() {
        ui::PlanDocument document(tinyPlan());
        const core::Plan before = document.plan();
        document.setField(key("/layout/dp"), std::int64_t(4), ui::PlanDocument::Edit::Dragging);
        document.setField(key("/layout/dp"), std::int64_t(8), ui::PlanDocument::Edit::Dragging);
        document.setField(key("/layout/dp"), std::int64_t(8), ui::PlanDocument::Edit::Committed);
        QCOMPARE(document.undoStack().count(), 1);
        QCOMPARE(document.undoStack().undoText(), QStringLiteral("Data 2 → 8"));
        document.undoStack().undo();
        QVERIFY(document.plan() == before);
        document.undoStack().redo();
        QCOMPARE(document.plan().layout.dp, 8);
    }

    void twoDragsOfOneFieldAreTwoUndoEntries() {
        ui::PlanDocument document(tinyPlan());
        for (const std::int64_t dp : {4, 8}) {
            document.setField(key("/layout/dp"), dp, ui::PlanDocument::Edit::Dragging);
            document.setField(key("/layout/dp"), dp, ui::PlanDocument::Edit::Committed);
        }
        QCOMPARE(document.undoStack().count(), 2);
    }

    void aDragBackToItsStartLeavesNoUndoEntry() {
        ui::PlanDocument document(tinyPlan());
        document.setField(key("/layout/dp"), std::int64_t(4), ui::PlanDocument::Edit::Dragging);
        document.setField(key("/layout/dp"), std::int64_t(2), ui::PlanDocument::Edit::Committed);
        QCOMPARE(document.undoStack().count(), 0);
    }

    void lockedCardsMakeTheDataParallelSizeFollow() {
        ui::PlanDocument document(tinyPlan());
        QCOMPARE(document.plan().layout.cards(), 8);
        document.setCardsPolicy(core::CardsPolicy::Locked);
        document.setField(key("/layout/tp"), std::int64_t(1), ui::PlanDocument::Edit::Committed);
        QCOMPARE(document.plan().layout.dp, 4);
        QCOMPARE(document.plan().layout.cards(), 8);
    }

    void freeCardsFollowTheLayout() {
        ui::PlanDocument document(tinyPlan());
        document.setField(key("/layout/dp"), std::int64_t(4), ui::PlanDocument::Edit::Committed);
        QCOMPARE(document.plan().cluster.nodes * document.plan().cluster.gpusPerNode, 16);
    }

    void everyChangeOfThePlanIsAnnouncedOnce() {
        ui::PlanDocument document(tinyPlan());
        QSignalSpy changes(&document, &ui::PlanDocument::planChanged);
        document.setField(key("/zero/stage"), std::int64_t(2), ui::PlanDocument::Edit::Committed);
        document.setField(key("/zero/stage"), std::int64_t(2), ui::PlanDocument::Edit::Committed);
        QCOMPARE(changes.count(), 1);
    }

    void theEvaluatorEndsWithTheNewestPlan() {
        ui::Evaluator evaluator;
        QSignalSpy results(&evaluator, &ui::Evaluator::evaluated);
        core::Plan plan = tinyPlan();
        for (quint64 serial = 1; serial <= 50; ++serial) {
            plan.run.seed = serial;
            evaluator.evaluate(plan, serial);
        }
        QTRY_VERIFY(!evaluator.isBusy());
        QCOMPARE(evaluator.serial(), quint64(50));
        QCOMPARE(evaluator.snapshot()->plan.run.seed, std::uint64_t(50));
        QVERIFY2(results.count() <= 50, "plans in between are skipped, never the last");
    }

    void aCalibrationEvaluatesTheLastPlanAgain() {
        ui::Evaluator evaluator;
        evaluator.evaluate(tinyPlan(), 1);
        QTRY_VERIFY(!evaluator.isBusy());
        core::Calibration calibration;
        calibration.virtualCardFlops = 1.2e10;
        calibration.measured = true;
        evaluator.setCalibration(calibration);
        QTRY_VERIFY(evaluator.snapshot()->calibration == calibration);
    }

    void selectionTellsWhoProposedAndIgnoresRepetition() {
        ui::Selection selection;
        QObject view;
        QSignalSpy changes(&selection, &ui::Selection::changed);
        const ui::SelectedItem rank{.rank = 5, .stage = {}, .microBatch = {}, .category = {}};
        selection.select(rank, &view);
        selection.select(rank, &view);
        QCOMPARE(changes.count(), 1);
        QCOMPARE(changes.front().at(1).value<const QObject*>(), &view);
    }

    void theRunStoreKeepsTheLastStepThatAllRanksReported() {
        ui::RunStore store;
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        core::HelloEvent hello;
        hello.ranks = 2;
        core::SpansEvent early{1, 0, {}}, late{1, 1, {}}, next{2, 0, {}};
        store.add({said(hello), said(early), said(late), said(next)});
        QCOMPARE(store.spans().size(), std::size_t(2));
        QCOMPARE(store.spans().at(0).step, std::int64_t(1));
    }

    void theRunStoreTicksOnceForManyEvents() {
        ui::RunStore store;
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        QSignalSpy ticks(&store, &ui::RunStore::tick);
        std::vector<core::Event> events;
        for (std::int64_t i = 1; i <= 1000; ++i) events.push_back(said(step(i, 5.0 / double(i))));
        store.add(events);
        QTRY_COMPARE(ticks.count(), 1);
        QCOMPARE(store.series().loss.size(), std::size_t(1000));
        QCOMPARE(store.lastStep()->step, std::int64_t(1000));
    }

    void aNewRunForgetsTheOldOne() {
        ui::RunStore store;
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        store.add({said(step(1, 5.0)), said(core::SampleEvent{1, "The ", "man"})});
        store.begin(tinyPlan(), std::make_shared<const core::Snapshot>());
        QVERIFY(store.series().loss.empty());
        QVERIFY(store.samples().empty());
        QVERIFY(!store.lastStep());
    }

    void thePaletteFindsCommandsByLettersInOrder() {
        ui::CommandSet commands;
        commands.add({key("a"), ui::CommandCategory::Run, key("Start"), {}, {}, {}}, [] {});
        commands.add({key("b"), ui::CommandCategory::File, key("Save plan as"), {}, {}, {}}, [] {});
        commands.add({key("c"), ui::CommandCategory::View, key("Reset layout"), {}, {}, {}}, [] {});
        const auto found = ui::matchCommands(commands, key("sp"));
        QCOMPARE(found.size(), std::size_t(1));
        QCOMPARE(found.front()->id, key("b"));
        QCOMPARE(ui::matchCommands(commands, {}).size(), std::size_t(3));
    }

    void thePaletteFindsCommandsByOtherWords() {
        ui::CommandSet commands;
        commands.add({key("a"), ui::CommandCategory::View, key("Appearance"), {}, {}, {}}, [] {});
        commands.add({key("b"), ui::CommandCategory::File, key("Open run"), {}, {}, {}}, [] {});
        commands.setKeywords(key("a"), key("theme dark light"));
        for (const char* typed : {"theme", "dark", "LIGHT", "dark theme", "the"}) {
            const auto found = ui::matchCommands(commands, key(typed));
            QVERIFY2(!found.empty() && found.front()->id == key("a"), typed);
        }
        QVERIFY(ui::matchCommands(commands, key("dark banana")).empty());
    }

    void thePalettePutsWholeWordsBeforeScatteredLetters() {
        ui::CommandSet commands;
        const auto add = [&](const char* id, const char* text, const char* keywords) {
            commands.add({key(id), ui::CommandCategory::Plan, key(text), {}, {}, {}}, [] {});
            commands.setKeywords(key(id), key(keywords));
        };
        add("scattered", "Plan bloom-1b6-on-384xa100", "");
        add("exact", "Plan llama-3.1-405b-16384xh100", "");
        add("fields", "All fields of the plan", "settings checkpoint seed");
        add("save", "Save checkpoint now", "store write");
        add("other", "Resume in another layout", "restore checkpoint");
        const auto ids = [&](const char* typed) {
            QStringList found;
            for (const ui::CommandRow* row : ui::matchCommands(commands, key(typed))) found << row->id;
            return found;
        };
        QCOMPARE(ids("16384"), QStringList{key("exact")} + (ids("16384").size() > 1 ? QStringList{key("scattered")} : QStringList()));
        QCOMPARE(ids("checkpoint"), (QStringList{key("save"), key("fields"), key("other")}));
        QCOMPARE(ids("plan llama").front(), key("exact"));
    }

    void aDisabledCommandSaysWhyAndDoesNothing() {
        ui::CommandSet commands;
        int runs = 0;
        QAction* action = commands.add(
            {key("a"), ui::CommandCategory::Run, key("Start"), key("Train"), {}, {}}, [&] { ++runs; });
        commands.setDisabledReason(key("a"), key("No engine."));
        action->trigger();
        QCOMPARE(runs, 0);
        QCOMPARE(action->toolTip(), key("No engine."));
        commands.setDisabledReason(key("a"), {});
        action->trigger();
        QCOMPARE(runs, 1);
    }

    void recentPlansAreNewestFirstAndOnlyThoseThatExist() {
        QTemporaryDir folder;
        ui::Settings settings(folder.filePath(key("settings.ini")));
        for (const char* name : {"one.json", "two.json"}) {
            QFile file(folder.filePath(key(name)));
            QVERIFY(file.open(QIODevice::WriteOnly));
            settings.addRecentPlan(file.fileName());
        }
        settings.addRecentPlan(folder.filePath(key("one.json")));
        settings.addRecentPlan(folder.filePath(key("gone.json")));
        QCOMPARE(settings.recentPlans(),
                 (QStringList{folder.filePath(key("one.json")), folder.filePath(key("two.json"))}));
    }
};

QTEST_MAIN(HallTest)
#include "hall_test.moc"
