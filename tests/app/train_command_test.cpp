// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `shardscope-cli train` as other programs see it: exit codes, NDJSON, commands on standard input, refusals.
#include "core/telemetry/run_file.h"
#include "tests/support/engine_runs.h"
#include "tests/support/signal_one.h"

#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <csignal>
#include <map>

using namespace engine_runs;

class TrainCommandTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase();
    void aRunEndsWithByeAndReportsEveryStep();
    void everyStepSendsWhatTheEstimateSays();
    void spansAndMemoryComeFromEveryRank();
    void aRecordedRunOpensAsARunFile();
    void thePlanMayComeOnStandardInput();
    void stopIsAnsweredWithinThreeTenthsOfASecondInsideAStep();
    void theEndOfStandardInputStopsOnlyAControlledRun();
    void terminateIsACommandedStop();
    void pauseHoldsAndStepOnceTakesOneStep();
    void aCardTooSmallEndsWithOneAndTheCardsLedger();
    void peopleAreToldTheSmallestChangeThatFits();
    void aRateTooHighStopsOnNotANumber();
    void everyPrecisionTrainsAndFp16SaysItsLossScale();
    void anOverflowIsSkippedUntilTheScaleFits();
    void deepSpeedsRulesEndARunAtTheSmallestScale();
    void aRefusedOverrideIsASentenceInTheStreamToo();
    void aRunBeyondTheMemoryOfThisMachineIsRefused();
    void aFullDiskOrAPlaceThatIsTakenIsSaidOfTheRunFile();
    void badInputIsOneSentence_data();
    void badInputIsOneSentence();

private:
    QString save(const core::Plan& plan, const QString& name) {
        const QString file = m_folder.filePath(name);
        return core::savePlan(plan, file.toStdString()) ? file : QString();
    }
    void start(QProcess& process, const QStringList& arguments) {
        process.start(SHARDSCOPE_CLI, QStringList{"train"} + arguments);
        QVERIFY(process.waitForStarted(20'000));
    }
    QByteArray finish(QProcess& process, int exitCode) {
        m_output = {};
        if (!process.waitForFinished(120'000)) return {};
        m_output = process.readAllStandardOutput();
        m_errors = process.readAllStandardError();
        if (process.exitCode() != exitCode)
            qWarning("exit code %d: %s", process.exitCode(), m_errors.constData());
        m_exitMatches = process.exitStatus() == QProcess::NormalExit && process.exitCode() == exitCode;
        return m_output;
    }

    QTemporaryDir m_folder;
    QString m_text;
    QByteArray m_output, m_errors;
    bool m_exitMatches = false;
};

void TrainCommandTest::initTestCase() {
    m_text = writeTrainingText(m_folder.filePath("text.txt"));
    QVERIFY(!m_text.isEmpty());
}

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

void TrainCommandTest::thePlanMayComeOnStandardInput() {
    QProcess process;
    start(process, {"-", "--json"});
    process.write(QByteArray::fromStdString(core::planToText(smallPlan(m_text))));
    process.closeWriteChannel();
    QCOMPARE(bodiesOf<core::StepEvent>(finish(process, 0)).size(), std::size_t(5));
    QVERIFY(m_exitMatches);
}

void TrainCommandTest::stopIsAnsweredWithinThreeTenthsOfASecondInsideAStep() {
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

void TrainCommandTest::theEndOfStandardInputStopsOnlyAControlledRun() {
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

void TrainCommandTest::terminateIsACommandedStop() {
    core::Plan plan = smallPlan(m_text);
    plan.run.steps = 1'000'000;
    QProcess process;
    start(process, {save(plan, "terminate.json"), "--json"});
    readUntil(process, [](const QByteArray& output) { return output.contains("\"step\""); });
    QVERIFY(signalOne(process.processId(), SIGTERM));
    QCOMPARE(bodiesOf<core::ByeEvent>(finish(process, 0)).front().reason, std::string("stopped"));
    QVERIFY(m_exitMatches);
}

void TrainCommandTest::pauseHoldsAndStepOnceTakesOneStep() {
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

void TrainCommandTest::aCardTooSmallEndsWithOneAndTheCardsLedger() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "memory.json"), "--json", "--card-memory", "60000"});
    const QByteArray output = finish(process, 1);
    QVERIFY(m_exitMatches);
    const auto problems = bodiesOf<core::ProblemEvent>(output);
    QCOMPARE(problems.size(), std::size_t(1));
    QVERIFY(problems.front().outOfMemory.has_value());
    QCOMPARE(problems.front().outOfMemory->capacity.value(), std::int64_t(60000));
    QVERIFY2(m_errors.contains("/run/card_memory_bytes: rank ") && m_errors.count('\n') == 1, m_errors);
    QVERIFY(problems.front().rank.has_value());
    QCOMPARE(bodiesOf<core::ByeEvent>(output).front().exitCode, 1);
}

void TrainCommandTest::peopleAreToldTheSmallestChangeThatFits() {
    core::Plan plan = smallPlan(m_text);
    plan.run.steps = 2;
    plan.run.cardMemory = core::Bytes(60000);
    QProcess process;
    start(process, {save(plan, "memory-text.json")});
    finish(process, 1);
    const qsizetype heading = m_errors.indexOf("Ways to make it fit, the smallest change first");
    QVERIFY2(heading > 0, m_errors);
    const QRegularExpression flags(QStringLiteral("^(--[^○]*[^ ○]) +○"), QRegularExpression::MultilineOption);
    const auto first = flags.match(QString::fromUtf8(m_errors.mid(heading)));
    QVERIFY2(first.hasMatch(), m_errors);
    QProcess again;
    start(again, QStringList{save(plan, "memory-text.json")} + first.captured(1).split(QLatin1Char(' ')));
    finish(again, 0);
    QVERIFY2(m_exitMatches, m_errors);
}

void TrainCommandTest::aRateTooHighStopsOnNotANumber() {
    core::Plan plan = smallPlan(m_text);
    plan.run.steps = 1000;
    plan.optimizer.lr = 1e30;
    plan.optimizer.clip = 0;
    QProcess process;
    start(process, {save(plan, "nan.json"), "--json"});
    const QByteArray output = finish(process, 1);
    QVERIFY(m_exitMatches);
    QCOMPARE(bodiesOf<core::ProblemEvent>(output).front().problem.code, std::string("engine.not-a-number"));
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

void TrainCommandTest::deepSpeedsRulesEndARunAtTheSmallestScale() {
    core::Plan plan = smallPlan(m_text);
    plan.precision = core::Precision::Fp16;
    plan.lossScale.initial = plan.lossScale.minimum = 0x1p40;
    plan.lossScale.hysteresis = 1;
    QProcess process;
    start(process, {save(plan, "minimum.json"), "--json"});
    const QByteArray output = finish(process, 1);
    QVERIFY2(m_exitMatches, m_errors);
    const auto problems = bodiesOf<core::ProblemEvent>(output);
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(problems.front().problem.code, std::string("engine.loss-scale-at-minimum"));
    QVERIFY(problems.front().problem.upstreamMessage.find("Current loss scale already at minimum") == 0);
    QVERIFY(bodiesOf<core::StepEvent>(output).empty());
}

void TrainCommandTest::aRefusedOverrideIsASentenceInTheStreamToo() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "override.json"), "--json", "--pp", "3"});
    const QByteArray output = finish(process, 1);
    QVERIFY(m_exitMatches);
    QVERIFY2(output.contains("\"message\":\"2 cards do not divide by tp·cp·pp = 3\""), output);
    QVERIFY2(output.contains("\"fix\":\"use 3 cards, or give --dp\""), output);
}

