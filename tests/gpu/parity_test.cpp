// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Every layout computes what one rank computes, and the check that says so sees planted faults.
#include "core/lr/lr_schedule.h"
#include "core/plan/plan_codec.h"
#include "core/schedule/table.h"
#include "gpu/training/parity_suite.h"

#include <QTest>

#include <array>
#include <random>
#include <set>

using core::ScheduleKind;
using gpu::Fault;

namespace {

constexpr double kGradientTolerance = gpu::ParityTolerances{}.gradient, kScalarTolerance = gpu::ParityTolerances{}.scalar,
                 kFreeLossTolerance = gpu::ParityTolerances{}.freeLoss;

const gpu::ParityReference& referenceFor(const core::Plan& plan) {
    static std::map<std::string, gpu::ParityReference> references;
    const std::string key = core::planToText(gpu::onOneRank(plan));
    const auto at = references.find(key);
    if (at != references.end()) return at->second;
    return references.emplace(key, gpu::makeReference(plan, gpu::syntheticSamples(plan))).first->second;
}

gpu::ParityReport check(const core::Plan& plan, Fault fault = Fault::None) {
    return gpu::checkParity(plan, referenceFor(plan), gpu::syntheticSamples(plan), fault);
}

QByteArray text(const gpu::ParityReport& report) {
    const std::string worst = report.tensors.empty() ? "" : report.tensors.front().tensor;
    return QByteArray::fromStdString(report.failure ? report.failure->text : worst) + ' ' +
           QByteArray::number(report.maxRelativeError()) + " loss " + QByteArray::number(report.lossError) +
           " norm " + QByteArray::number(report.normError) + " free loss " +
           QByteArray::number(report.freeLossError) + " free weights " +
           QByteArray::number(report.freeWeightError);
}

double errorOf(const gpu::ParityReport& report, const std::string& tensor) {
    for (const gpu::TensorError& row : report.tensors)
        if (row.tensor == tensor) return row.error;
    return -1;
}

}  // namespace

class ParityTest : public QObject {
    Q_OBJECT
private slots:
    void everyLayoutComputesWhatOneRankComputes();
    void queriesKeysAndValuesAreComparedApart();
    void aRerunIsBitwiseEqualAndAnotherSeedIsNot();
    void everyOptimizerDoesInAnyLayoutWhatItDoesOnOneRank_data();
    void everyOptimizerDoesInAnyLayoutWhatItDoesOnOneRank();
    void aGradientSummedTwiceIsSeenWhereTheLossIsBlind();
    void unreducedNormGradientsAreSeen();
    void normGradientsOfOneRanksRowsAreSeen();
    void lostBucketsAndStaleGathersAreSeen();
    void aStaleTiedEmbeddingIsSeen_data();
    void aStaleTiedEmbeddingIsSeen();
    void aNormThatCountsReplicasIsSeen();
    void aWeightGradientLeftOutIsSeen();
    void recomputationLeftOutIsSeen();
    void anyTableOfOnesOwnThatSumsInOrderGivesTheSameBits();
};

void ParityTest::everyLayoutComputesWhatOneRankComputes() {
    double worst = 0, worstFreeLoss = 0, worstWeights = 0;
    const gpu::SuiteResult result = gpu::runParitySuite(gpu::parityMatrix(), [&](const gpu::SuiteRow& row) {
        worst = std::max(worst, row.report.maxRelativeError());
        worstFreeLoss = std::max(worstFreeLoss, row.report.freeLossError);
        worstWeights = std::max(worstWeights, row.report.freeWeightError);
        if (!row.report.passed())
            qWarning("%s: %s", gpu::layoutText(row.plan).c_str(), text(row.report).constData());
    });
    for (const std::string& layout : result.bitwiseBreaks) qWarning("not bitwise: %s", layout.c_str());
    qInfo("%zu layouts; worst tensor %.2e, loss of 20 free updates %.2e, weights %.2e", result.rows.size(),
          worst, worstFreeLoss, worstWeights);
    QVERIFY(result.rows.size() > 100);
    QVERIFY(result.passed());
    QVERIFY(worst > 0);  // a comparison of a thing with itself would be exact
}

