// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What optimizer, ZeRO and collectives need of a card beside gpu::Kernels: sums over ranks, copies of pieces, the exact
// norm, the sum of the losses; and the products that need no library.
#include "gpu/cuda/kernels/card_ops.h"
#include "gpu/kernels/exact_norm.h"
#include "tests/support/emulated_card.h"

#include <QtTest>

#include <bit>
#include <limits>

namespace {

using gpu::DType;
using gpu::Transposed;
using gpu::cuda::Combine;
using test::Numbers;

// Stands for a library that does every epilogue.
class FusingGemm final : public gpu::cuda::Gemm {
public:
    [[nodiscard]] bool fuses(const gpu::cuda::Product&) const override { return true; }
    [[nodiscard]] bool fusesGeluGradient(const gpu::cuda::Product&) const override { return true; }
    void multiply(const gpu::cuda::Product& p) override {
        using gpu::cuda::Epilogue;
        m_cpu->multiply(p.a, p.transposeA, p.b, p.transposeB, p.c, p.accumulate);
        if (p.epilogue == Epilogue::Bias) m_cpu->addBias(p.c, p.bias);
        if (p.epilogue == Epilogue::BiasGelu) m_cpu->biasGelu(p.c, p.bias, p.activated);
        if (p.epilogue == Epilogue::GeluGradient) m_cpu->geluInputGradient(p.hidden, p.c);
    }

private:
    std::unique_ptr<gpu::Kernels> m_cpu = gpu::makeCpuKernels(1);
};

void runLinears(gpu::Kernels& kernels, test::Buffers& b) {
    const gpu::Matrix x = b[0].matrix(5, 16), weight = b[1].matrix(24, 16), y = b[3].matrix(5, 24);
    kernels.linear(x, weight, {}, y);
    kernels.linear(x, weight, b[2].vector(), y);
    kernels.linearGelu(x, weight, b[2].vector(), y, b[4].matrix(5, 24));
    kernels.linearGeluInputGradient(x, b[5].matrix(16, 24), y, b[6].matrix(5, 24));
}

constexpr std::array kAllTypes{DType::F32, DType::Bf16, DType::F16, DType::F64};

// In member order, in the sum type, rounded once.
Numbers reduced(const std::vector<Numbers>& members, Combine combine) {
    const DType type = members[0].type();
    std::vector<double> totals(members[0].values());
    for (std::size_t m = 1; m < members.size(); ++m) {
        const std::vector<double> values = members[m].values();
        for (std::size_t i = 0; i < totals.size(); ++i) {
            if (combine == Combine::Max)
                totals[i] = std::max(totals[i], values[i]);
            else
                totals[i] = type == DType::F64 ? totals[i] + values[i] : double(float(totals[i]) + float(values[i]));
        }
    }
    return {type, totals};
}

}  // namespace

class CardOpsTest : public QObject {
    Q_OBJECT

private slots:
    void sumsOverRanksRunInTheirOrderAndGoToEveryPlace() {
        for (const DType type : kAllTypes)
            for (const Combine combine : {Combine::Sum, Combine::Max})
                for (const int members : {1, 2, 3, 16})
                    for (const std::int64_t n : {1, 8, 261})
                        for (const int shift : {0, 1}) {
                            std::vector<Numbers> inputs;
                            for (int m = 0; m < members; ++m)
                                inputs.push_back(Numbers::sample(type, n, unsigned(m + 1), 1.0f, shift));
                            const Numbers expected = reduced(inputs, combine);
                            Numbers apart = Numbers::filled(type, n, 0, shift);
                            gpu::cuda::ReduceCall call{
                                .type = type, .combine = combine, .members = members, .copies = 2, .elements = n};
                            for (int m = 0; m < members; ++m)
                                call.inputs[std::size_t(m)] = inputs[std::size_t(m)].vector().data;
                            call.outputs[0] = inputs.back().vector().data;  // in place of one input
                            call.outputs[1] = apart.vector().data;
                            gpu::cuda::reduce(nullptr, call);
                            QVERIFY2(apart == expected && inputs.back() == expected, test::nameOf(type));
                        }
    }
    void moreRanksThanACallHoldsAreRefused() {
        gpu::cuda::ReduceCall call{.members = 17, .copies = 1};
        QVERIFY_THROWS_EXCEPTION(std::logic_error, gpu::cuda::reduce(nullptr, call));
    }

    void piecesOfAnyLengthAndAlignmentAreCopied() {
        std::vector<std::byte> from(70000), to(from.size()), expected(from.size());
        for (std::size_t i = 0; i < from.size(); ++i) from[i] = std::byte(i * 7 + i / 251);
        std::vector<gpu::cuda::CopyPiece> pieces;
        std::size_t at = 0;
        for (std::size_t i = 0; i < 150; ++i) {  // more than one launch holds
            const std::size_t bytes = i == 40 ? 20000 : i % 23 * 9 % 64, source = (at * 3 + i) % 40000;
            pieces.push_back({to.data() + at, from.data() + source, std::int64_t(bytes)});
            std::copy_n(from.begin() + std::ptrdiff_t(source), bytes, expected.begin() + std::ptrdiff_t(at));
            at += bytes + i % 3;
        }
        gpu::cuda::copyPieces(nullptr, pieces);
        gpu::cuda::copyPieces(nullptr, {});
        QVERIFY(to == expected);
    }

