// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The trial loop in the window, with real mouse and keys: short runs written, their logs read, layouts ranked again. Needs a
// display.
#include "tests/support/window_stage.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/planner/cell_table.h"
#include "ui/planner/planner_view.h"
#include "ui/planner/search_page.h"
#include "ui/planner/trial_page.h"

#include <QFileDialog>
#include <QSignalSpy>
#include <QTest>
#include <QTimer>

using namespace ui::testing;

class TrialPageTest : public QObject, private WindowStage {
    Q_OBJECT

private:
    [[nodiscard]] ui::PlannerView& planner() { return window().planner(); }

    void openPlanner() {
        const auto plan = core::loadPlan(qEnvironmentVariable("SHARDSCOPE_RESOURCES").toStdString() + "/plans/llama-2-7b-16xa100.shardscope.json");
        QVERIFY(plan);
        openWindow(*plan);
        QTest::keyClick(&window(), Qt::Key_2, Qt::ControlModifier);
        QCOMPARE(window().workspace(), ui::WorkspaceKind::Plan);
        settle();
    }
    // Ten updates of Megatron-LM, the first two slow.
    static void leaveLog(const QString& name, double milliseconds) {
        QFile log(name);
        QVERIFY(log.open(QIODevice::WriteOnly));
        for (int step = 1; step <= 10; ++step)
            log.write(QStringLiteral(" iteration %1/ 10 | consumed samples: %2 | elapsed time per iteration (ms): %3 | learning rate: 1.0E-04 | "
                                     "global batch size: 32 | lm loss: 6.0E+00 | loss scale: 1.0 | grad norm: 1.0 |\n")
                          .arg(step)
                          .arg(step * 32)
                          .arg(step <= 2 ? 10 * milliseconds : milliseconds, 0, 'f', 6)
                          .toUtf8());
    }

private slots:
    void cleanup() { closeWindow(); }

    // By the buttons: a new folder, three short runs, two logs, another order, one of them taken over.
    void theBestLayoutsBecomeShortRunsAndAreRankedByTheirLogs() {
        openPlanner();
        planner().showPage(key("trial"));
        ui::TrialPage& trial = planner().trial();
        QVERIFY(!find<ui::Button>("writeTrial")->isEnabled() && !trial.table().isVisible());
        planner().showPage(key("search"));
        click(find<ui::Button>("searchButton"));
        ui::PlanSearch& search = planner().search().search();
        QTRY_VERIFY_WITH_TIMEOUT(!search.isRunning() && search.result(), 60000);
        planner().showPage(key("trial"));
        const QString folder = file("short runs");
        QTimer::singleShot(300, this, [folder] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog);
            auto* name = dialog->findChild<QLineEdit*>(key("fileNameEdit"));
            name->selectAll();
            QTest::keyClicks(name, folder);
            QTest::keyClick(name, Qt::Key_Return);
        });
        auto* updates = find<ui::NumberField>("trialUpdates");
        updates->setFocus();
        updates->selectAll();
        QTest::keyClicks(updates, key("10"));
        click(find<ui::Button>("writeTrial"));
        QTRY_VERIFY2(trial.ranking(), qPrintable(trial.problemText()));
        QCOMPARE(trial.folder(), folder);
        QCOMPARE(trial.table().count(), 3);
        const auto written = trial.ranking()->runs;
        for (std::size_t i = 0; i < 3; ++i) {
            QCOMPARE(written[i].candidate.plan.layout, planner().search().ranked()[i].plan.layout);
            QCOMPARE(written[i].candidate.plan.run.steps, std::int64_t(10));
            QCOMPARE(trial.table().text(int(i), 4), QStringLiteral("no log yet"));
        }
        QVERIFY(find<ui::Label>("trialCommand")->text().contains(QLatin1String("/01/")));

        leaveLog(folder + key("/01/run.log"), 4000 * written[0].candidate.predicted.value());
        leaveLog(folder + key("/02/run.log"), 500 * written[1].candidate.predicted.value());
        QSignalSpy read(&trial, &ui::TrialPage::ranked);
        click(find<ui::Button>("readTrial"));
        QTRY_COMPARE(read.count(), 1);
        ui::CellTable& table = trial.table();
        QCOMPARE(table.text(0, 2), QStringLiteral("02"));
        QCOMPARE(table.text(0, 5), ui::signedPercentText(-0.5));
        QVERIFY(table.text(0, 4).startsWith(QChar(0x25cf)));
        QCOMPARE(table.text(2, 2), QStringLiteral("01"));
        QCOMPARE(table.text(2, 5), ui::signedPercentText(3));
        QVERIFY(find<ui::Label>("trialSummary")->text().contains(QLatin1String("2 ran")));

        QTest::mouseClick(table.viewport(), Qt::LeftButton, {}, table.placeOf(0, 1).center());
        const core::Plan before = document().plan();
        click(find<ui::Button>("useTrialLayout"));
        QCOMPARE(document().plan().layout, written[1].candidate.plan.layout);
        QCOMPARE(document().plan().run.steps, before.run.steps);
        QCOMPARE(document().undoStack().count(), 1);

        QVERIFY(!trial.write(folder));  // in use
        QVERIFY(!trial.problemText().isEmpty());
        window().useLanguage(core::Language::Chinese);
        planner().showPage(key("trial"));
        QCOMPARE(find<ui::Button>("openTrial")->text(), QString::fromUtf8("打开试运行…"));
        window().useLanguage(core::Language::English);
    }

    void aFolderWithoutATrialIsRefusedInTheTrialPage() {
        openPlanner();
        planner().showPage(key("trial"));
        planner().trial().open(file("no trial"));
        QTRY_VERIFY(planner().trial().problemText().contains(QLatin1String("no trial: ")));
        QVERIFY(!planner().trial().ranking());
    }
};

int main(int argc, char** argv) { return runWindowTest<TrialPageTest>(argc, argv); }
#include "trial_page_test.moc"
