// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The emulator catches what it promises to: planted faults, each beside the sound kernel. And its tensor cores
// multiply.
#include "gpu/cuda/kernels/async_copy.cuh"
#include "gpu/cuda/kernels/fragments.cuh"
#include "tests/support/samples.h"

#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <thread>
#include <vector>

namespace {

using namespace gpu::cuda;
namespace emulation = gpu::emulation;
using emulation::Order;

enum class Fault { None, Planted };

// Each thread reads its neighbour's number.
__global__ void rotateBlock(Fault fault, const float* in, float* out) {
    SHARED_ARRAY(float, shared, 64);
    const unsigned i = threadIdx.x;
    shared[i] = in[i];
    if (fault == Fault::None) __syncthreads();
    out[i] = shared[(i + 1) % 64];
}

__global__ void rotateWarp(Fault fault, const float* in, float* out) {
    SHARED_ARRAY(float, shared, 32);
    const unsigned i = threadIdx.x;
    shared[i] = in[i];
    if (fault == Fault::None) __syncwarp();
    out[i] = shared[(i + 1) % 32];
}

// Shared memory is used again while slow threads still read it.
__global__ void reuse(Fault fault, const float* in, float* out) {
    SHARED_ARRAY(float, shared, 64);
    const unsigned i = threadIdx.x;
    float sum = 0;
    for (int round = 0; round < 2; ++round) {
        shared[i] = in[i] * float(round + 1);
        __syncthreads();
        sum += shared[(i + 1) % 64];
        if (fault == Fault::None) __syncthreads();
    }
    out[i] = sum;
}

__global__ void copyThrough(Fault fault, const float* in, float* out) {
    DYNAMIC_SHARED(memory);
    float* const shared = reinterpret_cast<float*>(memory);
    const unsigned i = threadIdx.x;
    copyAsync16(shared + 4 * i, in + 4 * i);
    commitCopies();
    copyAsync16(shared + 4 * (64 + i), in + 4 * (64 + i));
    commitCopies();
    if (fault == Fault::None)
        waitForCopies<0>();
    else
        waitForCopies<1>();
    __syncthreads();
    for (unsigned k = 0; k < 4; ++k) out[4 * i + k] = shared[4 * i + k] + shared[4 * (64 + (i + 1) % 64) + k];
}

__global__ void divergent(Fault fault, int* out) {
    if (fault == Fault::None || threadIdx.x < 32) __syncthreads();
    out[threadIdx.x] = 1;
}
__global__ void divergentWarp(Fault fault, int* out) {
    if (fault == Fault::None || threadIdx.x % 2 == 0) __syncwarp();
    out[threadIdx.x] = 1;
}

__global__ void readsWhatNobodyWrote(Fault fault, float* out) {
    SHARED_ARRAY(float, shared, 32);
    if (fault == Fault::None || threadIdx.x != 5) shared[threadIdx.x] = 1.0f;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = shared[threadIdx.x];
}

__global__ void sumOfBlock(const float* in, float* out) {
    const float sum = overBlock<Sum>(in[threadIdx.x]), largest = overBlock<Largest>(in[threadIdx.x]);
    out[threadIdx.x] = sum + 1000.0f * largest;
}

// c (16 × 8) = a (16 × 16) · b (16 × 8), operands by way of shared memory.
template <class T>
__global__ void multiplyOnce(const T* a, const T* byColumns, const T* byRows, float* c) {
    SHARED_ARRAY(T, tileA, 16 * 24);
    SHARED_ARRAY(T, columns, 16 * 24);
    SHARED_ARRAY(T, rows, 16 * 24);
    for (int i = laneOfWarp(); i < 256; i += kWarp) {
        const int place = i / 16 * 24 + i % 16;
        tileA[place] = a[i];
        columns[place] = byColumns[i];
        rows[place] = byRows[i];
    }
    __syncwarp();
    std::uint32_t left[4], right[4], other[4];
    loadA<24>(left, tileA);
    loadBOfColumns<24>(right, columns);
    loadBOfRows<24>(other, rows);
    float sums[4][4] = {};
    multiplyFragments<T>(sums[0], left, right[0], right[1]);
    multiplyFragments<T>(sums[1], left, right[2], right[3]);
    multiplyFragments<T>(sums[2], left, other[0], other[1]);
    multiplyFragments<T>(sums[3], left, other[2], other[3]);
    for (int product = 0; product < 4; ++product)
        for (int k = 0; k < 4; ++k) {
            const int row = laneOfWarp() / 4 + k / 2 * 8, column = 2 * (laneOfWarp() % 4) + k % 2;
            c[product / 2 * 256 + row * 16 + product % 2 * 8 + column] = sums[product][k];
        }
}

std::vector<float> outOf(Order order, void (*kernel)(Fault, const float*, float*), Fault fault, int threads,
                         std::size_t numbers, int sharedBytes = 0) {
    const emulation::OrderScope scope(order);
    const std::vector<float> in = test::sample(std::int64_t(numbers), 7);
    std::vector<float> out(numbers);
    launch(kernel, {1}, threads, sharedBytes, nullptr, fault, in.data(), out.data());
    return out;
}

bool ordersAgree(void (*kernel)(Fault, const float*, float*), Fault fault, int threads, std::size_t numbers,
                 int sharedBytes = 0) {
    const auto forward = outOf(Order::Forward, kernel, fault, threads, numbers, sharedBytes),
               reverse = outOf(Order::Reverse, kernel, fault, threads, numbers, sharedBytes);
    return std::memcmp(forward.data(), reverse.data(), numbers * sizeof(float)) == 0 &&
           std::ranges::none_of(forward, [](float value) { return std::isnan(value); });
}

}  // namespace

