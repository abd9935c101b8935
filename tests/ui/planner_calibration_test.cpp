// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Layouts of virtual cards in the planner: their memory in a unit that fits, and times that are of the speed measured on
// this machine, or say that they are not. Needs a display.
#include "tests/support/planner_stage.h"
#include "ui/kit/label.h"
#include "ui/planner/compared_plans.h"
#include "ui/planner/search_form.h"

#include <QAbstractItemModel>
#include <QTest>

using namespace ui::testing;

class PlannerCalibrationTest : public QObject, private PlannerStage {
    Q_OBJECT

private:
    [[nodiscard]] ui::Evaluator& evaluator() { return window().hall().evaluator; }

    void search() {
        page().form().begin();
        QTRY_VERIFY_WITH_TIMEOUT(!page().search().isRunning() && page().search().result(), 60000);
        QVERIFY(!page().layouts().empty());
    }
    [[nodiscard]] bool saysThatTheSpeedIsNew() {
        const auto labels = page().findChildren<ui::Label*>();
        return std::ranges::any_of(labels, [](const ui::Label* label) { return label->text().contains(key("speed was measured")); });
    }
    void calibrate(double flops) {
        core::Calibration calibration = evaluator().calibration();
        calibration.virtualCardFlops = flops;
        evaluator().setCalibration(calibration);
        settle();
    }

private slots:
    void init() {
        openWindow(defaultPlan());
        QTRY_VERIFY_WITH_TIMEOUT(evaluator().calibration().measured, kEngineTimeout);
        QTest::keyClick(&window(), Qt::Key_2, Qt::ControlModifier);
        settle();
        calibrate(6e10);
    }
    void cleanup() { closeWindow(); }

    void smallCardsAreMeasuredInMebibytes() {
        search();
        const auto* model = page().table().model();
        QCOMPARE(model->headerData(13, Qt::Horizontal).toString(), QStringLiteral("Memory, MiB"));
        const double shown = model->index(0, 13).data().toString().toDouble();
        QVERIFY(std::abs(shown - core::toMiB(page().layouts()[std::size_t(page().table().rowAt(0))].score.peak)) < 0.006);
    }
    void theOtherPlanFollowsTheMeasuredSpeed() {
        search();
        page().choose(0);
        QTRY_VERIFY(planner().plans().b().snapshot);
        const double before = planner().plans().b().snapshot->step->step.value();
        calibrate(6e9);
        QTRY_VERIFY(planner().plans().b().snapshot->step->step.value() > 2 * before);
        QCOMPARE(planner().plans().b().snapshot->calibration.virtualCardFlops, 6e9);
    }
    void layoutsOfAnotherSpeedSaySo() {
        search();
        QVERIFY(!saysThatTheSpeedIsNew());
        calibrate(6e9);
        QTRY_VERIFY(saysThatTheSpeedIsNew());
        search();
        QVERIFY(!saysThatTheSpeedIsNew());
    }
};

int main(int argc, char** argv) { return runWindowTest<PlannerCalibrationTest>(argc, argv); }
#include "planner_calibration_test.moc"
