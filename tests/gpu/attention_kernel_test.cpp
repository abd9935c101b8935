// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Causal attention against plain loops in fp64, for sequences that end inside, at and behind a tile.
#include "core/memory/engine_recipe.h"
#include "gpu/kernels/cpu_kernels.h"
#include "tests/support/samples.h"

#include <QtTest>

#include <cmath>
#include <vector>

namespace {

using test::relative;
using test::sample;

// One attention head in fp64, forward and backward.
struct HeadReference {
    std::vector<double> p, o, dq, dk, dv;

    HeadReference(const gpu::AttentionShape& a, std::int64_t b, std::int64_t h, const std::vector<float>& qkv,
                  const std::vector<float>& go) {
        const std::int64_t s = a.sequence, d = a.headSize, width = a.heads * d;
        const auto at = [&](int part, std::int64_t i, std::int64_t c) {
            return double(qkv[std::size_t((b * s + i) * 3 * width + part * width + h * d + c)]);
        };
        const auto gradient = [&](std::int64_t i, std::int64_t c) {
            return double(go[std::size_t((b * s + i) * width + h * d + c)]);
        };
        const auto index = [](std::int64_t row, std::int64_t columns, std::int64_t column) {
            return std::size_t(row * columns + column);
        };
        p.resize(std::size_t(s * s));
        for (auto* v : {&o, &dq, &dk, &dv}) v->resize(std::size_t(s * d));
        const double scale = 1 / std::sqrt(double(d));
        for (std::int64_t i = 0; i < s; ++i) {
            double sum = 0;
            for (std::int64_t j = 0; j <= i; ++j) {
                double score = 0;
                for (std::int64_t c = 0; c < d; ++c) score += at(0, i, c) * at(1, j, c);
                sum += p[index(i, s, j)] = std::exp(score * scale);
            }
            double dot = 0;
            for (std::int64_t j = 0; j <= i; ++j) {
                p[index(i, s, j)] /= sum;
                for (std::int64_t c = 0; c < d; ++c) {
                    o[index(i, d, c)] += p[index(i, s, j)] * at(2, j, c);
                    dv[index(j, d, c)] += p[index(i, s, j)] * gradient(i, c);
                    dot += p[index(i, s, j)] * gradient(i, c) * at(2, j, c);
                }
            }
            for (std::int64_t j = 0; j <= i; ++j) {
                double dp = 0;
                for (std::int64_t c = 0; c < d; ++c) dp += gradient(i, c) * at(2, j, c);
                const double ds = p[index(i, s, j)] * (dp - dot) * scale;
                for (std::int64_t c = 0; c < d; ++c) {
                    dq[index(i, d, c)] += ds * at(1, j, c);
                    dk[index(j, d, c)] += ds * at(0, i, c);
                }
            }
        }
    }
};

}  // namespace

class AttentionKernelTest : public QObject {
    Q_OBJECT

    const std::unique_ptr<gpu::Kernels> m_kernels = gpu::makeCpuKernels(1);
    const std::unique_ptr<gpu::Kernels> m_threaded = gpu::makeCpuKernels(3);

private slots:
    void attentionAndItsGradientsAgreeWithFp64_data() {
        QTest::addColumn<int>("sequence");
        QTest::addColumn<int>("headSize");
        for (const int s : {1, 2, 63, 64, 65, 130})
            for (const int d : {4, 16, 24}) QTest::addRow("sequence %d, head %d", s, d) << s << d;
    }
    void attentionAndItsGradientsAgreeWithFp64() {
        QFETCH(int, sequence);
        QFETCH(int, headSize);
        const gpu::AttentionShape shape{.batch = 2, .sequence = sequence, .heads = 3, .kvHeads = 3, .headSize = headSize};
        const std::int64_t n = shape.batch * sequence, width = shape.heads * headSize,
                           pairs = shape.batch * shape.heads;
        const auto qkv = sample(n * 3 * width, 11), go = sample(n * width, 12);
        for (const auto& [kernels, threads] : {std::pair{m_kernels.get(), 1}, {m_threaded.get(), 3}}) {
            // Whatever lay in the memory before must not show.
            std::vector<float> p(std::size_t(pairs * sequence * sequence), std::nanf("")),
                o(go.size(), std::nanf("")), grad(qkv.size(), std::nanf(""));
            std::vector<float> scratch(
                std::size_t(threads * std::min<std::int64_t>(core::kAttentionTileRows, sequence) * sequence),
                std::nanf(""));
            kernels->attention(shape, {qkv.data(), n, 3 * width}, p, {o.data(), n, width}, scratch);
            kernels->attentionInputGradient(shape, {qkv.data(), n, 3 * width}, p, {o.data(), n, width}, {go.data(), n, width},
                                            {grad.data(), n, 3 * width}, scratch);
            for (std::int64_t pair = 0; pair < pairs; ++pair) {
                const std::int64_t b = pair / shape.heads, h = pair % shape.heads;
                const HeadReference expected(shape, b, h, qkv, go);
                const auto head = [&](const std::vector<float>& from, std::int64_t rowWidth,
                                      std::int64_t column) {
                    std::vector<float> values;
                    for (std::int64_t i = 0; i < sequence; ++i)
                        for (std::int64_t c = 0; c < headSize; ++c)
                            values.push_back(
                                from[std::size_t((b * sequence + i) * rowWidth + column + h * headSize + c)]);
                    return values;
                };
                QVERIFY(relative(head(o, width, 0), expected.o) <= 1e-6);
                QVERIFY(relative(head(grad, 3 * width, 2 * width), expected.dv) <= 1e-6);
                if (sequence == 1) continue;  // one key: no score gradient but rounding
                QVERIFY(relative(head(grad, 3 * width, 0), expected.dq) <= 5e-6);
                QVERIFY(relative(head(grad, 3 * width, width), expected.dk) <= 5e-6);
            }
        }
    }

    void tooLittleAttentionScratchIsRefused() {
        const gpu::AttentionShape shape{.batch = 1, .sequence = 8, .heads = 1, .kvHeads = 1, .headSize = 4};
        std::vector<float> qkv(96), p(64), o(32), go(32), grad(96), scratch(3 * 64 - 3);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, m_threaded->attentionInputGradient(
                                                       shape, {qkv.data(), 8, 12}, p, {o.data(), 8, 4}, {go.data(), 8, 4},
                                                       {grad.data(), 8, 12}, scratch));
    }
};

QTEST_GUILESS_MAIN(AttentionKernelTest)
#include "attention_kernel_test.moc"