class EmulatorTest : public QObject {
    Q_OBJECT

private slots:
    void aMissingBlockBarrierShowsInTheOrders() {
        QVERIFY(ordersAgree(rotateBlock, Fault::None, 64, 64));
        QVERIFY(!ordersAgree(rotateBlock, Fault::Planted, 64, 64));
    }
    void aMissingWarpBarrierShowsInTheOrders() {
        QVERIFY(ordersAgree(rotateWarp, Fault::None, 32, 32));
        QVERIFY(!ordersAgree(rotateWarp, Fault::Planted, 32, 32));
    }
    void sharedMemoryThatIsUsedAgainTooEarlyShowsInTheOrders() {
        QVERIFY(ordersAgree(reuse, Fault::None, 64, 64));
        QVERIFY(!ordersAgree(reuse, Fault::Planted, 64, 64));
    }
    void aCopyThatWasNotWaitedForIsNotThere() {
        constexpr int kBytes = 4 * 128 * int(sizeof(float));
        QVERIFY(ordersAgree(copyThrough, Fault::None, 64, 512, kBytes));
        QVERIFY(!ordersAgree(copyThrough, Fault::Planted, 64, 512, kBytes));
    }

    void aDivergentBarrierIsAnErrorThatNamesIt() {
        std::vector<int> out(64);
        launch(divergent, {2}, 64, 0, nullptr, Fault::None, out.data());
        launch(divergentWarp, {2}, 64, 0, nullptr, Fault::None, out.data());
        try {
            launch(divergent, {2}, 64, 0, nullptr, Fault::Planted, out.data());
            QFAIL("not noticed");
        } catch (const std::logic_error& error) {
            QVERIFY2(QString(error.what()).contains("32 of 64 threads have ended"), error.what());
        }
        try {
            launch(divergentWarp, {2}, 64, 0, nullptr, Fault::Planted, out.data());
            QFAIL("not noticed");
        } catch (const std::logic_error& error) {
            QVERIFY2(QString(error.what()).contains("block (0, 0, 0), warp 0: 16 of 32 threads"), error.what());
        }
    }

    void sharedMemoryThatNobodyWroteIsNoNumber() {
        std::vector<float> out(96);
        launch(readsWhatNobodyWrote, {3}, 32, 0, nullptr, Fault::None, out.data());
        QVERIFY(std::ranges::all_of(out, [](float value) { return value == 1.0f; }));
        launch(readsWhatNobodyWrote, {3}, 32, 0, nullptr, Fault::Planted, out.data());
        for (const std::size_t block : {0u, 1u, 2u}) QVERIFY(std::isnan(out[block * 32 + 5]));
    }

