// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `shardscope-cli train` as other programs see it: the events of a run in every precision, and the run file. Commands:
// train_control_test.cpp; refusals and failures: train_refusals_test.cpp.
#include "core/telemetry/run_file.h"
#include "tests/support/train_case.h"

#include <QJsonDocument>
#include <QJsonObject>

#include <cmath>
#include <map>

using namespace engine_runs;

class TrainCommandTest : public TrainCase {
    Q_OBJECT
private slots:
    void initTestCase() { writeText(); }
    void aRunEndsWithByeAndReportsEveryStep();
    void everyStepSendsWhatTheEstimateSays();
    void spansAndMemoryComeFromEveryRank();
    void aRecordedRunOpensAsARunFile();
    void everyPrecisionTrainsAndFp16SaysItsLossScale();
    void anOverflowIsSkippedUntilTheScaleFits();
    void howManyUpdatesWereSkippedIsSaidAtTheEnd();
};

void TrainCommandTest::aRunEndsWithByeAndReportsEveryStep() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "run.json"), "--json", "--steps", "7"});
    const QByteArray output = finish(process, 0);
    QVERIFY(m_exitMatches);
    const auto steps = bodiesOf<core::StepEvent>(output);
    QCOMPARE(steps.size(), std::size_t(7));
    for (std::size_t i = 0; i < steps.size(); ++i) {
        QCOMPARE(steps[i].step, std::int64_t(i) + 1);
        QCOMPARE(steps[i].tokens, std::int64_t(4 * 32));
        const core::StepBreakdown& b = steps[i].breakdown;
        const double sum = (b.forward + b.backward + b.communication + b.optimizer + b.idle).value();
        QVERIFY(std::abs(sum * 1e3 - steps[i].virtualMs) < 1e-6 + 1e-4 * steps[i].virtualMs);
        QVERIFY(steps[i].mfu > 0 && steps[i].mfu < 1);
        QVERIFY(steps[i].bubbleFraction > 0 && steps[i].bubbleFraction < 1);
    }
    QVERIFY(steps.back().loss < steps.front().loss);
    QCOMPARE(bodiesOf<core::ValidationEvent>(output).back().step, std::int64_t(7));
    QCOMPARE(bodiesOf<core::SampleEvent>(output).back().prompt, std::string("The "));
    const auto events = eventsOf(output);
    QVERIFY(std::holds_alternative<core::HelloEvent>(events.front().body));
    const auto& bye = std::get<core::ByeEvent>(events.back().body);
    QCOMPARE(bye.reason, std::string("finished"));
    QCOMPARE(bye.steps, std::int64_t(7));
}

void TrainCommandTest::everyStepSendsWhatTheEstimateSays() {
    core::Plan plan = smallPlan(m_text);
    plan.layout.tp = 2;
    plan.cluster.gpusPerNode = 4;
    plan.sequenceParallel = core::SequenceParallel::On;
    plan.cluster.links.intraNodeBandwidth = 1e9;
    const QString file = save(plan, "traffic.json");
    QProcess process;
    process.start(SHARDSCOPE_CLI, {"estimate", file, "--json"});
    QVERIFY(process.waitForFinished(60'000));
    const QJsonObject said = QJsonDocument::fromJson(process.readAllStandardOutput()).object()["traffic"].toObject();
    start(process, {file, "--json", "--steps", "2"});
    const QByteArray output = finish(process, 0);
    QVERIFY(m_exitMatches);
    const auto hello = bodiesOf<core::HelloEvent>(output).front();
    QVERIFY(hello.simulatedLinks.has_value());
    QCOMPARE(hello.simulatedLinks->intraNodeBandwidth, 1e9);
    QVERIFY(hello.simulatedLinks->interNodeBandwidth > 0);
    for (const core::StepEvent& step : bodiesOf<core::StepEvent>(output)) {
        QVERIFY(step.tensorWire > core::Bytes(0) && step.pipelineWire > core::Bytes(0));
        QCOMPARE(step.tensorWire.value(), said["tensor_wire_bytes"].toInteger());
        QCOMPARE(step.pipelineWire.value(), said["pipeline_wire_bytes"].toInteger());
        QCOMPARE(step.embeddingWire.value(), said["embedding_wire_bytes"].toInteger());
        QCOMPARE(step.dataWire.value(), 0);
    }
    start(process, {file, "--steps", "2"});
    const QByteArray text = finish(process, 0);
    for (const char* words : {"links are simulated: 1 GB/s", "sent in each step, as rings would: tensor ● ", " ○ "})
        QVERIFY2(text.contains(words), text);
}

void TrainCommandTest::spansAndMemoryComeFromEveryRank() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "spans.json"), "--json", "--steps", "1"});
    const QByteArray output = finish(process, 0);
    QVERIFY(m_exitMatches);
    const auto spans = bodiesOf<core::SpansEvent>(output);
    QCOMPARE(spans.size(), std::size_t(2));
    for (const core::SpansEvent& event : spans) {
        int ops = 0;
        for (const core::OpSpan& span : event.spans) {
            QVERIFY(span.wallEnd >= span.wallStart && span.virtualEnd >= span.virtualStart);
            ops += span.microBatch >= 0 ? 1 : 0;
        }
        QCOMPARE(ops, 8);  // forward and backward of four micro-batches
    }
    int ranks = 0;
    for (const core::MemoryEvent& event : bodiesOf<core::MemoryEvent>(output)) {
        ranks |= 1 << event.rank;
        QVERIFY(core::sum(event.current) <= event.peak && event.peak <= event.capacity);
    }
    QCOMPARE(ranks, 3);
    bool sends = false;
    for (const core::CollectiveEvent& event : bodiesOf<core::CollectiveEvent>(output))
        sends = sends || (event.op == "send" && event.group == core::GroupKind::Pipeline &&
                          event.calls == 4 && event.bytes.value() == 4 * 32 * 16 * 4);
    QVERIFY(sends);
}

