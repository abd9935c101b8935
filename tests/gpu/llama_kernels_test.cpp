// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Kernels of the LLaMA family: gradients against derivatives taken numerically in fp64, rotary positions and shared
// key-value heads by their laws.
#include "core/memory/engine_recipe.h"
#include "core/model/rope.h"
#include "gpu/kernels/cpu_kernels.h"

#include <QtTest>

#include <cmath>
#include <functional>
#include <random>
#include <vector>

namespace {

using gpu::Accumulate;
using Numbers = std::vector<double>;

Numbers sample(std::int64_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Numbers values(static_cast<std::size_t>(n));
    for (double& value : values) value = normal(random);
    return values;
}

double dot(const Numbers& a, const Numbers& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

// Largest difference between `gradient` and ∂(loss)/∂(at), by central differences.
double derivativeError(Numbers& at, const Numbers& gradient, const std::function<double()>& loss) {
    constexpr double kStep = 1e-5;
    double worst = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
        const double before = at[i];
        at[i] = before + kStep;
        const double above = loss();
        at[i] = before - kStep;
        const double below = loss();
        at[i] = before;
        worst = std::max(worst, std::abs((above - below) / (2 * kStep) - gradient[i]));
    }
    return worst;
}

constexpr double kDerivative = 1e-7;

gpu::AttentionShape sharedHeads(std::int64_t sequence) {
    return {.batch = 2, .sequence = sequence, .heads = 6, .kvHeads = 2, .headSize = 4};
}

// q, k, v with every key-value head written out once for each query head that reads it.
Numbers repeated(const Numbers& fused, const gpu::AttentionShape& s) {
    const std::int64_t d = s.headSize, group = s.heads / s.kvHeads;
    const std::int64_t width = (s.heads + 2 * s.kvHeads) * d;
    Numbers whole;
    for (std::int64_t row = 0; row < s.batch * s.sequence; ++row) {
        const auto at = fused.begin() + row * width;
        whole.insert(whole.end(), at, at + s.heads * d);
        for (const std::int64_t part : {s.heads * d, (s.heads + s.kvHeads) * d})
            for (std::int64_t head = 0; head < s.heads; ++head)
                whole.insert(whole.end(), at + part + head / group * d, at + part + (head / group + 1) * d);
    }
    return whole;
}

struct Attended {
    Numbers output, gradient;
};

Attended attend(gpu::Kernels& kernels, const gpu::AttentionShape& s, Numbers qkv, const Numbers& outputGradient,
                int threads) {
    const std::int64_t n = s.batch * s.sequence, width = (s.heads + 2 * s.kvHeads) * s.headSize;
    Attended result{Numbers(std::size_t(n * s.heads * s.headSize)), Numbers(qkv.size())};
    Numbers probabilities(std::size_t(s.batch * s.heads * s.sequence * s.sequence)),
        scratch(std::size_t(threads * core::attentionScratch(s.sequence, s.headSize, 8)));
    kernels.attention(s, {qkv.data(), n, width}, probabilities, {result.output.data(), n, s.heads * s.headSize},
                      scratch);
    kernels.attentionInputGradient(s, {qkv.data(), n, width}, probabilities,
                                   {result.output.data(), n, s.heads * s.headSize},
                                   {outputGradient.data(), n, s.heads * s.headSize},
                                   {result.gradient.data(), n, width}, scratch);
    return result;
}

}  // namespace

class LlamaKernelsTest : public QObject {
    Q_OBJECT