    void theExactNormIsTheHostsToTheLastBit() {
        for (const auto turns : {gpu::emulation::Order::Forward, gpu::emulation::Order::Reverse})
            for (const DType type : test::kCardTypes)
                for (const std::int64_t n : {1, 9, 3000}) {
                    const gpu::emulation::OrderScope order(turns);
                    const int shift = n == 9 ? 1 : 0;
                    Numbers first = Numbers::sample(type, n, 1, 3.0f, shift),
                            second = Numbers::sample(type, n, 2, 1e-3f, shift);
                    std::int64_t largest = 0;
                    for (Numbers* numbers : {&first, &second})
                        gpu::cuda::largestMagnitude(nullptr, numbers->vector(), &largest);
                    QCOMPARE(largest,
                             std::max(gpu::largestMagnitude(first.vector()), gpu::largestMagnitude(second.vector())));
                    gpu::ExactSquares host(largest), card(largest);
                    for (Numbers* numbers : {&first, &second}) {
                        host.add(numbers->vector());
                        gpu::cuda::addExactSquares(nullptr, numbers->vector(), card.quantum(), card.sums().data());
                    }
                    QCOMPARE(card.norm(), host.norm());
                }
    }
    void overflowShowsInTheLargestMagnitude() {
        std::vector<double> values(100, 1.0);
        values[71] = -std::numeric_limits<double>::infinity();
        for (const DType type : test::kCardTypes) {
            Numbers numbers(type, values);
            std::int64_t largest = 0;
            gpu::cuda::largestMagnitude(nullptr, numbers.vector(), &largest);
            QVERIFY(!std::isfinite(std::bit_cast<float>(std::int32_t(largest))));
            gpu::ExactSquares squares(largest);
            gpu::cuda::addExactSquares(nullptr, numbers.vector(), squares.quantum(), squares.sums().data());
            QVERIFY(std::isinf(squares.norm()));
        }
    }

    void theSumOfTheLossesIsInFp64() {
        for (const std::int64_t tokens : {1, 255, 1000}) {
            std::vector<float> sums(std::size_t(tokens), 3.0f), targets = test::sample(tokens, 4);
            double expected = 0, loss = 0;
            for (const float target : targets) expected += std::log(3.0) - double(target);
            gpu::cuda::lossSum(nullptr, sums, targets, &loss);
            QVERIFY(std::abs(loss - expected) <= 1e-12 * double(tokens));
        }
    }

    void productsOfEveryTranspositionTypeAndStride() {
        constexpr std::int64_t kStride = 75;
        for (const DType type : test::kCardTypes)
            for (const DType result : {type, DType::F32})
                for (const auto& [rows, columns, depth] :
                     {std::array<std::int64_t, 3>{1, 1, 1}, {2, 7, 64}, {64, 33, 5}, {40, 70, 33}})
                    for (const auto ta : {Transposed::No, Transposed::Yes})
                        for (const auto tb : {Transposed::No, Transposed::Yes})
                            for (const auto add : {gpu::Accumulate::No, gpu::Accumulate::Yes}) {
                                const std::int64_t r = rows, c = columns, k = depth;
                                const test::Buffers start{Numbers::sample(type, kStride * kStride, 1),
                                                          Numbers::sample(type, kStride * kStride, 2),
                                                          Numbers::sample(result, r * c, 3)};
                                const std::string wrong =
                                    test::compareWithTwin(start, [&](gpu::Kernels& kernels, test::Buffers& b) {
                                        const bool aT = ta == Transposed::Yes, bT = tb == Transposed::Yes;
                                        kernels.multiply(b[0].matrix(aT ? k : r, aT ? r : k, kStride), ta,
                                                         b[1].matrix(bT ? c : k, bT ? k : c, kStride), tb,
                                                         b[2].matrix(r, c), add);
                                    });
                                QVERIFY2(wrong.empty(), wrong.c_str());
                            }
    }
    void linearsAddTheirBiasesAndActivate() {
        for (const DType type : test::kCardTypes) {
            const std::string wrong = test::compareWithTwin(linears(type), runLinears, 2);
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
    }
    void epiloguesThatTheLibraryDoesAreLeftToIt() {
        const auto twin = gpu::makeCpuKernels(1);
        for (const DType type : test::kCardTypes) {
            FusingGemm gemm;
            const auto kernels = gpu::cuda::makeCudaKernels(nullptr, gemm, {});
            test::Buffers got = linears(type), expected = got;
            runLinears(*kernels, got);
            runLinears(*twin, expected);
            QVERIFY(got == expected);
        }
    }

private:
    static test::Buffers linears(DType type) {
        return {Numbers::sample(type, 5 * 16, 1), Numbers::sample(type, 24 * 16, 2), Numbers::sample(type, 24, 3),
                Numbers::filled(type, 5 * 24, 0), Numbers::filled(type, 5 * 24, 0),  Numbers::sample(type, 16 * 24, 4),
                Numbers::filled(type, 5 * 24, 0)};
    }
};

QTEST_GUILESS_MAIN(CardOpsTest)
#include "card_ops_test.moc"
