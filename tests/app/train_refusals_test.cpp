// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// `shardscope-cli train` that ends badly or does not begin: exit codes, one sentence, the problem in the stream.
#include "tests/support/train_case.h"

#include <QFile>
#include <QRegularExpression>

using namespace engine_runs;

class TrainRefusalsTest : public TrainCase {
    Q_OBJECT
private slots:
    void initTestCase() { writeText(); }
    void aCardTooSmallEndsWithOneAndTheCardsLedger();
    void peopleAreToldTheSmallestChangeThatFits();
    void aRateTooHighStopsOnNotANumber();
    void deepSpeedsRulesEndARunAtTheSmallestScale();
    void aRefusedOverrideIsASentenceInTheStreamToo();
    void oneOfSeveralProcessesIsRefused();
    void aRunBeyondTheMemoryOfThisMachineIsRefused();
    void aFullDiskOrAPlaceThatIsTakenIsSaidOfTheRunFile();
    void badInputIsOneSentence_data();
    void badInputIsOneSentence();
};

void TrainRefusalsTest::aCardTooSmallEndsWithOneAndTheCardsLedger() {
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

void TrainRefusalsTest::peopleAreToldTheSmallestChangeThatFits() {
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

void TrainRefusalsTest::aRateTooHighStopsOnNotANumber() {
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

void TrainRefusalsTest::deepSpeedsRulesEndARunAtTheSmallestScale() {
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

void TrainRefusalsTest::aRefusedOverrideIsASentenceInTheStreamToo() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "override.json"), "--json", "--pp", "3"});
    const QByteArray output = finish(process, 1);
    QVERIFY(m_exitMatches);
    QVERIFY2(output.contains("\"message\":\"2 cards do not divide by tp·cp·pp = 3\""), output);
    QVERIFY2(output.contains("\"fix\":\"use 3 cards, or give --dp\""), output);
}

// Each would train the whole plan and write over what the others write.
void TrainRefusalsTest::oneOfSeveralProcessesIsRefused() {
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("OMPI_COMM_WORLD_SIZE", "4");
    process.setProcessEnvironment(environment);
    start(process, {save(smallPlan(m_text), "several.json"), "--json"});
    const QByteArray output = finish(process, 1);
    QVERIFY(m_exitMatches);
    QVERIFY2(output.contains("\"code\":\"engine.processes\"") && output.contains("\"fix\":\"start one process"), output);
    QVERIFY2(!output.contains("\"step\""), output);
}

void TrainRefusalsTest::aRunBeyondTheMemoryOfThisMachineIsRefused() {
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

void TrainRefusalsTest::aFullDiskOrAPlaceThatIsTakenIsSaidOfTheRunFile() {
    QProcess process;
    start(process, {save(smallPlan(m_text), "full.json"), "--json", "--record", "/dev/full"});
    finish(process, 1);
    QVERIFY2(m_exitMatches, m_errors);
    QVERIFY2(m_errors.contains("/dev/full: there is something of that name, and a run file is never written "
                               "over; choose a new name"),
             m_errors);
}

void TrainRefusalsTest::badInputIsOneSentence_data() {
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

void TrainRefusalsTest::badInputIsOneSentence() {
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

QTEST_GUILESS_MAIN(TrainRefusalsTest)
#include "train_refusals_test.moc"