    const std::unique_ptr<gpu::Kernels> m_kernels = gpu::makeCpuKernels(1);
    const std::unique_ptr<gpu::Kernels> m_threaded = gpu::makeCpuKernels(3);

private slots:
    void theGradientsOfRmsNormAreItsDerivatives() {
        constexpr std::int64_t kRows = 3, kColumns = 13;
        Numbers x = sample(kRows * kColumns, 1), w = sample(kColumns, 2);
        const Numbers g = sample(kRows * kColumns, 3);
        Numbers y(x.size()), rstd(kRows), dx(x.size(), 1.0), dw(w.size(), 1.0);
        const auto forward = [&] {
            m_kernels->rmsNorm({x.data(), kRows, kColumns}, w, {y.data(), kRows, kColumns}, rstd);
            return dot(y, g);
        };
        forward();
        m_kernels->rmsNormInputGradient({g.data(), kRows, kColumns}, {x.data(), kRows, kColumns}, w, rstd,
                                        {dx.data(), kRows, kColumns}, Accumulate::Yes);
        m_kernels->rmsNormWeightGradient({g.data(), kRows, kColumns}, {x.data(), kRows, kColumns}, rstd, dw);
        for (double& value : dx) value -= 1;  // both were added to
        for (double& value : dw) value -= 1;
        QVERIFY(derivativeError(x, dx, forward) < kDerivative);
        QVERIFY(derivativeError(w, dw, forward) < kDerivative);
        Numbers again(x.size(), 7.0);
        forward();
        m_kernels->rmsNormInputGradient({g.data(), kRows, kColumns}, {x.data(), kRows, kColumns}, w, rstd,
                                        {again.data(), kRows, kColumns}, Accumulate::No);
        for (std::size_t i = 0; i < dx.size(); ++i) QVERIFY(std::abs(again[i] - dx[i]) < 1e-12);
    }

    void rmsNormGivesRowsOfLengthOne() {
        constexpr std::int64_t kRows = 4, kColumns = 64;
        Numbers x = sample(kRows * kColumns, 4), y(x.size()), rstd(kRows);
        for (double& value : x) value *= 1e3;
        m_kernels->rmsNorm({x.data(), kRows, kColumns}, Numbers(kColumns, 1.0), {y.data(), kRows, kColumns}, rstd);
        for (std::int64_t r = 0; r < kRows; ++r) {
            double squares = 0;
            for (std::int64_t c = 0; c < kColumns; ++c) squares += std::pow(y[std::size_t(r * kColumns + c)], 2);
            QVERIFY(std::abs(squares / kColumns - 1) < 1e-9);
        }
    }

    void theGradientsOfSwiGluAreItsDerivatives() {
        constexpr std::int64_t kRows = 2, kColumns = 11;
        Numbers gate = sample(kRows * kColumns, 5), up = sample(kRows * kColumns, 6);
        const Numbers g = sample(kRows * kColumns, 7);
        Numbers activated(gate.size()), dUp = g, dGate(gate.size());
        const auto forward = [&] {
            m_kernels->swiGlu({gate.data(), kRows, kColumns}, {up.data(), kRows, kColumns},
                              {activated.data(), kRows, kColumns});
            return dot(activated, g);
        };
        m_kernels->swiGluInputGradient({gate.data(), kRows, kColumns}, {up.data(), kRows, kColumns},
                                       {dUp.data(), kRows, kColumns}, {dGate.data(), kRows, kColumns});
        QVERIFY(derivativeError(gate, dGate, forward) < kDerivative);
        QVERIFY(derivativeError(up, dUp, forward) < kDerivative);
    }

    void rotatedScoresDependOnTheDistanceOnlyAndTurnBack() {
        constexpr std::int64_t kSequence = 40, kSize = 8;
        const core::ModelSpec model{.hidden = 2 * kSize, .heads = 2};
        const std::vector<double> frequencies = core::rotaryFrequencies(model);
        Numbers cosines, sines;
        for (std::int64_t p = 0; p < kSequence; ++p)
            for (const double f : frequencies) {
                cosines.push_back(std::cos(double(p) * f));
                sines.push_back(std::sin(double(p) * f));
            }
        const Numbers q = sample(kSize, 8), k = sample(kSize, 9);
        Numbers rows;  // two heads: q and k, equal at every position
        for (std::int64_t p = 0; p < kSequence; ++p) {
            rows.insert(rows.end(), q.begin(), q.end());
            rows.insert(rows.end(), k.begin(), k.end());
        }
        const Numbers before = rows;
        const gpu::RotaryShape shape{kSequence, kSize};
        m_threaded->rotate({rows.data(), kSequence, 2 * kSize}, shape, cosines, sines, gpu::Turn::Forward);
        const auto score = [&](std::int64_t i, std::int64_t j) {
            double sum = 0;
            for (std::int64_t c = 0; c < kSize; ++c)
                sum += rows[std::size_t(i * 2 * kSize + c)] * rows[std::size_t(j * 2 * kSize + kSize + c)];
            return sum;
        };
        for (std::int64_t distance = 0; distance < 20; ++distance)
            for (std::int64_t p = 0; p + distance < kSequence; ++p)
                QVERIFY(std::abs(score(p + distance, p) - score(distance, 0)) < 1e-9);
        QVERIFY(std::abs(score(7, 0) - score(0, 0)) > 1e-3);
        m_kernels->rotate({rows.data(), kSequence, 2 * kSize}, shape, cosines, sines, gpu::Turn::Back);
        for (std::size_t i = 0; i < rows.size(); ++i) QVERIFY(std::abs(rows[i] - before[i]) < 1e-12);
    }

