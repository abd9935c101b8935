// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// CUDA kernels that treat each element by itself against their CPU twins: all storage types, shapes and alignments that
// meet every edge of a pack and of a block. The optimizers have the CPU's bits.
#include "gpu/cuda/kernels/bodies.h"
#include "gpu/cuda/kernels/card_ops.h"
#include "tests/support/emulated_card.h"

#include <QtTest>

namespace {

using gpu::DType;
using gpu::Kernels;
using test::Buffers;
using test::compareWithTwin;
using test::Numbers;

struct Shape {
    std::int64_t rows, columns;
    int shift;  // elements behind an aligned address
};
constexpr Shape kShapes[] = {{1, 1, 0}, {3, 8, 0}, {5, 40, 0}, {7, 33, 0}, {4, 64, 1}, {2, 520, 0}};

std::vector<DType> gradientTypes(DType type) {
    return type == DType::F32 ? std::vector{DType::F32} : std::vector{type, DType::F32};
}

}  // namespace

class ElementKernelsTest : public QObject {
    Q_OBJECT

    template <class Check>
    static void overTypesAndShapes(const Check& check) {
        for (const DType type : test::kCardTypes)
            for (const Shape& shape : kShapes) {
                const std::string wrong = check(type, shape);
                QVERIFY2(wrong.empty(), qPrintable(QString("%1, %2 x %3, shift %4: %5")
                                                       .arg(test::nameOf(type))
                                                       .arg(shape.rows)
                                                       .arg(shape.columns)
                                                       .arg(shape.shift)
                                                       .arg(wrong.c_str())));
            }
    }
    static Buffers matrices(DType type, const Shape& s, int count) {
        Buffers buffers;
        for (int i = 0; i < count; ++i)
            buffers.push_back(Numbers::sample(type, s.rows * s.columns, unsigned(11 + i), 2.0f, s.shift));
        return buffers;
    }

private slots:
    void biasesAndResiduals() {
        overTypesAndShapes([](DType type, const Shape& s) {
            Buffers start = matrices(type, s, 3);
            start.push_back(Numbers::sample(type, s.columns, 5, 1.0f, s.shift));
            return compareWithTwin(
                start,
                [&](Kernels& kernels, Buffers& b) {
                    const gpu::Matrix y = b[0].matrix(s.rows, s.columns), z = b[1].matrix(s.rows, s.columns),
                                      residual = b[2].matrix(s.rows, s.columns);
                    kernels.addBias(y, b[3].vector());
                    kernels.addBias(y, {});
                    kernels.addBiasAndResidual(y, b[3].vector(), residual);
                    kernels.addBiasAndResidual(z, {}, residual);
                },
                2);
        });
    }

    void factors() {
        overTypesAndShapes([](DType type, const Shape& s) {
            return compareWithTwin(matrices(type, s, 2), [&](Kernels& kernels, Buffers& b) {
                kernels.scale(b[0].matrix(s.rows, s.columns), 0.37);
                if (s.columns > 2) kernels.scale(b[1].matrix(s.rows, s.columns - 1, s.columns), -3);
            });
        });
    }

    void geluAndItsGradient() {
        overTypesAndShapes([](DType type, const Shape& s) {
            Buffers start = matrices(type, s, 3);
            start.push_back(Numbers::sample(type, s.columns, 5, 1.0f, s.shift));
            return compareWithTwin(start, [&](Kernels& kernels, Buffers& b) {
                const gpu::Matrix hidden = b[0].matrix(s.rows, s.columns);
                kernels.biasGelu(hidden, b[3].vector(), b[1].matrix(s.rows, s.columns));
                kernels.geluInputGradient(hidden, b[2].matrix(s.rows, s.columns));
            });
        });
    }

    void swiGluAndItsGradient() {
        overTypesAndShapes([](DType type, const Shape& s) {
            return compareWithTwin(matrices(type, s, 5), [&](Kernels& kernels, Buffers& b) {
                const gpu::Matrix gate = b[0].matrix(s.rows, s.columns), up = b[1].matrix(s.rows, s.columns);
                kernels.swiGlu(gate, up, b[2].matrix(s.rows, s.columns));
                kernels.swiGluInputGradient(gate, up, b[3].matrix(s.rows, s.columns), b[4].matrix(s.rows, s.columns));
            });
        });
    }

    // q and k of a fused tensor: v beside them stays as it is.
    void rotaryPositions() {
        for (const DType type : test::kCardTypes)
            for (const std::int64_t headSize : {2, 6, 16, 32})
                for (const int shift : {0, 1}) {
                    constexpr std::int64_t kSequence = 5, kRows = 10, kHeads = 3, kFused = 4;
                    const Buffers start{Numbers::sample(type, kRows * kFused * headSize, 3, 1.0f, shift),
                                        Numbers::sample(DType::F32, kSequence * headSize / 2, 4),
                                        Numbers::sample(DType::F32, kSequence * headSize / 2, 5)};
                    const std::string wrong = compareWithTwin(
                        start,
                        [&](Kernels& kernels, Buffers& b) {
                            const gpu::Matrix heads = b[0].matrix(kRows, kHeads * headSize, kFused * headSize);
                            const gpu::RotaryShape shape{kSequence, headSize};
                            kernels.rotate(heads, shape, b[1].vector(), b[2].vector(), gpu::Turn::Forward);
                            kernels.rotate(heads, shape, b[2].vector(), b[1].vector(), gpu::Turn::Back);
                        },
                        2);
                    QVERIFY2(wrong.empty(),
                             qPrintable(
                                 QString("%1, head %2: %3").arg(test::nameOf(type)).arg(headSize).arg(wrong.c_str())));
                }
    }

