// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layers of both families against numbers that PyTorch computed in fp64 (tests/tools/make_fixtures.py): loss,
// logits, every gradient, ten AdamW updates; for every split over tensor ranks and pipeline stages that the small
// models allow.
#include "gpu/collectives/solo.h"
#include "gpu/kernels/exact_norm.h"
#include "tests/support/rank_model.h"
#include "tests/support/rank_threads.h"
#include "tests/support/tensor_file.h"

#include <QtTest>

#include <cmath>

namespace {

using test::Tensors;

core::Plan fixturePlan(const test::TensorFile& file, int tp, int pp) {
    const nlohmann::json& dims = file.header().at("dims");
    const bool gpt = dims.at("family") == "gpt";
    core::Plan plan;
    plan.model = {.name = "fixture",
                  .family = gpt ? core::Family::Gpt : core::Family::Llama,
                  .layers = dims.at("layers"),
                  .hidden = dims.at("hidden"),
                  .heads = dims.at("heads"),
                  .kvHeads = dims.at("kv_heads"),
                  .ffn = dims.at("ffn"),
                  .vocabulary = dims.at("vocabulary"),
                  .maxSequence = dims.at("sequence"),
                  .embeddings = gpt ? core::Embeddings::Tied : core::Embeddings::Untied};
    if (!gpt) plan.model.ropeTheta = dims.at("rope_theta");
    // Three layers on two stages: an uneven split.
    if (plan.model.layers % pp != 0) plan.layout.stageLayers = {2, 1};
    plan.layout.tp = tp;
    plan.layout.pp = pp;
    plan.batch = {.micro = dims.at("batch"), .global = 4};
    plan.precision = core::Precision::Fp32;
    return plan;
}

struct MicroBatchData {
    std::vector<std::int32_t> tokens, targets;
};

// samples (updates, accumulation, batch, sequence + 1)
MicroBatchData microBatchOf(const core::Plan& plan, const std::vector<std::int32_t>& samples, int update,
                            int index) {
    const int s = plan.sequence(), accumulation = int(plan.batch.global) / plan.batch.micro;
    MicroBatchData data;
    for (int b = 0; b < plan.batch.micro; ++b) {
        const auto at = samples.begin() + ((update * accumulation + index) * plan.batch.micro + b) * (s + 1);
        data.tokens.insert(data.tokens.end(), at, at + s);
        data.targets.insert(data.targets.end(), at + 1, at + s + 1);
    }
    return data;
}

// One global batch, micro-batch after micro-batch; the mean loss.
double gradientsOf(const core::Plan& plan, test::RankModel& model, const std::vector<std::int32_t>& samples,
                   int update) {
    const int accumulation = int(plan.batch.global) / plan.batch.micro;
    const double scale = 1.0 / double(plan.batch.global * plan.sequence());
    double loss = 0;
    for (int m = 0; m < accumulation; ++m) {
        const MicroBatchData data = microBatchOf(plan, samples, update, m);
        loss += model.forward(m, data.tokens, data.targets);
        model.backward(m, scale);
    }
    return loss * scale;
}

double norm(std::span<const float> values) {
    double sum = 0;
    for (const float v : values) sum += double(v) * double(v);
    return std::sqrt(sum);
}

// q, k and v of a fused tensor apart: a wrong key bias must not hide behind the others.
Tensors qkvApart(const Tensors& tensors, const std::vector<core::ModelTensor>& shapes) {
    Tensors apart;
    for (const auto& [name, values] : tensors) {
        const auto shape = std::ranges::find(shapes, name, &core::ModelTensor::name);
        if (shape == shapes.end() || shape->parts.empty()) {
            apart[name] = values;
            continue;
        }
        auto at = values.begin();
        for (std::size_t part = 0; part < shape->parts.size(); ++part) {
            const auto end = at + shape->parts[part] * shape->columns;
            apart[name + "/" + "qkv"[part]] = {at, end};
            at = end;
        }
    }
    return apart;
}

struct Worst {
    double error = 0;
    std::string tensor;
};

// max over tensors of ‖Δ‖ / (‖g‖ + 1e-3 · ‖g_all‖ · √(n_tensor/N)); the second term is for tensors whose
// gradient is analytically zero (the key bias).
Worst worstError(const core::Plan& plan, const Tensors& got, const Tensors& expected) {
    const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
    double all = 0, elements = 0;
    for (const auto& [name, values] : expected) {
        all += norm(values) * norm(values);
        elements += double(values.size());
    }
    Worst worst;
    const Tensors apart = qkvApart(got, shards.tensors());
    for (const auto& [name, values] : qkvApart(expected, shards.tensors())) {
        std::vector<float> difference = apart.at(name);
        for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= values[i];
        const double floor = 1e-3 * std::sqrt(all) * std::sqrt(double(values.size()) / elements);
        const double error = norm(difference) / (norm(values) + floor);
        if (!(error <= worst.error)) worst = {error, name};
    }
    return worst;
}

Tensors read(const test::TensorFile& file, const std::string& prefix) {
    Tensors tensors;
    for (const auto& [name, entry] : file.header().at("tensors").items())
        if (name.starts_with(prefix)) tensors[name.substr(prefix.size())] = file.read<float>(name);
    return tensors;
}

gpu::ThreadGroup::Options fastLink() { return {.link = {}, .timeoutSeconds = 20}; }

// Runs `body(rank, communicator)` on tp threads and rethrows what one of them threw.
void onTensorRanks(int tp, const std::function<void(int, gpu::Communicator&)>& body) {
    const gpu::CancelToken cancel;
    const auto errors =
        test::runMembers(tp, fastLink(), cancel, [&](test::Member m) { body(m.rank, m.group); });
    for (const auto& error : errors)
        if (error) std::rethrow_exception(error);
}

struct BatchResult {
    double loss = 0;
    Tensors gradients;
};

BatchResult firstBatch(const test::TensorFile& file, const core::Plan& plan,
                       gpu::Fault fault = gpu::Fault::None) {
    const Tensors weights = read(file, "weight/");
    const auto samples = file.read<std::int32_t>("samples");
    BatchResult result;
    std::mutex mutex;
    onTensorRanks(plan.layout.tp, [&](int rank, gpu::Communicator& group) {
        test::RankModel model(plan, rank, group, fault);
        model.setWeights(weights);
        const double loss = gradientsOf(plan, model, samples, 0);
        const std::lock_guard lock(mutex);
        if (result.gradients.empty()) result.gradients = model.zeros();
        model.gatherGradients(result.gradients);
        result.loss = loss;
    });
    return result;
}

using Moments = std::map<int, std::array<std::vector<float>, 2>>;  // by unit

struct Update {
    double rate, gradientNorm;
    std::int64_t number;
};

template <class Call>
void forEachLocal(test::RankModel& model, const Call& call) {
    for (int unit = 0; unit < model.shards().blocks() + 2; ++unit)
        for (const core::LocalTensor& local : model.shards().locals(unit))
            call(unit, model.shards().tensors()[std::size_t(local.tensor)], std::size_t(local.offset),
                 std::size_t(local.elements()));
}

void addTiedHead(test::PlainStore& store) {
    const auto token = store.gradients(0), head = store.gradients(core::ShardMap::kTiedHead);
    for (std::size_t i = 0; i < head.size(); ++i) token[i] += head[i];
}

// Replicated tensors count once, on tensor rank 0.
double globalNorm(test::RankModel& model, int rank, gpu::Communicator& group) {
    const auto forEachCounted = [&](const auto& call) {
        forEachLocal(model, [&](int unit, const core::ModelTensor& whole, std::size_t at, std::size_t n) {
            if (whole.split != core::TensorSplit::Replicated || rank == 0)
                call(std::span<const float>(model.store().gradients(unit)).subspan(at, n));
        });
    };
    std::int64_t largest = 0;
    forEachCounted([&](std::span<const float> g) { largest = std::max(largest, gpu::largestMagnitude(g)); });
    group.allReduce(std::span(&largest, 1), gpu::Reduce::Max);
    gpu::ExactSquares squares(largest);
    forEachCounted([&](std::span<const float> g) { squares.add(g); });
    group.allReduce(squares.sums(), gpu::Reduce::Sum);
    return squares.norm();
}

// As make_fixtures.py: matrices decay, vectors do not; the global norm is clipped.
void update(test::RankModel& model, const nlohmann::json& training, const Update& update, Moments& moments) {
    gpu::AdamWStep step{.lr = update.rate,
                        .beta1 = training.at("beta1"),
                        .beta2 = training.at("beta2"),
                        .eps = training.at("eps"),
                        .update = update.number,
                        .gradientScale =
                            std::min(1.0, training.at("clip").get<double>() / (update.gradientNorm + 1e-6))};
    forEachLocal(model, [&](int unit, const core::ModelTensor& whole, std::size_t at, std::size_t n) {
        const auto parameters = model.store().parameters(unit), gradient = model.store().gradients(unit);
        auto& [first, second] = moments[unit];
        first.resize(parameters.size());
        second.resize(parameters.size());
        step.weightDecay = whole.columns > 1 ? training.at("weight_decay").get<double>() : 0.0;
        model.kernels().adamW(step, parameters.subspan(at, n), gradient.subspan(at, n),
                              std::span(first).subspan(at, n), std::span(second).subspan(at, n));
    });
}

// ‖got − expected‖ / ‖expected − start‖
double fractionOfTheWay(const core::Plan& plan, const Tensors& got, const Tensors& expected,
                        const Tensors& start) {
    const core::ShardMap shards(plan.model, plan.layout, plan.sequence());
    double difference = 0, moved = 0;
    const Tensors gotApart = qkvApart(got, shards.tensors()), startApart = qkvApart(start, shards.tensors());
    for (const auto& [name, values] : qkvApart(expected, shards.tensors())) {
        // The key bias has an analytically zero gradient; AdamW makes steps of its rounding noise, in PyTorch
        // too.
        if (name.ends_with(".qkv.bias/k")) continue;
        for (std::size_t i = 0; i < values.size(); ++i) {
            difference += std::pow(double(gotApart.at(name)[i]) - double(values[i]), 2);
            moved += std::pow(double(values[i]) - double(startApart.at(name)[i]), 2);
        }
    }
    return std::sqrt(difference / moved);
}

}  // namespace