    // The frequencies that the released Llama 3.1 configuration gives: wavelengths up to 2048 tokens stay, those
    // beyond 8192 are eight times longer.
    void slowFrequenciesOfLlama31AreStretched() {
        const core::ModelSpec& stretched = *core::findModelPreset("llama-3.1-8b");
        core::ModelSpec plain = stretched;
        plain.ropeFactor = 1;
        const std::vector<double> a = core::rotaryFrequencies(stretched), b = core::rotaryFrequencies(plain);
        QCOMPARE(a.size(), std::size_t(64));
        for (std::size_t i = 0; i < a.size(); ++i) {
            const double wavelength = 2 * M_PI / b[i];
            if (wavelength < 2048) QCOMPARE(a[i], b[i]);
            if (wavelength > 8192) QCOMPARE(a[i], b[i] / 8);
            QVERIFY(a[i] <= b[i] && a[i] >= b[i] / 8);
        }
    }

    void sharedKeyValueHeadsAreCopiesAndTheirGradientsAddUp_data() {
        QTest::addColumn<int>("sequence");
        for (const int sequence : {1, 5, 64, 70, 129}) QTest::addRow("%d", sequence) << sequence;
    }
    void sharedKeyValueHeadsAreCopiesAndTheirGradientsAddUp() {
        QFETCH(int, sequence);
        const gpu::AttentionShape shared = sharedHeads(sequence);
        gpu::AttentionShape whole = shared;
        whole.kvHeads = whole.heads;
        const std::int64_t d = shared.headSize, n = shared.batch * shared.sequence;
        const std::int64_t width = (shared.heads + 2 * shared.kvHeads) * d, wide = 3 * shared.heads * d;
        const Numbers qkv = sample(n * width, 10), g = sample(n * shared.heads * d, 11);
        const Attended a = attend(*m_kernels, shared, qkv, g, 1);
        const Attended b = attend(*m_kernels, whole, repeated(qkv, shared), g, 1);
        const Attended threaded = attend(*m_threaded, shared, qkv, g, 3);
        QVERIFY(a.output == b.output);
        QVERIFY(threaded.output == a.output && threaded.gradient == a.gradient);
        Numbers summed(qkv.size());
        for (std::int64_t row = 0; row < n; ++row)
            for (std::int64_t c = 0; c < wide; ++c) {
                const std::int64_t part = c / (shared.heads * d), head = c / d % shared.heads;
                const std::int64_t group = shared.heads / shared.kvHeads;
                const std::int64_t to = part == 0 ? c
                                                  : (shared.heads + (part - 1) * shared.kvHeads + head / group) * d + c % d;
                summed[std::size_t(row * width + to)] += b.gradient[std::size_t(row * wide + c)];
            }
        for (std::size_t i = 0; i < summed.size(); ++i)
            QVERIFY(std::abs(summed[i] - a.gradient[i]) <= 1e-12 * (1 + std::abs(summed[i])));
    }
};

QTEST_GUILESS_MAIN(LlamaKernelsTest)
#include "llama_kernels_test.moc"
