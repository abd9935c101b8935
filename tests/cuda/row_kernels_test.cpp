// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUDA kernels that sum over rows or columns against their CPU twins: norms, gradients of weights, cross-entropy,
// tables.
#include "tests/support/emulated_card.h"

#include <QtTest>

namespace {

using gpu::Accumulate;
using gpu::DType;
using gpu::Kernels;
using test::Buffers;
using test::compareWithTwin;
using test::Numbers;

struct Shape {
    std::int64_t rows, columns;
    int shift;
};
// Few and many packs a thread, rows of several pieces, alignment.
constexpr Shape kShapes[] = {{1, 8, 0}, {3, 33, 0}, {5, 264, 0}, {70, 16, 0}, {9, 48, 1}, {2, 2100, 0}, {300, 3, 0}};

struct Types {
    DType stored, gradients;
};
std::vector<Types> types() {
    std::vector<Types> all;
    for (const DType type : test::kCardTypes) {
        all.push_back({type, type});
        if (type != DType::F32) all.push_back({type, DType::F32});
    }
    return all;
}

QByteArray nameOf(const Types& t, const Shape& s) {
    return QString("%1 into %2, %3 x %4, shift %5: ")
        .arg(test::nameOf(t.stored), test::nameOf(t.gradients))
        .arg(s.rows)
        .arg(s.columns)
        .arg(s.shift)
        .toUtf8();
}

}  // namespace

class RowKernelsTest : public QObject {
    Q_OBJECT

    template <class Check>
    static void overTypesAndShapes(const Check& check) {
        for (const Types& type : types())
            for (const Shape& shape : kShapes) {
                const std::string wrong = check(type, shape);
                QVERIFY2(wrong.empty(), (nameOf(type, shape) + wrong.c_str()).constData());
            }
    }

private slots:
    void layerNormAndItsGradients() {
        overTypesAndShapes([](const Types& t, const Shape& s) {
            const std::int64_t n = s.rows * s.columns;
            Buffers start{Numbers::sample(t.stored, n, 1, 2.0f, s.shift),
                          Numbers::sample(t.stored, s.columns, 2, 1.0f, s.shift),
                          Numbers::sample(t.stored, s.columns, 3, 1.0f, s.shift),
                          Numbers::filled(t.stored, n, 0, s.shift),
                          Numbers::filled(DType::F32, s.rows, 0),
                          Numbers::filled(DType::F32, s.rows, 0),
                          Numbers::sample(t.stored, n, 4, 1.0f, s.shift),
                          Numbers::sample(t.stored, n, 5, 1.0f, s.shift),
                          Numbers::filled(t.stored, n, 0, s.shift),
                          Numbers::sample(t.gradients, s.columns, 6),
                          Numbers::sample(t.gradients, s.columns, 7)};
            return compareWithTwin(
                start,
                [&](Kernels& kernels, Buffers& b) {
                    const auto m = [&](int i) { return b[std::size_t(i)].matrix(s.rows, s.columns); };
                    const auto v = [&](int i) { return b[std::size_t(i)].vector(); };
                    kernels.layerNorm(m(0), v(1), v(2), m(3), v(4), v(5));
                    kernels.layerNormInputGradient(m(6), m(0), v(1), v(4), v(5), m(7), Accumulate::Yes);
                    kernels.layerNormInputGradient(m(6), m(0), v(1), v(4), v(5), m(8), Accumulate::No);
                    kernels.layerNormWeightGradient(m(6), m(0), v(4), v(5), v(9), v(10));
                },
                3);
        });
    }

    void rmsNormAndItsGradients() {
        overTypesAndShapes([](const Types& t, const Shape& s) {
            const std::int64_t n = s.rows * s.columns;
            Buffers start{
                Numbers::sample(t.stored, n, 1, 2.0f, s.shift), Numbers::sample(t.stored, s.columns, 2, 1.0f, s.shift),
                Numbers::filled(t.stored, n, 0, s.shift),       Numbers::filled(DType::F32, s.rows, 0),
                Numbers::sample(t.stored, n, 4, 1.0f, s.shift), Numbers::sample(t.stored, n, 5, 1.0f, s.shift),
                Numbers::sample(t.gradients, s.columns, 6)};
            return compareWithTwin(
                start,
                [&](Kernels& kernels, Buffers& b) {
                    const auto m = [&](int i) { return b[std::size_t(i)].matrix(s.rows, s.columns); };
                    const auto v = [&](int i) { return b[std::size_t(i)].vector(); };
                    kernels.rmsNorm(m(0), v(1), m(2), v(3));
                    kernels.rmsNormInputGradient(m(4), m(0), v(1), v(3), m(5), Accumulate::Yes);
                    kernels.rmsNormWeightGradient(m(4), m(0), v(3), v(6));
                },
                3);
        });
    }

    void gradientsOfBiases() {
        overTypesAndShapes([](const Types& t, const Shape& s) {
            Buffers start{Numbers::sample(t.stored, s.rows * s.columns, 1, 1.0f, s.shift),
                          Numbers::sample(t.gradients, s.columns, 2, 1.0f, s.shift)};
            return compareWithTwin(
                start,
                [&](Kernels& kernels, Buffers& b) {
                    kernels.biasWeightGradient(b[0].matrix(s.rows, s.columns), b[1].vector());
                },
                2);
        });
    }