    void conversionsHaveTheSameBits() {
        for (const DType from : test::kCardTypes)
            for (const DType to : test::kCardTypes)
                for (const std::int64_t n : {1, 4, 31, 1000})
                    for (const int shift : {0, 1, 3}) {
                        Buffers start{Numbers::sample(from, n, 3, 100.0f, shift), Numbers::filled(to, n, 0, shift)};
                        const std::string wrong = compareWithTwin(
                            start, [](Kernels& kernels, Buffers& b) { kernels.convert(b[0].vector(), b[1].vector()); },
                            0);
                        QVERIFY2(wrong.empty(), wrong.c_str());
                    }
    }
    void numbersBeyondFp16BecomeInfinityAndTinyOnesKeepTheirQuantum() {
        const std::vector<double> hard{65519, 65520, -1e6, 6e-8, 2e-8, -3.1e-5, 1e-40, 0};
        const std::string wrong = compareWithTwin(
            {Numbers(DType::F32, hard), Numbers::filled(DType::F16, 8, 1)},
            [](Kernels& kernels, Buffers& b) { kernels.convert(b[0].vector(), b[1].vector()); }, 0);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void adamWAndAdamHaveTheCpusBits() {
        for (const DType type : test::kCardTypes)
            for (const DType gradients : gradientTypes(type))
                for (const gpu::Decay decay : {gpu::Decay::Apart, gpu::Decay::InGradient})
                    for (const std::int64_t n : {1, 7, 300})
                        for (const int shift : {0, 1}) {
                            const gpu::AdamWStep step{.lr = 3e-3,
                                                      .beta1 = 0.9,
                                                      .beta2 = 0.95,
                                                      .eps = 1e-8,
                                                      .weightDecay = 0.1,
                                                      .decay = decay,
                                                      .update = 3,
                                                      .gradientScale = 0.37};
                            Buffers start{Numbers::sample(DType::F32, n, 1, 1.0f, shift),
                                          Numbers::sample(gradients, n, 2, 1.0f, shift),
                                          Numbers::sample(DType::F32, n, 3, 0.1f, shift),
                                          Numbers::filled(DType::F32, n, 0.01, shift)};
                            const std::string wrong = compareWithTwin(
                                start,
                                [&](Kernels& kernels, Buffers& b) {
                                    kernels.adamW(step, b[0].vector(), b[1].vector(), b[2].vector(), b[3].vector());
                                },
                                0);
                            QVERIFY2(wrong.empty(), wrong.c_str());
                        }
    }
    void sgdHasTheCpusBits() {
        for (const DType gradients : test::kCardTypes)
            for (const std::int64_t n : {1, 7, 300})
                for (const bool momentum : {false, true}) {
                    Buffers start{Numbers::sample(DType::F32, n, 1), Numbers::sample(gradients, n, 2),
                                  Numbers::sample(DType::F32, n, 3)};
                    const std::string wrong = compareWithTwin(
                        start,
                        [&](Kernels& kernels, Buffers& b) {
                            kernels.sgd({.lr = 0.1, .momentum = 0.9, .weightDecay = 0.01, .gradientScale = 0.5},
                                        b[0].vector(), b[1].vector(), momentum ? b[2].vector() : gpu::Vector());
                        },
                        0);
                    QVERIFY2(wrong.empty(), wrong.c_str());
                }
    }

    void sumsAndFactorsOfRuns() {
        for (const DType type : test::kCardTypes)
            for (const std::int64_t n : {1, 8, 515})
                for (const int shift : {0, 1}) {
                    Numbers from = Numbers::sample(type, n, 1, 1.0f, shift),
                            to = Numbers::sample(type, n, 2, 1.0f, shift);
                    Numbers expected = to;
                    gpu::addElements(from.vector(), expected.vector());
                    gpu::scaleElements(expected.vector(), 0.3);
                    gpu::cuda::add(nullptr, from.vector(), to.vector());
                    gpu::cuda::scaleValues(nullptr, to.vector(), 0.3);
                    QVERIFY(to == expected);
                }
    }

    void fp64IsRefusedByName() {
        test::EmulatedCard card;
        Numbers wide = Numbers::sample(DType::F64, 8, 1);
        try {
            card.kernels().scale(wide.matrix(2, 4), 2);
            QFAIL("taken");
        } catch (const std::logic_error& error) {
            QVERIFY(QString(error.what()).contains("fp64"));
        }
    }
};

QTEST_GUILESS_MAIN(ElementKernelsTest)
#include "element_kernels_test.moc"
