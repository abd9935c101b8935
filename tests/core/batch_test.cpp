// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The batch triple: known answers, contradictions, and that nothing is ever floored.
#include "core/plan/batch.h"

#include <QTest>

#include <limits>

using namespace core;

namespace {

QString text(const Result<BatchTriple>& result) {
    return result ? QString() : QString::fromStdString(describe(result.error().front()));
}

constexpr std::nullopt_t kOpen = std::nullopt;

}  // namespace

class BatchTest : public QObject {
    Q_OBJECT

private slots:
    void fiveHundredTwelveOnThirtyTwoReplicasAccumulatesFour() {
        const auto triple = resolveBatch(512, 4, kOpen, 32);
        QVERIFY(triple);
        QCOMPARE(*triple, (BatchTriple{512, 4, 4}));
        QCOMPARE(triple->samplesPerCard(), std::int64_t(16));
    }

    void anyTwoGiveTheThird() {
        for (std::int64_t dp = 1; dp <= 6; ++dp)
            for (std::int64_t micro = 1; micro <= 6; ++micro)
                for (std::int64_t accumulation = 1; accumulation <= 6; ++accumulation) {
                    const BatchTriple whole{micro * accumulation * dp, micro, accumulation};
                    QCOMPARE(resolveBatch(whole.global, micro, kOpen, dp).value(), whole);
                    QCOMPARE(resolveBatch(whole.global, kOpen, accumulation, dp).value(), whole);
                    QCOMPARE(resolveBatch(kOpen, micro, accumulation, dp).value(), whole);
                    QCOMPARE(resolveBatch(whole.global, micro, accumulation, dp).value(), whole);
                }
    }

    void aQuotientThatIsNotWholeIsRefusedWithTheNearest() {
        // Flooring would give 32 // 3 // 4 = 2 and hide that 3·2·4 is 24.
        const auto result = resolveBatch(32, 3, kOpen, 4);
        QVERIFY(!result);
        QCOMPARE(
            text(result),
            QString("/batch/global: micro-batch·dp = 3·4 = 12 does not divide the global batch of 32; "
                    "use a global batch of 24 or 36, or micro-batch×micro-batches of 1×8, 2×4, 4×2, 8×1"));
    }

    void aBatchSmallerThanOneRoundIsRefused() {
        const auto result = resolveBatch(8, 4, kOpen, 4);
        QVERIFY(!result);
        QVERIFY(text(result).contains("use a global batch of 16, or micro-batch×micro-batches of 1×2, 2×1"));
    }

    void threeThatContradictEachOtherAreNamed() {
        const auto result = resolveBatch(512, 4, 2, 32);
        QVERIFY(!result);
        QCOMPARE(result.error().front().code, std::string("batch.contradiction"));
        QVERIFY(text(result).contains("4·2·32 = 256 but the global batch is 512"));
        QVERIFY(text(result).contains(
            "use a global batch of 256, or micro-batch×micro-batches of 1×16, 2×8, 4×4"));
    }

    void replicasThatCannotShareTheBatchAreSaid() {
        QCOMPARE(text(resolveBatch(10, 1, kOpen, 4)),
                 QString("/batch/global: micro-batch·dp = 1·4 = 4 does not divide the global batch of 10; "
                         "use a global batch of 8 or 12; dp=4 does not divide 10, whatever the micro-batch"));
        QVERIFY(text(resolveBatch(17, 2, 4, 2)).endsWith("use a global batch of 16; dp=2 does not divide 17, "
                                                         "whatever the micro-batch"));
    }

    void fewerThanTwoOrBelowOneIsRefused() {
        QCOMPARE(resolveBatch(512, kOpen, kOpen, 32).error().front().code, std::string("batch.needs-two"));
        QCOMPARE(resolveBatch(kOpen, kOpen, kOpen, 32).error().front().code, std::string("batch.needs-two"));
        QCOMPARE(resolveBatch(0, 1, kOpen, 1).error().front().code, std::string("number.below"));
        QCOMPARE(resolveBatch(8, 1, kOpen, 0).error().front().where, std::string("/layout/dp"));
    }

    void productsBeyondSixtyFourBitsAreRefused() {
        const std::int64_t most = std::numeric_limits<std::int64_t>::max();
        QCOMPARE(resolveBatch(kOpen, most, 2, 2).error().front().code, std::string("plan.too-large"));
        QCOMPARE(resolveBatch(kOpen, 2, most / 2, 2).error().front().code, std::string("plan.too-large"));
        QVERIFY(resolveBatch(most, most - 1, kOpen, 1).error().front().code == "batch.global-divisible");
    }
};

QTEST_GUILESS_MAIN(BatchTest)
#include "batch_test.moc"