void ParityTest::queriesKeysAndValuesAreComparedApart() {
    const gpu::ParityReport report = check(gpu::smallParityPlan(2, 1, 1, 0, ScheduleKind::OneFOneB));
    for (const char* part : {"q", "k", "v"})
        for (const char* kind : {"weight", "bias"}) {
            const std::string name = std::string("block.0.attention.qkv.") + kind + " [" + part + "]";
            QVERIFY2(errorOf(report, name) >= 0, name.c_str());
        }
}

void ParityTest::aRerunIsBitwiseEqualAndAnotherSeedIsNot() {
    core::Plan plan = gpu::smallParityPlan(2, 2, 2, 3, ScheduleKind::OneFOneB);
    const auto source = gpu::syntheticSamples(plan);
    const std::uint64_t first = gpu::fingerprintOf(plan, 3, source);
    QCOMPARE(gpu::fingerprintOf(plan, 3, source), first);
    plan.run.seed += 1;
    QVERIFY(gpu::fingerprintOf(plan, 3, source) != first);
}

void ParityTest::everyOptimizerDoesInAnyLayoutWhatItDoesOnOneRank_data() {
    QTest::addColumn<QString>("optimizer");
    for (const char* optimizer : {"adam", "sgd", "sgd without momentum", "all decay", "tables do not", "one cycle"})
        QTest::newRow(optimizer) << QString(optimizer);
}

void ParityTest::everyOptimizerDoesInAnyLayoutWhatItDoesOnOneRank() {
    QFETCH(QString, optimizer);
    for (const auto make : {gpu::smallParityPlan, gpu::smallLlamaParityPlan}) {
        core::Plan plan = make(2, 2, 2, 3, ScheduleKind::OneFOneB);
        plan.optimizer.lr = 1e-2;
        const core::Plan usual = plan;
        core::OptimizerSpec& spec = plan.optimizer;
        if (optimizer == "adam") spec.kind = core::OptimizerKind::Adam;
        if (optimizer.startsWith("sgd")) spec.kind = core::OptimizerKind::Sgd;
        if (optimizer == "sgd without momentum") spec.momentum = 0;
        if (optimizer == "all decay") spec.decayExempt = core::DecayExempt::Nothing;
        if (optimizer == "tables do not") spec.decayExempt = core::DecayExempt::NormsBiasesEmbeddings;
        if (optimizer == "one cycle") {
            plan.lrSchedule = {core::LrKind::DeepSpeedOneCycle, 5, 20, 0.1};
            QVERIFY(core::cycledBetas(plan.lrSchedule, 3, 20).has_value());
        }
        const gpu::ParityReport report = check(plan);
        QVERIFY2(report.passed(), text(report));
        const auto source = gpu::syntheticSamples(plan);
        QVERIFY(gpu::fingerprintOf(plan, 3, source) != gpu::fingerprintOf(usual, 3, source));
    }
}

void ParityTest::aGradientSummedTwiceIsSeenWhereTheLossIsBlind() {
    for (const int zero : {0, 1, 2, 3}) {
        core::Plan plan = gpu::smallParityPlan(1, 1, 8, zero, ScheduleKind::OneFOneB);
        plan.optimizer.clip = 0;  // clipping would weigh the steps anew
        const gpu::ParityReport report = check(plan, Fault::GradientSummedTwice);
        QVERIFY2(!report.passed() && !report.sameWeightsPassed(), text(report));
        QVERIFY(report.maxRelativeError() > 1);
        // Adam divides the factor out again: the losses stay within the tolerance of a free run.
        QVERIFY2(report.lossError <= kScalarTolerance && report.freeLossError <= kFreeLossTolerance,
                 text(report));
    }
}

void ParityTest::unreducedNormGradientsAreSeen() {
    const gpu::ParityReport report =
        check(gpu::smallParityPlan(2, 1, 1, 0, ScheduleKind::OneFOneB), Fault::NormGradientNotReduced);
    QVERIFY2(!report.sameWeightsPassed(), text(report));
    QVERIFY2(errorOf(report, "block.0.norm1.weight") > kGradientTolerance, text(report));
    QVERIFY2(report.lossError <= kScalarTolerance,
             text(report));  // the loss of the same weights is blind
}

