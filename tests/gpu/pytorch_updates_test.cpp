// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Ten AdamW updates of both families, as PyTorch makes them (tests/tools/make_fixtures.py), for every split over tensor ranks
// and pipeline stages: losses, gradient norms, and the weights at the end.
#include "gpu/kernels/exact_norm.h"
#include "tests/support/pytorch_fixture.h"

using namespace test;

namespace {

using Moments = std::map<int, std::array<std::vector<float>, 2>>;  // by unit

struct Update {
    double rate, gradientNorm;
    std::int64_t number;
};

template <class Call>
void forEachLocal(RankModel& model, const Call& call) {
    for (int unit = 0; unit < model.shards().blocks() + 2; ++unit)
        for (const core::LocalTensor& local : model.shards().locals(unit))
            call(unit, model.shards().tensors()[std::size_t(local.tensor)], std::size_t(local.offset),
                 std::size_t(local.elements()));
}

void addTiedHead(PlainStore& store) {
    const auto token = store.gradients(0), head = store.gradients(core::ShardMap::kTiedHead);
    for (std::size_t i = 0; i < head.size(); ++i) token[i] += head[i];
}

// Replicated tensors count once, on tensor rank 0.
double globalNorm(RankModel& model, int rank, gpu::Communicator& group) {
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
void update(RankModel& model, const nlohmann::json& training, const Update& update, Moments& moments) {
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

class PyTorchUpdatesTest : public QObject {
    Q_OBJECT
private slots:
    void tenUpdatesFollowPyTorch_data() { addLayouts(); }
    void tenUpdatesFollowPyTorch();
};

void PyTorchUpdatesTest::tenUpdatesFollowPyTorch() {
    QFETCH(QString, family);
    QFETCH(int, tp);
    QFETCH(int, pp);
    const TensorFile file(goldenFile(family.toStdString()));
    const core::Plan plan = fixturePlan(file, tp, pp);
    const Tensors start = read(file, "weight/");
    const auto samples = file.read<std::int32_t>("samples");
    const auto losses = file.read<double>("losses"), norms = file.read<double>("norms"),
               rates = file.read<double>("rates");
    Tensors trained;
    double worstLoss = 0, worstNorm = 0;
    std::mutex mutex;
    onTensorRanks(tp, [&](int rank, gpu::Communicator& group) {
        RankModel model(plan, rank, group);
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

QTEST_GUILESS_MAIN(PyTorchUpdatesTest)
#include "pytorch_updates_test.moc"
