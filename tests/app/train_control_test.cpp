// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `shardscope-cli train` under control: the plan and commands on standard input, its end, a signal.
#include "tests/support/signal_one.h"
#include "tests/support/train_case.h"

#include <QElapsedTimer>

#include <csignal>

using namespace engine_runs;

class TrainControlTest : public TrainCase {
    Q_OBJECT
private slots:
    void initTestCase() { writeText(); }
    void thePlanMayComeOnStandardInput();
    void stopIsAnsweredWithinThreeTenthsOfASecondInsideAStep();
    void theEndOfStandardInputStopsOnlyAControlledRun();
    void terminateIsACommandedStop();
    void pauseHoldsAndStepOnceTakesOneStep();
};

void TrainControlTest::thePlanMayComeOnStandardInput() {
    QProcess process;
    start(process, {"-", "--json"});
    process.write(QByteArray::fromStdString(core::planToText(smallPlan(m_text))));
    process.closeWriteChannel();
    QCOMPARE(bodiesOf<core::StepEvent>(finish(process, 0)).size(), std::size_t(5));
    QVERIFY(m_exitMatches);
}

void TrainControlTest::stopIsAnsweredWithinThreeTenthsOfASecondInsideAStep() {
    core::Plan plan = smallPlan(m_text);
    plan.batch.global = 20'000;  // one step takes minutes
    plan.run.validateEvery = 0;
    QProcess process;
    start(process, {save(plan, "long.json"), "--json", "--control"});
    readUntil(process, [](const QByteArray& output) { return output.contains("\"training\""); });
    QTest::qWait(300);
    QElapsedTimer timer;
    timer.start();
    process.write("{\"type\":\"stop\"}\n");
    const QByteArray output = finish(process, 0);
    QVERIFY(m_exitMatches);
    // The engine's own clock tells when the command came and when it said goodbye: the machine may be busy.
    double stopping = -1, bye = -1;
    for (const core::Event& event : eventsOf(output)) {
        const auto* phase = std::get_if<core::PhaseEvent>(&event.body);
        if (phase && phase->phase == core::RunPhase::Stopping) stopping = event.t;
        if (std::holds_alternative<core::ByeEvent>(event.body)) bye = event.t;
    }
    QVERIFY(stopping >= 0 && bye >= stopping);
    QVERIFY2(bye - stopping < 0.3, qPrintable(QString::number(bye - stopping)));
    QCOMPARE(bodiesOf<core::ByeEvent>(output).front().reason, std::string("stopped"));
}

void TrainControlTest::theEndOfStandardInputStopsOnlyAControlledRun() {
    core::Plan plan = smallPlan(m_text);
    QProcess free;
    start(free, {save(plan, "free.json"), "--json"});
    free.closeWriteChannel();
    QCOMPARE(bodiesOf<core::StepEvent>(finish(free, 0)).size(), std::size_t(5));
    plan.run.steps = 1'000'000;
    QProcess controlled;
    start(controlled, {save(plan, "controlled.json"), "--json", "--control"});
    controlled.closeWriteChannel();
    QCOMPARE(bodiesOf<core::ByeEvent>(finish(controlled, 0)).front().reason, std::string("stopped"));
    QVERIFY(m_exitMatches);
}

void TrainControlTest::terminateIsACommandedStop() {
    core::Plan plan = smallPlan(m_text);
    plan.run.steps = 1'000'000;
    QProcess process;
    start(process, {save(plan, "terminate.json"), "--json"});
    readUntil(process, [](const QByteArray& output) { return output.contains("\"step\""); });
    QVERIFY(signalOne(process.processId(), SIGTERM));
    QCOMPARE(bodiesOf<core::ByeEvent>(finish(process, 0)).front().reason, std::string("stopped"));
    QVERIFY(m_exitMatches);
}

void TrainControlTest::pauseHoldsAndStepOnceTakesOneStep() {
    core::Plan plan = smallPlan(m_text);
    plan.run.steps = 1'000'000;
    plan.run.validateEvery = 0;
    plan.run.sample.every = 0;
    QProcess process;
    start(process, {save(plan, "pause.json"), "--json", "--control"});
    process.write("{\"type\":\"pause\"}\n");
    QByteArray before =
        readUntil(process, [](const QByteArray& output) { return output.contains("\"paused\""); });
    QTest::qWait(300);
    before += process.readAllStandardOutput();
    const auto held = bodiesOf<core::StepEvent>(before).size();
    process.write("{\"type\":\"step_once\"}\n");
    const QByteArray single =
        readUntil(process, [](const QByteArray& output) { return output.contains("\"spans\""); });
    QTest::qWait(300);
    const auto afterSingle = bodiesOf<core::StepEvent>(single + process.readAllStandardOutput());
    QCOMPARE(afterSingle.size(), std::size_t(1));
    QCOMPARE(afterSingle.front().step, std::int64_t(held) + 1);
    process.write("{\"type\":\"resume\"}\n");
    const QByteArray resumed =
        readUntil(process, [](const QByteArray& output) { return output.contains("\"step\""); });
    QVERIFY(!bodiesOf<core::StepEvent>(resumed).empty());
    process.write("{\"type\":\"stop\"}\n");
    finish(process, 0);
    QVERIFY(m_exitMatches);
}

QTEST_GUILESS_MAIN(TrainControlTest)
#include "train_control_test.moc"
