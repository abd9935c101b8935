// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A model that transformers saved, converted and resumed from: the first step's loss is the one that transformers
// computes in fp64 on the same tokens, under every layout.
#include "tests/support/checkpoint_runs.h"
#include "tests/support/huggingface.h"

#include <QTest>

namespace {

// Row r of the fixture is sample r.
gpu::SampleSource fixtureSamples(const core::Plan& plan) {
    return [rows = support::hfExpected().at("tokens"), sequence = std::size_t(plan.sequence())](
               std::int64_t first, int samples, std::span<std::int32_t> tokens, std::span<std::int32_t> targets) {
        for (int s = 0; s < samples; ++s)
            for (std::size_t i = 0; i < sequence; ++i) {
                const auto& row = rows.at(std::size_t(first + s));
                tokens[std::size_t(s) * sequence + i] = row.at(i);
                targets[std::size_t(s) * sequence + i] = row.at(i + 1);
            }
    };
}

double firstLoss(const core::Plan& plan, const core::Checkpoint& checkpoint) {
    gpu::Job job(plan);
    double loss = 0;
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        worker.resume(checkpoint);
        const gpu::StepResult step = worker.trainStep(0, fixtureSamples(plan));
        if (worker.rank().value == 0) loss = step.loss;
    });
    if (failure) qFatal("%s", failure->text.c_str());
    return loss;
}

}  // namespace

class HuggingFaceTest : public QObject {
    Q_OBJECT
private slots:
    void theFirstLossIsTheOneOfTransformers_data();
    void theFirstLossIsTheOneOfTransformers();
    void momentsThatAreLeftOutAreZero();
};

void HuggingFaceTest::theFirstLossIsTheOneOfTransformers_data() {
    QTest::addColumn<int>("tp");
    QTest::addColumn<int>("pp");
    QTest::addColumn<int>("dp");
    QTest::addColumn<int>("zero");
    for (const char* name : {"gpt2", "gpt2-bf16", "gpt2-fp16", "llama", "llama-tied"}) {
        QTest::addRow("%s", name) << 1 << 1 << 1 << 0;
        QTest::addRow("%s tp2 pp2", name) << 2 << 2 << 1 << 0;
    }
    QTest::addRow("gpt2 tp2 dp2 zero3") << 2 << 1 << 2 << 3;
}

void HuggingFaceTest::theFirstLossIsTheOneOfTransformers() {
    QFETCH(int, tp);
    QFETCH(int, pp);
    QFETCH(int, dp);
    QFETCH(int, zero);
    const std::string name = QString(QTest::currentDataTag()).section(' ', 0, 0).toStdString();
    core::Plan plan = support::hfPlan(name);
    const QTemporaryDir folder;
    const core::Checkpoint checkpoint =
        support::hfCheckpoint(support::hfFolder(name), plan, folder.filePath("to").toStdString());
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.layout.dp = dp;
    plan.zero.stage = zero;
    plan.cluster.gpusPerNode = tp * pp * dp;
    plan.batch.micro = 4 / dp / pp;
    const double expected = support::hfExpected().at("loss").at(name);
    const double loss = firstLoss(plan, checkpoint);
    QVERIFY2(std::abs(loss - expected) < 1e-5, qPrintable(QString("%1, transformers %2").arg(loss, 0, 'g', 9).arg(expected, 0, 'g', 9)));
}

// Two updates are, to the last bit, those behind a checkpoint that says the zeros.
void HuggingFaceTest::momentsThatAreLeftOutAreZero() {
    const core::Plan plan = support::hfPlan("gpt2");
    const QTemporaryDir folder;
    auto imported = core::importFromHuggingFace(support::hfFolder("gpt2"), plan).value();
    const auto two = [&](const char* name) {
        auto into = core::CheckpointFolder::open(folder.filePath(name).toStdString()).value();
        const auto written = into.write(imported.manifest, imported.shards).value();
        const auto checkpoint = core::openSound(written.path).value();
        return test::runTask(plan, {.from = &checkpoint, .updates = 2});
    };
    const test::Outcome without = two("without");
    core::RankShard& shard = imported.shards.front();
    const std::vector<core::RankShard::Entry> parameters = shard.entries;
    for (const core::StateKind kind : {core::StateKind::FirstMoments, core::StateKind::SecondMoments})
        for (core::RankShard::Entry entry : parameters) {
            entry.id.kind = kind;
            entry.begin = std::int64_t(shard.data.size());
            shard.data.resize(shard.data.size() + std::size_t(entry.bytes));
            shard.entries.push_back(entry);
        }
    QVERIFY(without == two("with"));
    for (const auto* moments : {&without.state.firstMoments, &without.state.secondMoments})
        QVERIFY(std::ranges::any_of(moments->front(), [](double value) { return value != 0; }));
}

QTEST_GUILESS_MAIN(HuggingFaceTest)
#include "huggingface_test.moc"