void TrainCommandTest::aRunBeyondTheMemoryOfThisMachineIsRefused() {
    core::Plan plan = smallPlan(m_text);
    plan.model = *core::findModelPreset("gpt3-175b");
    plan.run.cardMemory = core::Bytes(std::int64_t{1} << 50);
    QProcess process;
    start(process, {save(plan, "huge.json"), "--json", "--pp", "1", "--dp", "1"});
    const QByteArray output = finish(process, 1);
    QVERIFY2(m_exitMatches, m_errors);
    QCOMPARE(bodiesOf<core::ProblemEvent>(output).front().problem.code, std::string("engine.host-memory"));
    QVERIFY2(output.contains("TiB of this machine's memory"), output);
}

void TrainCommandTest::aFullDiskOrAPlaceThatIsTakenIsSaidOfTheRunFile() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "full.json"), "--json", "--record", "/dev/full"});
    finish(process, 1);
    QVERIFY2(m_exitMatches, m_errors);
    QVERIFY2(m_errors.contains("/dev/full: there is something of that name, and a run file is never written "
                               "over; choose a new name"),
             m_errors);
}

void TrainCommandTest::badInputIsOneSentence_data() {
    QTest::addColumn<QString>("plan");
    QTest::addColumn<int>("exitCode");
    QTest::addColumn<QString>("sentence");
    const QString binary = m_folder.filePath("binary.txt");
    QFile file(binary);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(QByteArray(5000, '\0'));
    file.close();
    QTest::newRow("binary corpus") << save(smallPlan(binary), "binary.json") << 1 << "it is no text";
    QTest::newRow("missing corpus") << save(smallPlan("/nowhere/text.txt"), "missing.json") << 1
                                    << "does not exist";
    core::Plan plan = smallPlan(m_text);
    plan.layout.pp = 3;
    plan.cluster.gpusPerNode = 3;
    QTest::newRow("more stages than layers") << save(plan, "impossible.json") << 1 << "(/layout/pp): ";
    plan = smallPlan(m_text);
    plan.precision = core::Precision::Fp8;
    QTest::newRow("planned only") << save(plan, "fp8.json") << 1 << "fp8 is planned only";
    const QString damaged = m_folder.filePath("damaged.json");
    QFile other(damaged);
    QVERIFY(other.open(QIODevice::WriteOnly));
    other.write("{\"version\": 1, \"model\": {");
    other.close();
    QTest::newRow("damaged plan") << damaged << 2 << "damaged.json:1";
    QTest::newRow("missing plan") << m_folder.filePath("none.json") << 2 << "none.json";
}

void TrainCommandTest::badInputIsOneSentence() {
    QFETCH(QString, plan);
    QFETCH(int, exitCode);
    QFETCH(QString, sentence);
    QProcess process;
    start(process, {plan, "--json"});
    const QByteArray output = finish(process, exitCode);
    QVERIFY2(m_exitMatches, m_errors);
    QVERIFY2(m_errors.contains(sentence.toUtf8()), m_errors);
    QCOMPARE(m_errors.count('\n'), 1);
    if (exitCode == 2) {
        QVERIFY(output.isEmpty());
    } else {
        QCOMPARE(bodiesOf<core::ProblemEvent>(output).size(), std::size_t(1));
        QCOMPARE(bodiesOf<core::ByeEvent>(output).front().exitCode, 1);
    }
}

QTEST_GUILESS_MAIN(TrainCommandTest)
#include "train_command_test.moc"