void ParityTest::normGradientsOfOneRanksRowsAreSeen() {
    for (const auto make : {gpu::smallParityPlan, gpu::smallLlamaParityPlan})
        for (const auto kind : {ScheduleKind::OneFOneB, ScheduleKind::ZbH1})
            for (const int zero : {0, 3}) {
                core::Plan plan = make(2, 2, 2, zero, kind);
                plan.sequenceParallel = core::SequenceParallel::On;
                QVERIFY2(check(plan).passed(), text(check(plan)));
                const gpu::ParityReport report = check(plan, Fault::NormGradientNotReduced);
                QVERIFY2(!report.sameWeightsPassed(), text(report));
                for (const char* tensor : {"block.0.norm1.weight", "block.3.norm2.weight", "final_norm.weight"})
                    QVERIFY2(errorOf(report, tensor) > kGradientTolerance, text(report));
                QVERIFY2(errorOf(report, "block.0.mlp.up.weight") <= kGradientTolerance, text(report));
                QVERIFY2(report.lossError <= kScalarTolerance, text(report));
            }
}

void ParityTest::lostBucketsAndStaleGathersAreSeen() {
    core::Plan plan = gpu::smallParityPlan(1, 1, 2, 2, ScheduleKind::OneFOneB);
    for (const std::int64_t bucket : {0, 8000}) {
        plan.zero.reduceBucketSize = bucket;
        const gpu::ParityReport report = check(plan, Fault::BucketLost);
        QVERIFY2(!report.sameWeightsPassed() && report.maxRelativeError() > kGradientTolerance, text(report));
        QVERIFY2(report.lossError <= kScalarTolerance, text(report));
    }
    plan = gpu::smallParityPlan(1, 1, 2, 3, ScheduleKind::OneFOneB);
    plan.zero.maxLiveParameters = 1'000'000;
    QVERIFY(check(plan).passed());
    const gpu::ParityReport report = check(plan, Fault::StaleGather);
    // What is gathered anew for every comparison is right; the run that updates in between is not.
    QVERIFY2(!report.freeRunPassed() && report.freeLossError > kFreeLossTolerance, text(report));
}

void ParityTest::aStaleTiedEmbeddingIsSeen_data() {
    QTest::addColumn<int>("zero");
    for (const int zero : {0, 1, 2, 3}) QTest::addRow("ZeRO-%d", zero) << zero;
}

void ParityTest::aStaleTiedEmbeddingIsSeen() {
    QFETCH(int, zero);
    const gpu::ParityReport report =
        check(gpu::smallParityPlan(1, 2, 2, zero, ScheduleKind::OneFOneB), Fault::StaleTiedEmbedding);
    QVERIFY2(!report.sameWeightsPassed(), text(report));
    QVERIFY2(errorOf(report, "embedding.token") > kGradientTolerance, text(report));
    QVERIFY2(report.lossError <= kScalarTolerance, text(report));
}

void ParityTest::aNormThatCountsReplicasIsSeen() {
    const gpu::ParityReport report =
        check(gpu::smallParityPlan(4, 1, 1, 0, ScheduleKind::OneFOneB), Fault::NormCountedTwice);
    QVERIFY2(!report.sameWeightsPassed(), text(report));
    QVERIFY2(report.normError > kScalarTolerance, text(report));
    QVERIFY2(report.maxRelativeError() <= kGradientTolerance,
             text(report));  // gradients themselves are right
    QVERIFY2(report.lossError <= kScalarTolerance, text(report));
}

void ParityTest::aWeightGradientLeftOutIsSeen() {
    for (const int zero : {0, 3}) {
        const core::Plan plan = gpu::smallParityPlan(1, 2, 2, zero, ScheduleKind::ZbH1);
        QVERIFY(check(plan).passed());
        const gpu::ParityReport report = check(plan, Fault::WeightGradientSkipped);
        QVERIFY2(!report.sameWeightsPassed(), text(report));
        QVERIFY2(errorOf(report, "block.3.mlp.up.weight") > kGradientTolerance, text(report));
        QVERIFY2(errorOf(report, "block.0.mlp.up.weight") <= kGradientTolerance, text(report));
        QVERIFY2(report.lossError <= kScalarTolerance, text(report));
    }
}