class PyTorchFixtureTest : public QObject {
    Q_OBJECT

    const std::string m_golden = std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/";
    const test::TensorFile m_gpt{m_golden + "gpt.tensors"}, m_llama{m_golden + "llama.tensors"};

    [[nodiscard]] const test::TensorFile& fileOf(const QString& family) const {
        return family == "gpt" ? m_gpt : m_llama;
    }

    // The LLaMA shape has two key-value heads, which is as far as tp goes.
    static void layouts() {
        QTest::addColumn<QString>("family");
        QTest::addColumn<int>("tp");
        QTest::addColumn<int>("pp");
        for (const auto& [family, most] : {std::pair{"gpt", 4}, {"llama", 2}})
            for (int tp = 1; tp <= most; tp *= 2)
                for (const int pp : {1, 2})
                    QTest::addRow("%s, tp %d, pp %d", family, tp, pp) << QString(family) << tp << pp;
    }
    static void families() {
        QTest::addColumn<QString>("family");
        for (const char* family : {"gpt", "llama"}) QTest::newRow(family) << QString(family);
    }

private slots:
    void theLossAndEveryGradientAgreeWithPyTorch_data() { layouts(); }
    void theLossAndEveryGradientAgreeWithPyTorch() {
        QFETCH(QString, family);
        QFETCH(int, tp);
        QFETCH(int, pp);
        const test::TensorFile& file = fileOf(family);
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
        const test::TensorFile& file = fileOf(family);
        const BatchResult whole = firstBatch(file, fixturePlan(file, 2, 1));
        const BatchResult split = firstBatch(file, fixturePlan(file, 2, 2));
        QCOMPARE(split.loss, whole.loss);
        QVERIFY(split.gradients == whole.gradients);
    }

