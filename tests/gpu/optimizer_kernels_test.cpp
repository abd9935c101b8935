// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// AdamW, Adam and SGD against ten updates of torch.optim (tests/tools/make_optimizer_tables.py), in fp64 and fp32.
#include "core/base/file.h"
#include "gpu/kernels/cpu_kernels.h"

#include <QtTest>

#include <nlohmann/json.hpp>

#include <cmath>

namespace {

nlohmann::json golden() {
    const auto text = core::readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/optimizers.json");
    return nlohmann::json::parse(text.value());
}

// Largest distance from PyTorch's weights after any update, relative to how far they moved.
template <class S>
double worstError(gpu::Kernels& kernels, const nlohmann::json& table, const nlohmann::json& entry) {
    const nlohmann::json& spec = entry.at("optimizer");
    const auto start = table.at("start").get<std::vector<double>>();
    std::vector<S> weights(start.begin(), start.end()), first(start.size()), second(start.size());
    double worst = 0;
    for (std::size_t u = 0; u < table.at("gradients").size(); ++u) {
        const auto values = table.at("gradients")[u].get<std::vector<double>>();
        const std::vector<S> gradients(values.begin(), values.end());
        const std::string kind = spec.at("kind");
        if (kind == "sgd") {
            const double momentum = spec.at("momentum");
            kernels.sgd({.lr = spec.at("lr"), .momentum = momentum, .weightDecay = spec.at("weight_decay")}, weights,
                        gradients, momentum > 0 ? gpu::Vector(first) : gpu::Vector());
        } else {
            kernels.adamW({.lr = spec.at("lr"),
                           .beta1 = spec.at("beta1"),
                           .beta2 = spec.at("beta2"),
                           .eps = spec.at("eps"),
                           .weightDecay = spec.at("weight_decay"),
                           .decay = kind == "adam" ? gpu::Decay::InGradient : gpu::Decay::Apart,
                           .update = std::int64_t(u) + 1},
                          weights, gradients, first, second);
        }
        double distance = 0, moved = 0;
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const double right = entry.at("weights")[u][i];
            distance = std::max(distance, std::abs(double(weights[i]) - right));
            moved = std::max(moved, std::abs(right - start[i]));
        }
        worst = std::max(worst, distance / moved);
    }
    return worst;
}

}  // namespace

class OptimizerKernelsTest : public QObject {
    Q_OBJECT

private slots:
    void tenUpdatesEqualPyTorchs_data() {
        QTest::addColumn<int>("index");
        const nlohmann::json table = golden();
        for (std::size_t i = 0; i < table.at("cases").size(); ++i)
            QTest::newRow(table.at("cases")[i].at("optimizer").dump().c_str()) << int(i);
    }
    void tenUpdatesEqualPyTorchs() {
        QFETCH(int, index);
        const nlohmann::json table = golden();
        const nlohmann::json& entry = table.at("cases")[std::size_t(index)];
        for (const int threads : {1, 3}) {
            const auto kernels = gpu::makeCpuKernels(threads);
            const double exact = worstError<double>(*kernels, table, entry),
                         single = worstError<float>(*kernels, table, entry);
            QVERIFY2(exact <= 1e-13, qPrintable(QString::number(exact)));
            QVERIFY2(single <= 1e-5, qPrintable(QString::number(single)));
        }
    }
};

QTEST_GUILESS_MAIN(OptimizerKernelsTest)
#include "optimizer_kernels_test.moc"