    void whatAThreadThrowsReachesTheLauncher() {
        const auto throwing = [] {
            if (emulation::here().thread.x == 40) throw std::runtime_error("thread 40");
            emulation::blockBarrier();
        };
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, emulation::run({3, 1, 1}, 64, 0, throwing));
        std::vector<int> out(64);
        launch(divergent, {1}, 64, 0, nullptr, Fault::None, out.data());  // and the next launch is sound
        QCOMPARE(out[63], 1);
    }

    void sumsAndMaximaReachEveryThreadOfABlock() {
        for (const int threads : {32, 96, 256, 1024}) {
            std::vector<float> in(std::size_t(threads), 0.5f), out(in.size());
            in[std::size_t(threads) / 2] = 2.0f;
            launch(sumOfBlock, {1}, threads, 0, nullptr, in.data(), out.data());
            for (const float value : out) QCOMPARE(value, 0.5f * float(threads) + 1.5f + 2000.0f);
        }
    }

    void rankThreadsLaunchAtTheSameTime() {
        std::array<std::vector<float>, 4> outs;
        std::vector<std::thread> ranks;
        for (std::size_t rank = 0; rank < outs.size(); ++rank)
            ranks.emplace_back([&outs, rank] {
                const std::vector<float> in(256, float(rank));
                outs[rank].resize(256);
                for (int round = 0; round < 20; ++round)
                    launch(sumOfBlock, {3}, 256, 0, nullptr, in.data(), outs[rank].data());
            });
        for (std::thread& rank : ranks) rank.join();
        for (std::size_t rank = 0; rank < outs.size(); ++rank)
            for (const float value : outs[rank]) QCOMPARE(value, 1256.0f * float(rank));
    }

    void aBlockIsWholeWarpsAndAGridHasLimits() {
        int out = 0;
        for (const int threads : {0, 33, 2048})
            QVERIFY_THROWS_EXCEPTION(std::logic_error, launch(divergent, {1}, threads, 0, nullptr, Fault::None, &out));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, launch(divergent, {1, 70000}, 32, 0, nullptr, Fault::None, &out));
        QVERIFY_THROWS_EXCEPTION(std::logic_error, launch(divergent, {1}, 32, 100 * 1024, nullptr, Fault::None, &out));
        launch(divergent, {0}, 32, 0, nullptr, Fault::None, nullptr);  // nothing to do
    }

    void fragmentsMultiplyLikeMatrices() {
        multiplies<gpu::Bf16>();
        multiplies<gpu::Fp16>();
    }

private:
    template <class T>
    static void multiplies() {
        std::array<std::vector<T>, 3> factors;
        for (unsigned i = 0; i < 3; ++i)
            for (const float value : test::sample(256, 31 + i)) factors[i].push_back(narrow<T>(value));
        std::vector<float> products(512);
        launch(multiplyOnce<T>, {1}, 32, 0, nullptr, factors[0].data(), factors[1].data(), factors[2].data(),
               products.data());
        for (int row = 0; row < 16; ++row)
            for (int column = 0; column < 16; ++column) {
                double byColumns = 0, byRows = 0;
                for (int k = 0; k < 16; ++k) {
                    const double left = double(wide(factors[0][std::size_t(row * 16 + k)]));
                    byColumns += left * double(wide(factors[1][std::size_t(column * 16 + k)]));
                    byRows += left * double(wide(factors[2][std::size_t(k * 16 + column)]));
                }
                QVERIFY(std::abs(double(products[std::size_t(row * 16 + column)]) - byColumns) < 1e-5);
                QVERIFY(std::abs(double(products[std::size_t(256 + row * 16 + column)]) - byRows) < 1e-5);
            }
    }
};

QTEST_GUILESS_MAIN(EmulatorTest)
#include "emulator_test.moc"