    void threadsOfARankChangeRoundingOnly_data() { families(); }
    void threadsOfARankChangeRoundingOnly() {
        QFETCH(QString, family);
        const test::TensorFile& file = fileOf(family);
        core::Plan plan = fixturePlan(file, 1, 1);
        const BatchResult one = firstBatch(file, plan);
        plan.run.threadsPerRank = 3;
        const BatchResult three = firstBatch(file, plan);
        QVERIFY(worstError(plan, three.gradients, one.gradients).error <= 1e-5);
        QVERIFY(std::abs(three.loss - one.loss) <= 1e-6 * one.loss);
    }

    void theLogitsOfEveryPositionAgreeWithPyTorch_data() { layouts(); }
    void theLogitsOfEveryPositionAgreeWithPyTorch() {
        QFETCH(QString, family);
        QFETCH(int, tp);
        QFETCH(int, pp);
        const test::TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, tp, pp);
        const Tensors weights = read(file, "weight/");
        const auto expected = file.read<float>("logits");  // (batch, sequence, vocabulary)
        const MicroBatchData data = microBatchOf(plan, file.read<std::int32_t>("samples"), 0, 0);
        const auto vocabulary = std::size_t(plan.model.vocabulary);
        onTensorRanks(tp, [&](int rank, gpu::Communicator& group) {
            test::RankModel model(plan, rank, group);
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
        const test::TensorFile& file = m_gpt;
        core::Plan plan = fixturePlan(file, 1, 2);
        plan.model.embeddings = core::Embeddings::Untied;
        Tensors weights = read(file, "weight/");
        weights["head.weight"] = weights.at("embedding.token");
        gpu::SoloCommunicator solo;
        test::RankModel model(plan, 0, solo);
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
        const test::TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, 1, 2);
        gpu::SoloCommunicator solo;
        test::RankModel model(plan, 0, solo);
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
        const test::TensorFile& file = fileOf(family);
        const core::Plan plan = fixturePlan(file, 2, 1);
        const Tensors expected = read(file, "gradient/");
        const auto faulty = firstBatch(file, plan, gpu::Fault::NormGradientNotReduced);
        const Worst worst = worstError(plan, faulty.gradients, expected);
        QVERIFY(worst.error > 1e-2);
        QVERIFY2(worst.tensor.find("norm") != std::string::npos, worst.tensor.c_str());
    }