    // A slice of the vocabulary: targets before, in and behind it. Odd columns leave rows unaligned.
    void crossEntropyOverASliceOfTheVocabulary() {
        for (const DType type : test::kCardTypes)
            for (const auto& [columns, firstColumn] :
                 {std::pair<std::int64_t, std::int64_t>{1, 0}, {7, 5}, {64, 16}, {331, 100}, {1001, 0}}) {
                constexpr std::int64_t kRows = 6;
                const std::vector<std::int32_t> targets = test::sampleTokens(kRows, int(columns + firstColumn + 8), 9);
                Buffers start{Numbers::sample(type, kRows * columns, 1, 4.0f), Numbers::filled(DType::F32, kRows, 0),
                              Numbers::filled(DType::F32, kRows, 0), Numbers::filled(DType::F32, kRows, 0)};
                const std::int64_t width = columns, first = firstColumn;
                const std::string wrong = compareWithTwin(
                    start,
                    [&](Kernels& kernels, Buffers& b) {
                        const gpu::Matrix logits = b[0].matrix(kRows, width);
                        kernels.rowMaxima(logits, b[1].vector());
                        kernels.exponentials(logits, b[1].vector(), targets, first, b[2].vector(), b[3].vector());
                        kernels.logitGradients(logits, b[2].vector(), targets, first);
                    },
                    2);
                QVERIFY2(
                    wrong.empty(),
                    qPrintable(QString("%1, %2 columns: %3").arg(test::nameOf(type)).arg(width).arg(wrong.c_str())));
            }
    }

    // Narrow and wide blocks; logits so large that only their differences have exponentials.
    void wholeCrossEntropyIsItsThreeSteps() {
        for (const DType type : test::kCardTypes)
            for (const auto& [columns, level] : {std::pair<std::int64_t, double>{1, 0}, {67, 0}, {331, 300}, {8203, 0}}) {
                constexpr std::int64_t kRows = 4;
                const std::int64_t width = columns;
                const std::vector<std::int32_t> targets = test::sampleTokens(kRows, int(width), 9);
                std::vector<double> logits = Numbers::sample(type, kRows * width, 1, 4.0f).values();
                for (double& logit : logits) logit += level;
                Buffers start{Numbers(type, logits), Numbers::filled(DType::F32, kRows, 0),
                              Numbers::filled(DType::F32, kRows, 0), Numbers::filled(DType::F32, kRows, 0)};
                const std::string wrong = compareWithTwin(
                    start,
                    [&](Kernels& kernels, Buffers& b) {
                        kernels.crossEntropy(b[0].matrix(kRows, width), targets, 0, b[1].vector(), b[2].vector(),
                                             b[3].vector());
                    },
                    2);
                QVERIFY2(wrong.empty(), qPrintable(QString("%1, %2 columns: %3")
                                                       .arg(test::nameOf(type))
                                                       .arg(width)
                                                       .arg(wrong.c_str())));
            }
    }

    // Tokens of other ranks' slices, often repeated ones, and rows that no token names.
    void tokenAndPositionTables() {
        for (const Types& t : types())
            for (const auto& [count, columns, shift] :
                 {std::tuple<std::int64_t, std::int64_t, int>{1, 8, 0}, {40, 33, 0}, {300, 16, 0}, {30, 264, 1}}) {
                const std::int64_t rows = count, width = columns;
                const gpu::TableSlice slice{.first = 4, .rows = 11, .columns = width};
                const std::int64_t sequence = rows > 3 ? rows / 3 : rows;
                const std::vector<std::int32_t> tokens = test::sampleTokens(rows, 20, 3);
                Buffers start{Numbers::sample(t.stored, slice.rows * width, 1, 1.0f, shift),
                              Numbers::sample(t.stored, rows * width, 2, 1.0f, shift),
                              Numbers::sample(t.gradients, slice.rows * width, 4, 1.0f, shift),
                              Numbers::sample(t.stored, sequence * width, 5, 1.0f, shift),
                              Numbers::sample(t.gradients, sequence * width, 6, 1.0f, shift),
                              Numbers::sample(t.stored, rows * width, 7, 1.0f, shift)};
                // Sums run in the CPU's order: the same bits.
                const std::string wrong = compareWithTwin(
                    start,
                    [&](Kernels& kernels, Buffers& b) {
                        const gpu::Matrix y = b[1].matrix(rows, width), gradient = b[5].matrix(rows, width);
                        kernels.embed(tokens, slice, b[0].vector(), y);
                        kernels.addPositions(y, b[3].vector(), sequence);
                        kernels.embedWeightGradient(tokens, slice, gradient, b[2].vector());
                        kernels.positionWeightGradient(gradient, sequence, b[4].vector());
                    },
                    0);
                QVERIFY2(wrong.empty(), (nameOf(t, {rows, width, shift}) + wrong.c_str()).constData());
            }
    }

    void tooLittleWorkspaceIsRefusedWithTheAmount() {
        test::EmulatedCard card(64);
        Numbers gradient = Numbers::sample(DType::F32, 64, 1), sums = Numbers::filled(DType::F32, 64, 0);
        try {
            card.kernels().biasWeightGradient(gradient.matrix(1, 64), sums.vector());
            QFAIL("taken");
        } catch (const std::logic_error& error) {
            QVERIFY2(QString(error.what()).contains("needs 512 bytes of workspace; there are 64"), error.what());
        }
        const gpu::cuda::LargestShapes shapes{.tokens = 1, .columns = 64, .attention = {1, 1, 1, 1, 64}};
        QCOMPARE(gpu::cuda::workspaceBytes(shapes), 512);
    }
};

QTEST_GUILESS_MAIN(RowKernelsTest)
#include "row_kernels_test.moc"