void ParityTest::recomputationLeftOutIsSeen() {
    for (const auto recompute : {core::Recompute::Selective, core::Recompute::Full})
        for (const auto kind : {ScheduleKind::OneFOneB, ScheduleKind::ZbH1}) {
            core::Plan plan = gpu::smallParityPlan(1, 2, 1, 0, kind);
            plan.recompute = recompute;
            const gpu::ParityReport report = check(plan, Fault::RecomputationSkipped);
            QVERIFY2(!report.sameWeightsPassed(), text(report));
            QVERIFY2(report.maxRelativeError() > kGradientTolerance, text(report));
            QVERIFY2(report.lossError <= kScalarTolerance, text(report));
        }
}

namespace {

// Any order that waits for nothing behind itself, with the gradients of a stage in the order of the
// micro-batches.
core::Schedule randomTable(int ranks, int microBatches, int chunks, std::mt19937& random) {
    using core::OpKind;
    core::Schedule table{
        ScheduleKind::Table, ranks, microBatches, chunks, {std::size_t(ranks), std::vector<core::Op>()}};
    const int stages = ranks * chunks;
    std::set<core::Op> done;
    std::vector<std::array<int, 4>> next(std::size_t(stages), std::array<int, 4>{});  // by stage and kind
    const auto isDone = [&](OpKind kind, int stage, int m) {
        return done.contains({kind, core::Stage(stage), core::MicroBatch(m)});
    };
    while (done.size() < 3 * std::size_t(stages) * std::size_t(microBatches)) {
        const int stage = int(random() % unsigned(stages));
        const OpKind kinds[] = {OpKind::Forward, OpKind::InputGradient, OpKind::WeightGradient};
        const OpKind kind = kinds[random() % 3];
        int& m = next[std::size_t(stage)][std::size_t(kind)];
        if (m == microBatches) continue;
        const bool last = stage == stages - 1;
        const bool ready = kind == OpKind::Forward ? stage == 0 || isDone(kind, stage - 1, m)
                           : kind == OpKind::WeightGradient
                               ? isDone(OpKind::InputGradient, stage, m)
                               : isDone(OpKind::Forward, stage, m) && (last || isDone(kind, stage + 1, m));
        if (!ready) continue;
        const core::Op op{kind, core::Stage(stage), core::MicroBatch(m++)};
        done.insert(op);
        table.ranks[std::size_t(stage % ranks)].push_back(op);
    }
    return table;
}

}  // namespace

void ParityTest::anyTableOfOnesOwnThatSumsInOrderGivesTheSameBits() {
    std::mt19937 random(5);
    const core::Plan plain = gpu::smallParityPlan(1, 2, 1, 0, ScheduleKind::OneFOneB);
    const auto source = gpu::syntheticSamples(plain);
    const std::uint64_t right = gpu::fingerprintOf(plain, 2, source);
    for (int i = 0; i < 12; ++i) {
        core::Plan plan = plain;
        plan.schedule = ScheduleKind::Table;
        plan.layout.virtualStages = 1 + i % 2;
        plan.layout.pp = i % 3 == 2 ? 1 : 2;
        plan.recompute = core::Recompute(i % 3);
        const core::Schedule table =
            randomTable(plan.layout.pp, plan.microBatches(), plan.layout.virtualStages, random);
        for (const auto& ops : table.ranks) {
            plan.scheduleTable.emplace_back();
            for (const core::Op& op : ops) plan.scheduleTable.back() += op.toText() + ' ';
        }
        QVERIFY(core::planSchedule(plan).has_value());
        QCOMPARE(gpu::fingerprintOf(plan, 2, source), right);
    }
}

QTEST_GUILESS_MAIN(ParityTest)
#include "parity_test.moc"