    void tenAdamWUpdatesFollowPyTorch_data() { layouts(); }
    void tenAdamWUpdatesFollowPyTorch();
};

void PyTorchFixtureTest::tenAdamWUpdatesFollowPyTorch() {
    QFETCH(QString, family);
    QFETCH(int, tp);
    QFETCH(int, pp);
    const test::TensorFile& file = fileOf(family);
    const core::Plan plan = fixturePlan(file, tp, pp);
    const Tensors start = read(file, "weight/");
    const auto samples = file.read<std::int32_t>("samples");
    const auto losses = file.read<double>("losses"), norms = file.read<double>("norms"),
               rates = file.read<double>("rates");
    Tensors trained;
    double worstLoss = 0, worstNorm = 0;
    std::mutex mutex;
    onTensorRanks(tp, [&](int rank, gpu::Communicator& group) {
        test::RankModel model(plan, rank, group);
        model.setWeights(start);
        Moments moments;
        for (std::size_t u = 0; u < rates.size(); ++u) {
            model.store().clearGradients();
            const double loss = gradientsOf(plan, model, samples, int(u));
            addTiedHead(model.store());
            const double norm = globalNorm(model, rank, group);
            update(model, file.header().at("training"), {rates[u], norm, std::int64_t(u) + 1}, moments);
            const std::lock_guard lock(mutex);
            worstLoss = std::max(worstLoss, std::abs(loss - losses[u]) / losses[u]);
            worstNorm = std::max(worstNorm, std::abs(norm - norms[u]) / norms[u]);
        }
        const std::lock_guard lock(mutex);
        if (trained.empty()) trained = model.zeros();
        model.gatherWeights(trained);
    });
    const double weights = fractionOfTheWay(plan, trained, read(file, "trained/"), start);
    qInfo("after ten updates: loss %.1e, gradient norm %.1e, weights %.1e of the way", worstLoss, worstNorm,
          weights);
    QVERIFY(worstLoss <= 1e-5);
    QVERIFY(worstNorm <= 1e-5);
    QVERIFY(weights <= 1e-4);
}

QTEST_GUILESS_MAIN(PyTorchFixtureTest)
#include "pytorch_fixture_test.moc"
