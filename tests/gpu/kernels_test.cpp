// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CPU kernels against plain loops in fp64, over shapes that meet every edge of a vector and of a thread's
// piece.
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/kernels/vector_math.h"
#include "tests/support/samples.h"

#include <QtTest>

#include <cmath>
#include <vector>

namespace {

using gpu::Accumulate;
using gpu::ConstMatrix;
using gpu::Matrix;
using gpu::Transposed;
using test::relative;
using test::sample;

}  // namespace

class KernelsTest : public QObject {
    Q_OBJECT

    const std::unique_ptr<gpu::Kernels> m_kernels = gpu::makeCpuKernels(1);
    const std::unique_ptr<gpu::Kernels> m_threaded = gpu::makeCpuKernels(3);

private slots:
    void productsAreRightForEveryTranspositionStrideAndThreadCount() {
        constexpr std::int64_t kStride = 75;
        const std::vector<float> a = sample(kStride * kStride, 1), b = sample(kStride * kStride, 2),
                                 start = sample(kStride * kStride, 3);
        for (gpu::Kernels* kernels : {m_kernels.get(), m_threaded.get()})
            for (const auto& [rows, columns, depth] :
                 {std::array<std::int64_t, 3>{1, 1, 1}, {2, 7, 64}, {64, 33, 5}, {70, 70, 70}})
                for (const bool ta : {false, true})
                    for (const bool tb : {false, true})
                        for (const bool add : {false, true}) {
                            std::vector<float> c = start;
                            kernels->multiply({a.data(), ta ? depth : rows, ta ? rows : depth, kStride},
                                              ta ? Transposed::Yes : Transposed::No,
                                              {b.data(), tb ? columns : depth, tb ? depth : columns, kStride},
                                              tb ? Transposed::Yes : Transposed::No,
                                              {c.data(), rows, columns, kStride},
                                              add ? Accumulate::Yes : Accumulate::No);
                            for (std::int64_t i = 0; i < kStride; ++i)
                                for (std::int64_t j = 0; j < kStride; ++j) {
                                    const auto at = std::size_t(i * kStride + j);
                                    if (i >= rows || j >= columns) {
                                        QCOMPARE(c[at], start[at]);  // nothing outside the view is touched
                                        continue;
                                    }
                                    double sum = add ? double(start[at]) : 0;
                                    for (std::int64_t k = 0; k < depth; ++k)
                                        sum +=
                                            double(a[std::size_t(ta ? k * kStride + i : i * kStride + k)]) *
                                            double(b[std::size_t(tb ? j * kStride + k : k * kStride + j)]);
                                    QVERIFY(std::abs(double(c[at]) - sum) <= 2e-5);
                                }
                        }
    }

    void theFastExponentialIsAccurateToTwoRoundings() {
        double worst = 0;
        for (double x = -86.9; x < 86.9; x += 0.00317) {
            const double expected = std::exp(double(float(x)));
            worst = std::max(worst, std::abs(double(gpu::fastExp(float(x))) / expected - 1));
        }
        QVERIFY2(worst <= 2e-7, qPrintable(QString::number(worst)));
        QCOMPARE(gpu::fastExp(0.0f), 1.0f);
        QVERIFY(gpu::fastExp(-1000.0f) >= 0.0f && gpu::fastExp(-1000.0f) < 1e-37f);
        QVERIFY(std::isfinite(gpu::fastExp(1000.0f)));
    }

