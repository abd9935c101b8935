// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Attention on the emulated card, forward and backward, against the CPU's in fp64 on the same (rounded) numbers: tiles
// that end inside, at and behind the sequence, heads that fill their width and do not, shared keys, unaligned rows.
#include "core/memory/engine_recipe.h"
#include "tests/support/emulated_card.h"

#include <QtTest>

namespace {

using gpu::AttentionShape;
using gpu::DType;
using test::Numbers;

struct Attended {
    Numbers output, gradient, kept;
};

// stride: numbers from row to row of the fused tensors.
Attended attend(gpu::Kernels& kernels, const AttentionShape& s, Numbers qkv, Numbers outputGradient,
                std::int64_t stride, DType keptType) {
    const std::int64_t rows = s.batch * s.sequence, width = s.heads * s.headSize,
                       fused = (s.heads + 2 * s.kvHeads) * s.headSize;
    const bool card = keptType == DType::F32;
    Attended result{Numbers::filled(qkv.type(), rows * width, -7), Numbers::filled(qkv.type(), rows * stride, -7),
                    Numbers::filled(keptType, s.batch * s.heads * s.sequence * (card ? 1 : s.sequence), -7)};
    Numbers scratch = Numbers::filled(DType::F64, card ? 0 : core::attentionScratch(s.sequence, s.headSize, 8), 0);
    const gpu::Matrix out = result.output.matrix(rows, width);
    kernels.attention(s, qkv.matrix(rows, fused, stride), result.kept.vector(), out, scratch.vector());
    kernels.attentionInputGradient(s, qkv.matrix(rows, fused, stride), result.kept.vector(), out,
                                   outputGradient.matrix(rows, width), result.gradient.matrix(rows, fused, stride),
                                   scratch.vector());
    return result;
}

double toleranceOf(DType type) { return type == DType::F32 ? 3e-6 : type == DType::F16 ? 2e-3 : 1.5e-2; }

}  // namespace

class AttentionTest : public QObject {
    Q_OBJECT

private slots:
    void attentionAgreesWithFp64_data() {
        QTest::addColumn<int>("sequence");
        QTest::addColumn<int>("heads");
        QTest::addColumn<int>("kvHeads");
        QTest::addColumn<int>("headSize");
        QTest::addColumn<int>("gap");
        const auto add = [](int sequence, int heads, int kvHeads, int headSize, int gap) {
            QTest::addRow("sequence %d, %d heads on %d, size %d, gap %d", sequence, heads, kvHeads, headSize, gap)
                << sequence << heads << kvHeads << headSize << gap;
        };
        add(1, 1, 1, 4, 0);
        add(2, 2, 2, 16, 0);
        add(31, 2, 1, 8, 8);
        add(33, 1, 1, 20, 0);
        add(64, 1, 1, 64, 0);
        add(65, 4, 2, 24, 1);
        add(130, 2, 1, 64, 0);
        add(70, 1, 1, 80, 0);
        add(97, 2, 1, 128, 0);
        add(200, 4, 1, 32, 0);
        add(260, 1, 1, 64, 0);
        add(150, 2, 2, 100, 3);
    }
    void attentionAgreesWithFp64() {
        QFETCH(int, sequence);
        QFETCH(int, heads);
        QFETCH(int, kvHeads);
        QFETCH(int, headSize);
        QFETCH(int, gap);
        const AttentionShape shape{.batch = sequence > 64 ? 1 : 2,
                                   .sequence = sequence,
                                   .heads = heads,
                                   .kvHeads = kvHeads,
                                   .headSize = headSize};
        const std::int64_t rows = shape.batch * sequence, stride = (heads + 2 * kvHeads) * headSize + gap;
        const auto twin = gpu::makeCpuKernels(1);
        for (const DType type : test::kCardTypes) {
            const Numbers qkv = Numbers::sample(type, rows * stride, 1),
                          go = Numbers::sample(type, rows * heads * headSize, 2);
            const Attended expected = attend(*twin, shape, qkv.as(DType::F64), go.as(DType::F64), stride, DType::F64);
            test::EmulatedCard card;
            const auto inOrder = [&](gpu::emulation::Order order) {
                const gpu::emulation::OrderScope scope(order);
                return attend(card.kernels(), shape, qkv, go, stride, DType::F32);
            };
            const Attended forward = inOrder(gpu::emulation::Order::Forward),
                           reverse = inOrder(gpu::emulation::Order::Reverse);
            QVERIFY2(forward.output == reverse.output && forward.gradient == reverse.gradient &&
                         forward.kept == reverse.kept,
                     test::nameOf(type));
            const double tolerance = toleranceOf(type);
            compare(forward.output, expected.output, 0, heads * headSize, heads * headSize, tolerance, type);
            checkSums(shape, qkv, stride, forward.kept);
            // Queries, keys and values apart. One key: no score gradient but rounding.
            const std::int64_t keys = heads * headSize, values = keys + kvHeads * headSize;
            compare(forward.gradient, expected.gradient, values, kvHeads * headSize, stride, tolerance, type);
            if (sequence == 1) continue;
            compare(forward.gradient, expected.gradient, 0, keys, stride, 2 * tolerance, type);
            compare(forward.gradient, expected.gradient, keys, kvHeads * headSize, stride, 2 * tolerance, type);
            const std::vector<double> all = forward.gradient.values();
            for (std::int64_t row = 0; row < rows; ++row)
                for (std::int64_t c = stride - gap; c < stride; ++c) QCOMPARE(all[std::size_t(row * stride + c)], -7.0);
        }
    }