void TrainCommandTest::aRecordedRunOpensAsARunFile() {
    const QString file = m_folder.filePath("run.ndjson");
    QProcess process;
    start(process, {save(smallPlan(m_text), "recorded.json"), "--record", file});
    QVERIFY(finish(process, 0).contains("validation loss"));
    QVERIFY(m_exitMatches);
    const auto reader = core::RunFileReader::open(file.toStdString());
    QVERIFY(reader.has_value());
    QCOMPARE(reader->lastStep(), std::int64_t(5));
    start(process, {m_folder.filePath("recorded.json"), "--record", file});  // never written over
    finish(process, 1);
    QVERIFY(m_exitMatches);
}

void TrainCommandTest::everyPrecisionTrainsAndFp16SaysItsLossScale() {
    const QString plan = save(smallPlan(m_text), "precision.json");
    std::map<QString, double> losses;
    for (const char* precision : {"fp32", "bf16", "fp16", "fp64"}) {
        QProcess process;
        start(process, {plan, "--json", "--precision", precision});
        const auto steps = bodiesOf<core::StepEvent>(finish(process, 0));
        QVERIFY2(m_exitMatches, m_errors);
        QCOMPARE(steps.size(), std::size_t(5));
        for (const core::StepEvent& step : steps) {
            QCOMPARE(step.lossScale, QByteArray(precision) == "fp16" ? 65536.0 : 1.0);
            QVERIFY(!step.skipped);
        }
        losses[precision] = steps.back().loss;
    }
    for (const auto& [precision, loss] : losses) QVERIFY(std::abs(loss - losses["fp32"]) < 1e-2 * losses["fp32"]);
    QVERIFY(losses["bf16"] != losses["fp32"] && losses["fp16"] != losses["fp32"]);
}

void TrainCommandTest::anOverflowIsSkippedUntilTheScaleFits() {
    core::Plan plan = smallPlan(m_text);
    plan.precision = core::Precision::Fp16;
    plan.lossScale.initial = 0x1p34;
    plan.lossScale.hysteresis = 1;
    plan.run.steps = 30;
    QProcess process;
    start(process, {save(plan, "overflow.json"), "--json"});
    const auto steps = bodiesOf<core::StepEvent>(finish(process, 0));
    QVERIFY2(m_exitMatches, m_errors);
    QCOMPARE(steps.size(), std::size_t(30));
    std::size_t skipped = 0;
    while (skipped < steps.size() && steps[skipped].skipped) {
        QCOMPARE(steps[skipped].lossScale, std::ldexp(1.0, 34 - int(skipped)));
        QCOMPARE(steps[skipped].lr, steps.front().lr);  // the schedule stands still
        ++skipped;
    }
    QVERIFY(skipped > 4 && skipped < 28);
    for (std::size_t i = skipped; i < steps.size(); ++i) QVERIFY(!steps[i].skipped);
    QVERIFY(steps.back().loss < steps[skipped].loss);
}

void TrainCommandTest::howManyUpdatesWereSkippedIsSaidAtTheEnd() {
    core::Plan plan = smallPlan(m_text);
    plan.precision = core::Precision::Fp16;
    plan.lossScale.rules = core::LossScaleRules::Constant;
    plan.lossScale.initial = 0x1p34;
    plan.run.steps = 3;
    QProcess process;
    start(process, {save(plan, "skipped.json")});
    const QByteArray output = finish(process, 0);
    QVERIFY2(output.contains("3 of 3 steps skipped: their gradients overflowed\n"), output);
    QVERIFY2(!output.contains("sent in each step"), output);  // of an update
}

QTEST_GUILESS_MAIN(TrainCommandTest)
#include "train_command_test.moc"
