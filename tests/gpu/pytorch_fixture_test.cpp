// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layers of both families against numbers that PyTorch computed in fp64 (tests/tools/make_fixtures.py): loss, logits and
// every gradient, for every split over tensor ranks and pipeline stages that the small models allow. Ten updates:
// pytorch_updates_test.cpp.
#include "tests/support/pytorch_fixture.h"
#include "tests/support/solo_communicator.h"

using namespace test;

class PyTorchFixtureTest : public QObject {
    Q_OBJECT

    const TensorFile m_gpt{goldenFile("gpt")}, m_llama{goldenFile("llama")};

    [[nodiscard]] const TensorFile& fileOf(const QString& family) const {
        return family == "gpt" ? m_gpt : m_llama;
    }

    static void families() {
        QTest::addColumn<QString>("family");
        for (const char* family : {"gpt", "llama"}) QTest::newRow(family) << QString(family);
    }

private slots:
    void theLossAndEveryGradientAgreeWithPyTorch_data() { addLayouts(); }
    void theLossAndEveryGradientAgreeWithPyTorch() {
        QFETCH(QString, family);
        QFETCH(int, tp);
        QFETCH(int, pp);
        const TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, tp, pp);
        const BatchResult result = firstBatch(file, plan);
        const double loss = file.read<double>("losses").front();
        QVERIFY2(std::abs(result.loss - loss) <= 1e-6 * loss,
                 qPrintable(QString::number(result.loss - loss)));
        const Worst worst = worstError(plan, result.gradients, read(file, "gradient/"));
        qInfo("largest gradient error %.2e in %s", worst.error, worst.tensor.c_str());
        QVERIFY2(worst.error <= 1e-5, worst.tensor.c_str());
    }

    void thePipelineSplitChangesNoBit_data() { families(); }
    void thePipelineSplitChangesNoBit() {
        QFETCH(QString, family);
        const TensorFile& file = fileOf(family);
        const BatchResult whole = firstBatch(file, fixturePlan(file, 2, 1));
        const BatchResult split = firstBatch(file, fixturePlan(file, 2, 2));
        QCOMPARE(split.loss, whole.loss);
        QVERIFY(split.gradients == whole.gradients);
    }

    void threadsOfARankChangeRoundingOnly_data() { families(); }
    void threadsOfARankChangeRoundingOnly() {
        QFETCH(QString, family);
        const TensorFile& file = fileOf(family);
        core::Plan plan = fixturePlan(file, 1, 1);
        const BatchResult one = firstBatch(file, plan);
        plan.run.threadsPerRank = 3;
        const BatchResult three = firstBatch(file, plan);
        QVERIFY(worstError(plan, three.gradients, one.gradients).error <= 1e-5);
        QVERIFY(std::abs(three.loss - one.loss) <= 1e-6 * one.loss);
    }

    void theLogitsOfEveryPositionAgreeWithPyTorch_data() { addLayouts(); }
    void theLogitsOfEveryPositionAgreeWithPyTorch() {
        QFETCH(QString, family);
        QFETCH(int, tp);
        QFETCH(int, pp);
        const TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, tp, pp);
        const Tensors weights = read(file, "weight/");
        const auto expected = file.read<float>("logits");  // (batch, sequence, vocabulary)
        const MicroBatchData data = microBatchOf(plan, file.read<std::int32_t>("samples"), 0, 0);
        const auto vocabulary = std::size_t(plan.model.vocabulary);
        onTensorRanks(tp, [&](int rank, gpu::Communicator& group) {
            RankModel model(plan, rank, group);
            model.setWeights(weights);
            // One sequence is enough for sampling: a smaller batch than training's is allowed.
            const std::span tokens = std::span(data.tokens).first(std::size_t(plan.sequence()));
            (void)model.evaluate(tokens, std::span(data.targets).first(tokens.size()));
            std::vector<float> logits(vocabulary);
            for (int position = 0; position < plan.sequence(); ++position) {
                model.logitsAt(position, logits);
                const std::span row =
                    std::span(expected).subspan(std::size_t(position) * vocabulary, vocabulary);
                for (std::size_t v = 0; v < vocabulary; ++v)
                    if (!(std::abs(logits[v] - row[v]) <= 1e-5)) throw std::runtime_error("logits differ");
            }
        });
    }

    void anUntiedHeadWithTheTokenTablesWeightsGivesTheSameLossAndTheGradientInTwoParts() {
        const TensorFile& file = m_gpt;
        core::Plan plan = fixturePlan(file, 1, 2);
        plan.model.embeddings = core::Embeddings::Untied;
        Tensors weights = read(file, "weight/");
        weights["head.weight"] = weights.at("embedding.token");
        gpu::SoloCommunicator solo;
        RankModel model(plan, 0, solo);
        model.setWeights(weights);
        const double loss = gradientsOf(plan, model, file.read<std::int32_t>("samples"), 0);
        QVERIFY(std::abs(loss - file.read<double>("losses").front()) <= 1e-6 * loss);
        Tensors gradients = model.zeros();
        model.gatherGradients(gradients);
        for (std::size_t i = 0; i < weights.at("head.weight").size(); ++i)
            gradients.at("embedding.token")[i] += gradients.at("head.weight")[i];
        gradients.erase("head.weight");
        QVERIFY(worstError(plan, gradients, read(file, "gradient/")).error <= 1e-5);
    }

    void evaluationGivesTheTrainingLossAndKeepsNothing_data() { families(); }
    void evaluationGivesTheTrainingLossAndKeepsNothing() {
        QFETCH(QString, family);
        const TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, 1, 2);
        gpu::SoloCommunicator solo;
        RankModel model(plan, 0, solo);
        model.setWeights(read(file, "weight/"));
        const MicroBatchData data = microBatchOf(plan, file.read<std::int32_t>("samples"), 0, 0);
        const double evaluated = model.evaluate(data.tokens, data.targets);
        QCOMPARE(model.forward(0, data.tokens, data.targets), evaluated);
        model.backward(0, 1.0);
        QCOMPARE(model.arena().current()[std::size_t(core::MemoryCategory::Activations)].value(), 0);
        QCOMPARE(model.store().held(), 0);
    }

    void normGradientsOfPartialSumsAreCaught_data() { families(); }
    void normGradientsOfPartialSumsAreCaught() {
        QFETCH(QString, family);
        const TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, 2, 1);
        const Tensors expected = read(file, "gradient/");
        const auto faulty = firstBatch(file, plan, gpu::Fault::NormGradientNotReduced);
        const Worst worst = worstError(plan, faulty.gradients, expected);
        QVERIFY(worst.error > 1e-2);
        QVERIFY2(worst.tensor.find("norm") != std::string::npos, worst.tensor.c_str());
    }
};

QTEST_GUILESS_MAIN(PyTorchFixtureTest)
#include "pytorch_fixture_test.moc"