    void largeScoresDoNotOverflow() {
        const AttentionShape shape{.batch = 1, .sequence = 70, .heads = 1, .kvHeads = 1, .headSize = 16};
        for (const DType type : test::kCardTypes) {
            const Numbers qkv = Numbers::sample(type, 70 * 48, 1, 30.0f), go = Numbers::sample(type, 70 * 16, 2);
            test::EmulatedCard card;
            const auto twin = gpu::makeCpuKernels(1);
            const Attended got = attend(card.kernels(), shape, qkv, go, 48, DType::F32);
            const Attended expected = attend(*twin, shape, qkv.as(DType::F64), go.as(DType::F64), 48, DType::F64);
            compare(got.output, expected.output, 0, 16, 16, 20 * toleranceOf(type), type);
        }
    }

    void whatCannotBeAttendedIsRefusedByName() {
        test::EmulatedCard card;
        Numbers small = Numbers::filled(DType::F32, 4, 0);
        const AttentionShape wide{.batch = 1, .sequence = 1, .heads = 1, .kvHeads = 1, .headSize = 129};
        QCOMPARE(refusal(card, wide, small), QString("attention heads of 129 features; on CUDA at most 128"));
        const AttentionShape longer{.batch = 1, .sequence = 5, .heads = 1, .kvHeads = 1, .headSize = 4};
        QCOMPARE(refusal(card, longer, small), QString("attention keeps 20 bytes; it was given 16"));
    }

private:
    static QString refusal(test::EmulatedCard& card, const AttentionShape& shape, Numbers& kept) {
        Numbers qkv = Numbers::filled(DType::F32, shape.sequence * 3 * shape.headSize, 0),
                output = Numbers::filled(DType::F32, shape.sequence * shape.headSize, 0);
        try {
            card.kernels().attention(shape, qkv.matrix(shape.sequence, 3 * shape.headSize), kept.vector(),
                                     output.matrix(shape.sequence, shape.headSize), {});
        } catch (const std::logic_error& error) {
            return error.what();
        }
        return "taken";
    }

    // Columns [first, first + count) of both.
    static void compare(const Numbers& got, const Numbers& expected, std::int64_t first, std::int64_t count,
                        std::int64_t stride, double tolerance, DType type) {
        const auto part = [&](const Numbers& all) {
            const std::vector<double> values = all.values();
            std::vector<double> columns;
            for (std::size_t row = 0; row < values.size(); row += std::size_t(stride))
                columns.insert(columns.end(), values.begin() + std::ptrdiff_t(row) + first,
                               values.begin() + std::ptrdiff_t(row) + first + count);
            return Numbers(DType::F64, columns);
        };
        const double error = test::distance(part(got), part(expected));
        QVERIFY2(error <= tolerance,
                 qPrintable(QString("%1, columns from %2: %3").arg(test::nameOf(type)).arg(first).arg(error)));
    }

    static void checkSums(const AttentionShape& s, const Numbers& qkv, std::int64_t stride, const Numbers& kept) {
        const std::vector<double> x = qkv.values(), sums = kept.values();
        for (std::int64_t b = 0; b < s.batch; ++b)
            for (std::int64_t h = 0; h < s.heads; ++h)
                for (std::int64_t i = 0; i < s.sequence; ++i) {
                    double sum = 0;
                    const std::int64_t key = s.heads + h / (s.heads / s.kvHeads);
                    for (std::int64_t j = 0; j <= i; ++j) {
                        double score = 0;
                        for (std::int64_t c = 0; c < s.headSize; ++c)
                            score += x[std::size_t((b * s.sequence + i) * stride + h * s.headSize + c)] *
                                     x[std::size_t((b * s.sequence + j) * stride + key * s.headSize + c)];
                        sum += std::exp(score / std::sqrt(double(s.headSize)));
                    }
                    const double got = sums[std::size_t((b * s.heads + h) * s.sequence + i)];
                    QVERIFY2(std::abs(got - std::log(sum)) <= 1e-5 * std::max(1.0, std::abs(std::log(sum))),
                             qPrintable(QString("row %1: %2").arg(i).arg(got - std::log(sum))));
                }
    }
};

QTEST_GUILESS_MAIN(AttentionTest)
#include "attention_test.moc"