    void geluAndItsGradientFollowTheTanhForm() {
        constexpr std::int64_t kRows = 41, kColumns = 53;
        std::vector<float> hidden = sample(kRows * kColumns, 4, 3.0f), bias = sample(kColumns, 5);
        std::vector<float> activated(hidden.size()), gradient(hidden.size(), 1.0f);
        const std::vector<float> before = hidden;
        m_kernels->biasGelu({hidden.data(), kRows, kColumns}, bias, {activated.data(), kRows, kColumns});
        m_kernels->geluInputGradient({hidden.data(), kRows, kColumns}, {gradient.data(), kRows, kColumns});
        for (std::size_t i = 0; i < hidden.size(); ++i) {
            QCOMPARE(hidden[i], before[i] + bias[i % std::size_t(kColumns)]);
            const double x = double(hidden[i]), c = std::sqrt(2 / M_PI), u = c * (x + 0.044715 * x * x * x);
            const double t = std::tanh(u);
            QVERIFY(std::abs(double(activated[i]) - 0.5 * x * (1 + t)) <= 1e-6 * std::max(1.0, std::abs(x)));
            const double slope = 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * c * (1 + 3 * 0.044715 * x * x);
            QVERIFY(std::abs(double(gradient[i]) - slope) <= 2e-6);
        }
    }

    void geluOfLargeInputsIsTheInputOrZero() {
        std::vector<float> hidden = {-50.0f, -12.0f, 12.0f, 50.0f}, activated(4), gradient(4, 1.0f);
        const std::vector<float> bias(4);
        m_kernels->biasGelu({hidden.data(), 1, 4}, bias, {activated.data(), 1, 4});
        m_kernels->geluInputGradient({hidden.data(), 1, 4}, {gradient.data(), 1, 4});
        for (const std::size_t i : {0u, 1u}) {
            QVERIFY(std::abs(activated[i]) < 1e-30f);
            QVERIFY(std::abs(gradient[i]) < 1e-30f);
        }
        QCOMPARE(activated[2], 12.0f);
        QCOMPARE(activated[3], 50.0f);
        QCOMPARE(gradient[3], 1.0f);
    }

    void layerNormAndItsGradientsAgreeWithFp64_data() {
        QTest::addColumn<int>("columns");
        for (const int columns : {2, 3, 8, 33, 128, 257}) QTest::addRow("width %d", columns) << columns;
    }
    void layerNormAndItsGradientsAgreeWithFp64() {
        QFETCH(int, columns);
        const std::int64_t rows = 19, n = columns;
        const auto x = sample(rows * n, 6, 2.0f), w = sample(n, 7), b = sample(n, 8), g = sample(rows * n, 9);
        std::vector<float> y(x.size()), mean(19), rstd(19), dx = sample(rows * n, 10), dw(w.size()),
                                                            db(b.size());
        const std::vector<float> start = dx;
        const ConstMatrix in(x.data(), rows, n), out(g.data(), rows, n);
        m_kernels->layerNorm(in, w, b, {y.data(), rows, n}, mean, rstd);
        m_kernels->layerNormInputGradient(out, in, w, mean, rstd, {dx.data(), rows, n}, Accumulate::Yes);
        m_kernels->layerNormWeightGradient(out, in, mean, rstd, dw, db);

        std::vector<double> ey(x.size()), edx(x.size()), edw(w.size()), edb(b.size());
        for (std::int64_t r = 0; r < rows; ++r) {
            const auto at = [&](const std::vector<float>& v, std::int64_t c) {
                return double(v[std::size_t(r * n + c)]);
            };
            double m = 0, variance = 0, sum = 0, dot = 0;
            for (std::int64_t c = 0; c < n; ++c) m += at(x, c) / double(n);
            for (std::int64_t c = 0; c < n; ++c) variance += std::pow(at(x, c) - m, 2) / double(n);
            const double s = 1 / std::sqrt(variance + 1e-5);
            const auto hat = [&](std::int64_t c) { return (at(x, c) - m) * s; };
            for (std::int64_t c = 0; c < n; ++c) {
                const auto i = std::size_t(c);
                ey[std::size_t(r * n + c)] = hat(c) * double(w[i]) + double(b[i]);
                edw[i] += at(g, c) * hat(c);
                edb[i] += at(g, c);
                sum += at(g, c) * double(w[i]) / double(n);
                dot += at(g, c) * double(w[i]) * hat(c) / double(n);
            }
            for (std::int64_t c = 0; c < n; ++c)
                edx[std::size_t(r * n + c)] =
                    at(start, c) + s * (at(g, c) * double(w[std::size_t(c)]) - sum - hat(c) * dot);
        }
        QVERIFY(relative(y, ey) <= 1e-6);
        QVERIFY(relative(dx, edx) <= 1e-6);
        QVERIFY(relative(db, edb) <= 1e-6);
        QVERIFY(relative(dw, edw) <= 1e-6);
    }

