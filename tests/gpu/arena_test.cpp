// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The arena: bytes by category, the peak, the cap of a card and what it says when a request is refused.
#include "gpu/device/arena.h"

#include <QtTest>

using core::Bytes;
using core::MemoryCategory;

namespace {

Bytes of(const core::CategoryBytes& bytes, MemoryCategory category) { return bytes[std::size_t(category)]; }

}  // namespace

class ArenaTest : public QObject {
    Q_OBJECT

private slots:
    void everyByteIsCountedUnderItsCategoryAndGivenBack() {
        gpu::Arena arena(0, Bytes(1000));
        {
            const gpu::Buffer weights = arena.allocate(Bytes(101), MemoryCategory::Parameters, "weights");
            gpu::Buffer activations = arena.allocate(Bytes(7), MemoryCategory::Activations, "x");
            QCOMPARE(of(arena.current(), MemoryCategory::Parameters).value(), 101);
            QCOMPARE(of(arena.current(), MemoryCategory::Activations).value(), 7);
            activations.reset();
            QCOMPARE(of(arena.current(), MemoryCategory::Activations).value(), 0);
            QVERIFY(!activations);
        }
        QCOMPARE(core::sum(arena.current()).value(), 0);
    }

    void buffersBeginOnACacheLineAndMoveWithTheirBytes() {
        gpu::Arena arena(0, Bytes(1000));
        gpu::Buffer a = arena.allocate(Bytes(3), MemoryCategory::Temporary, "a");
        gpu::Buffer b = arena.allocate(Bytes(5), MemoryCategory::Temporary, "b");
        QCOMPARE(reinterpret_cast<std::uintptr_t>(a.data()) % 64, std::uintptr_t(0));
        QCOMPARE(reinterpret_cast<std::uintptr_t>(b.data()) % 64, std::uintptr_t(0));
        const std::byte* const data = b.data();
        a = std::move(b);
        QCOMPARE(a.data(), data);
        QCOMPARE(core::sum(arena.current()).value(), 5);
    }

    void thePeakIsWhatTheCategoriesHeldAtOneInstant() {
        gpu::Arena arena(0, Bytes(1000));
        const gpu::Buffer weights = arena.allocate(Bytes(100), MemoryCategory::Parameters, "w");
        gpu::Buffer x = arena.allocate(Bytes(300), MemoryCategory::Activations, "x");
        x.reset();
        const gpu::Buffer bucket = arena.allocate(Bytes(200), MemoryCategory::Gradients, "g");
        QCOMPARE(arena.peak().value(), 400);
        QCOMPARE(of(arena.atPeak(), MemoryCategory::Activations).value(), 300);
        QCOMPARE(of(arena.atPeak(), MemoryCategory::Gradients).value(), 0);
        arena.resetPeak();
        QCOMPARE(arena.peak().value(), 300);
    }

    void theCapIsExactAndTheRefusalSaysWhatTheCardHolds() {
        gpu::Arena arena(5, Bytes(100));
        const gpu::Buffer w = arena.allocate(Bytes(60), MemoryCategory::Parameters, "w");
        const gpu::Buffer x1 = arena.allocate(Bytes(15), MemoryCategory::Activations, "x");
        const gpu::Buffer x2 = arena.allocate(Bytes(15), MemoryCategory::Activations, "x");
        try {
            (void)arena.allocate(Bytes(11), MemoryCategory::Optimizer, "moments");
            QFAIL("a byte beyond the cap was granted");
        } catch (const gpu::OutOfMemoryError& error) {
            const core::OutOfMemory& report = error.report();
            QCOMPARE(report.rank, 5);
            QCOMPARE(report.requested.value(), 11);
            QCOMPARE(report.capacity.value(), 100);
            QCOMPARE(report.tensor, std::string("moments"));
            QCOMPARE(core::sum(report.held).value(), 90);
            QCOMPARE(report.entries.size(), std::size_t(2));
            QCOMPARE(report.entries[0].first, std::string("parameters: w"));
            QCOMPARE(report.entries[1].first, std::string("activations: x"));
            QCOMPARE(report.entries[1].second.value(), 30);
        }
        const gpu::Buffer last = arena.allocate(Bytes(10), MemoryCategory::Optimizer, "fits");
        QCOMPARE(core::sum(arena.current()).value(), 100);
    }

    void freedBlocksServeTheNextRequestOfTheirSize() {
        gpu::Arena arena(0, Bytes(1000));
        gpu::Buffer a = arena.allocate(Bytes(64), MemoryCategory::Activations, "a");
        const std::byte* const data = a.data();
        a.reset();
        const gpu::Buffer b = arena.allocate(Bytes(64), MemoryCategory::Gradients, "b");
        QCOMPARE(b.data(), data);
        QCOMPARE(of(arena.current(), MemoryCategory::Gradients).value(), 64);
        QCOMPARE(of(arena.current(), MemoryCategory::Activations).value(), 0);
    }
};

QTEST_GUILESS_MAIN(ArenaTest)
#include "arena_test.moc"
