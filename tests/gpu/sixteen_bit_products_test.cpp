// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Matrix products in 16 bits: right for every transposition and width of the result, rounded once, and the same bits
// for any number of threads; also where the processor has no bf16 products (this program runs itself again with
// oneDNN held to AVX2).
#include "gpu/kernels/cpu_gemm.h"
#include "gpu/kernels/cpu_kernels.h"
#include "gpu/kernels/elements.h"
#include "tests/support/samples.h"

#include <QCoreApplication>
#include <QProcess>
#include <QTest>

#include <array>
#include <cmath>
#include <cstring>
#include <vector>

namespace {

using gpu::Accumulate;
using gpu::Transposed;

template <class T>
std::vector<T> narrowed(const std::vector<float>& values) {
    std::vector<T> narrow(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) gpu::store(narrow[i], values[i]);
    return narrow;
}

struct Case {
    std::int64_t rows, columns, depth;
    bool ta, tb, add;
};

std::vector<Case> cases() {
    std::vector<Case> cases;
    for (const auto& [rows, columns, depth] :
         {std::array<std::int64_t, 3>{1, 1, 1}, {2, 7, 64}, {64, 33, 5}, {70, 70, 70}, {130, 257, 300}, {384, 96, 128}})
        for (const bool ta : {false, true})
            for (const bool tb : {false, true})
                for (const bool add : {false, true}) cases.push_back({rows, columns, depth, ta, tb, add});
    return cases;
}

struct Sum {
    double value = 0, magnitude = 0;  // Σ a·b and Σ |a·b|
};

// op(a) · op(b), summed in fp64, on top of `before`.
template <class T, class C>
std::vector<Sum> plainProduct(const Case& c, const std::vector<T>& a, const std::vector<T>& b,
                                 const std::vector<C>& before) {
    std::vector<Sum> product(before.size());
    for (std::int64_t i = 0; i < c.rows; ++i)
        for (std::int64_t j = 0; j < c.columns; ++j) {
            const auto at = std::size_t(i * c.columns + j);
            product[at].value = c.add ? double(gpu::load(before[at])) : 0;
            product[at].magnitude = std::abs(product[at].value);
            for (std::int64_t k = 0; k < c.depth; ++k) {
                const double term = double(gpu::load(a[std::size_t(c.ta ? k * c.rows + i : i * c.depth + k)])) *
                                    double(gpu::load(b[std::size_t(c.tb ? j * c.depth + k : k * c.columns + j)]));
                product[at].value += term;
                product[at].magnitude += std::abs(term);
            }
        }
    return product;
}

template <class T, class C>
void checkProducts(double quantum) {
    const auto one = gpu::makeCpuKernels(1), three = gpu::makeCpuKernels(3);
    for (const Case& c : cases()) {
        const auto a = narrowed<T>(test::sample(c.rows * c.depth, 1)), b = narrowed<T>(test::sample(c.depth * c.columns, 2));
        const auto before = narrowed<C>(test::sample(c.rows * c.columns, 3));
        const auto multiply = [&](gpu::Kernels& kernels) {
            std::vector<C> result = before;
            kernels.multiply({a.data(), c.ta ? c.depth : c.rows, c.ta ? c.rows : c.depth},
                             c.ta ? Transposed::Yes : Transposed::No,
                             {b.data(), c.tb ? c.columns : c.depth, c.tb ? c.depth : c.columns},
                             c.tb ? Transposed::Yes : Transposed::No, {result.data(), c.rows, c.columns},
                             c.add ? Accumulate::Yes : Accumulate::No);
            return result;
        };
        const std::vector<C> result = multiply(*one), threaded = multiply(*three);
        QVERIFY(std::memcmp(result.data(), threaded.data(), result.size() * sizeof(C)) == 0);
        const std::vector<Sum> right = plainProduct(c, a, b, before);
        for (std::size_t i = 0; i < right.size(); ++i) {
            // Half a quantum of the result (or of fp16's smallest numbers), and the rounding of sums in fp32.
            const double allowed = quantum * std::abs(right[i].value) + 1e-6 * right[i].magnitude + 0x1p-25;
            const double value = double(gpu::load(result[i]));
            QVERIFY2(std::abs(value - right[i].value) <= allowed,
                     qPrintable(QString::number(value) + u' ' + QString::number(right[i].value)));
        }
    }
}

}  // namespace

class SixteenBitProductsTest : public QObject {
    Q_OBJECT
private slots:
    void bf16ProductsAreRightAndTheSameForAnyNumberOfThreads() {
        checkProducts<gpu::Bf16, gpu::Bf16>(0x1p-8);
        checkProducts<gpu::Bf16, float>(0);
    }
    void fp16ProductsAreRightAndTheSameForAnyNumberOfThreads() {
        checkProducts<gpu::Fp16, gpu::Fp16>(0x1p-11);
        checkProducts<gpu::Fp16, float>(0);
    }
    void theSelfTestMeasuresEveryType() {
        using enum gpu::DType;
        QVERIFY(gpu::cpu::multiplyError(F32) < 1e-5);
        QVERIFY(gpu::cpu::multiplyError(F64) < 1e-13);
        // A 16-bit result cannot be exact: an error of 0 would mean that nothing was compared.
        for (const auto& [type, half] : {std::pair(Bf16, 0x1p-8), {F16, 0x1p-11}}) {
            const double error = gpu::cpu::multiplyError(type);
            QVERIFY2(error > half / 4 && error < 1.1 * half, qPrintable(QString::number(error)));
        }
        gpu::cpu::checkMultiply();
    }
    void withoutBf16InstructionsTheyAreRightToo() {
        if (qEnvironmentVariableIsSet("ONEDNN_MAX_CPU_ISA")) {
            QVERIFY(!gpu::cpu::Bf16Products::supported());
            return;
        }
        QProcess again;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("ONEDNN_MAX_CPU_ISA"), QStringLiteral("AVX2"));
        again.setProcessEnvironment(environment);
        again.start(QCoreApplication::applicationFilePath(), QStringList());
        QVERIFY(again.waitForFinished(120'000));
        const QByteArray output = again.readAllStandardOutput();
        QVERIFY2(again.exitStatus() == QProcess::NormalExit && again.exitCode() == 0, output);
    }
};

QTEST_GUILESS_MAIN(SixteenBitProductsTest)
#include "sixteen_bit_products_test.moc"