    void adamWGivesTheSameBitsHoweverTheElementsAreCut() {
        constexpr std::size_t kN = 1003;
        const gpu::AdamWStep step{.lr = 3e-3,
                                  .beta1 = 0.9,
                                  .beta2 = 0.95,
                                  .eps = 1e-8,
                                  .weightDecay = 0.1,
                                  .update = 3,
                                  .gradientScale = 0.37};
        const auto g = sample(kN, 19), w = sample(kN, 20), m = sample(kN, 21, 0.1f);
        auto v = sample(kN, 22, 0.1f);
        for (float& x : v) x *= x;
        const auto updated = [&](gpu::Kernels& kernels, const std::vector<std::size_t>& cuts) {
            auto weights = w, first = m, second = v;
            for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
                const std::size_t at = cuts[i], n = cuts[i + 1] - cuts[i];
                kernels.adamW(step, std::span(weights).subspan(at, n), std::span(g).subspan(at, n),
                              std::span(first).subspan(at, n), std::span(second).subspan(at, n));
            }
            weights.insert(weights.end(), first.begin(), first.end());
            weights.insert(weights.end(), second.begin(), second.end());
            return weights;
        };
        const auto whole = updated(*m_kernels, {0, kN});
        QVERIFY(updated(*m_kernels, {0, 1, 4, 9, 26, 127, 500, 1002, kN}) == whole);
        QVERIFY(updated(*m_threaded, {0, kN}) == whole);
    }

    void adamWMovesAgainstTheGradientByItsFormula() {
        const gpu::AdamWStep step{.lr = 0.01,
                                  .beta1 = 0.9,
                                  .beta2 = 0.99,
                                  .eps = 1e-8,
                                  .weightDecay = 0.5,
                                  .update = 2,
                                  .gradientScale = 0.5};
        std::vector<float> w = {2.0f}, m = {0.3f}, v = {0.04f};
        const std::vector<float> g = {-1.0f};
        m_kernels->adamW(step, w, g, m, v);
        const double first = 0.9 * 0.3 + 0.1 * -0.5, second = 0.99 * 0.04 + 0.01 * 0.25;
        const double expected = 2.0 * (1 - 0.01 * 0.5) -
                                0.01 * (first / (1 - 0.81)) / (std::sqrt(second / (1 - 0.99 * 0.99)) + 1e-8);
        QVERIFY(std::abs(double(m[0]) - first) <= 1e-7);
        QVERIFY(std::abs(double(v[0]) - second) <= 1e-8);
        QVERIFY(std::abs(double(w[0]) - expected) <= 1e-6);
    }

    void threadsChangeNoBitOfRowWiseKernels() {
        constexpr std::int64_t kRows = 31, kColumns = 29;
        const auto x = sample(kRows * kColumns, 23), w = sample(kColumns, 24), b = sample(kColumns, 25);
        const auto results = [&](gpu::Kernels& kernels) {
            std::vector<float> y = x, mean(kRows), rstd(kRows), dw(kColumns), db(kColumns), sums(kColumns);
            const Matrix out(y.data(), kRows, kColumns);
            const ConstMatrix in(x.data(), kRows, kColumns);
            kernels.addBiasAndResidual(out, b, in);
            kernels.layerNorm(in, w, b, out, mean, rstd);
            kernels.layerNormWeightGradient(in, in, mean, rstd, dw, db);
            kernels.biasWeightGradient(in, sums);
            kernels.scale(out, 0.3f);
            for (const auto* v : {&mean, &rstd, &dw, &db, &sums}) y.insert(y.end(), v->begin(), v->end());
            return y;
        };
        QVERIFY(results(*m_threaded) == results(*m_kernels));
    }
};

QTEST_GUILESS_MAIN(KernelsTest)
#include "kernels_test.moc"
