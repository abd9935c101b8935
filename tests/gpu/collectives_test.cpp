// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives between threads: every answer is computed from rank arithmetic.
#include "gpu/collectives/tracing.h"
#include "tests/support/rank_threads.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <cmath>

using gpu::Reduce;
using test::Member;
using test::runMembers;

namespace {

// Exactly representable, different for every member and element.
float valueOf(int member, std::size_t element) { return float(member + 1) * 0.5f + float(element % 1024); }

float sumOf(int members, std::size_t element) {
    return float(members) * float(members + 1) * 0.25f + float(members) * float(element % 1024);
}

std::vector<float> valuesOf(int member, std::size_t elements) {
    std::vector<float> values(elements);
    for (std::size_t i = 0; i < elements; ++i) values[i] = valueOf(member, i);
    return values;
}

template <class Error>
const Error* caught(const std::exception_ptr& pointer) {
    static thread_local std::unique_ptr<Error> copy;
    try {
        if (pointer) std::rethrow_exception(pointer);
    } catch (const Error& error) {
        copy = std::make_unique<Error>(error);
        return copy.get();
    } catch (...) {
    }
    return nullptr;
}

double seconds(std::chrono::steady_clock::time_point since) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - since).count();
}

}  // namespace

class CollectivesTest : public QObject {
    Q_OBJECT
private slots:
    void everyMemberGetsTheSum_data() { groupSizes(); }
    void everyMemberGetsTheSum();
    void theMaximumIsTakenOverAllMembers_data() { groupSizes(); }
    void theMaximumIsTakenOverAllMembers();
    void integersAndDoublesAreSummedExactly();
    void reduceScatterGivesEachMemberItsPart_data() { groupSizes(); }
    void reduceScatterGivesEachMemberItsPart();
    void reduceScatterAndAllReduceAgreeBitwise();
    void allGatherIsTheInverseOfReduceScatter_data() { groupSizes(); }
    void allGatherIsTheInverseOfReduceScatter();
    void broadcastCopiesTheRoot();
    void messagesArriveInOrderAlsoWhenTheSenderRunsAhead();
    void aCancelledRunEndsEveryWaitWithinATenthOfASecond();
    void aMissingMemberIsNamedAfterTheTimeout();
    void aSilentSenderIsNamedAfterTheTimeout();
    void aMemberOutOfStepIsNamed();
    void clocksMeetAtTheLatestMemberPlusTheLink();
    void aMessageArrivesAtTheSendersTimePlusTheLink();
    void cpuTimeInsideACollectiveIsNotCompute();
    void tracingCountsBytesAndTheWaitBeforeTheLastArrival();

private:
    static void groupSizes() {
        QTest::addColumn<int>("members");
        for (const int members : {1, 2, 3, 4, 8, 16}) QTest::addRow("%d", members) << members;
    }
    static void noErrors(const std::vector<std::exception_ptr>& errors) {
        for (const auto& error : errors) QVERIFY(!error);
    }
};

void CollectivesTest::everyMemberGetsTheSum() {
    QFETCH(int, members);
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    for (const std::size_t elements :
         {std::size_t(1), std::size_t(17), std::size_t(128), std::size_t(70'001)})
        noErrors(runMembers(members, {}, cancel, [&](Member member) {
            for (int round = 0; round < 3; ++round) {
                std::vector<float> data = valuesOf(member.rank, elements);
                member.group.allReduce(std::span<float>(data), Reduce::Sum);
                for (std::size_t i = 0; i < elements; ++i) wrong += data[i] != sumOf(members, i) ? 1 : 0;
            }
        }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::theMaximumIsTakenOverAllMembers() {
    QFETCH(int, members);
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    noErrors(runMembers(members, {}, cancel, [&](Member member) {
        std::vector<float> data(5000);
        for (std::size_t i = 0; i < data.size(); ++i) data[i] = float((int(i) + member.rank) % members);
        member.group.allReduce(std::span<float>(data), Reduce::Max);
        for (const float value : data) wrong += value != float(members - 1) ? 1 : 0;
    }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::integersAndDoublesAreSummedExactly() {
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    noErrors(runMembers(4, {}, cancel, [&](Member member) {
        std::vector<std::int64_t> big(300, (std::int64_t(1) << 60) / 4 + member.rank);
        member.group.allReduce(std::span<std::int64_t>(big), Reduce::Sum);
        for (const std::int64_t value : big) wrong += value != (std::int64_t(1) << 60) + 6 ? 1 : 0;
        double loss = 0.25 * member.rank;
        member.group.allReduce(std::span<double>(&loss, 1), Reduce::Sum);
        wrong += loss != 1.5 ? 1 : 0;
    }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::reduceScatterGivesEachMemberItsPart() {
    QFETCH(int, members);
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    for (const std::size_t elements : {std::size_t(1), std::size_t(6), std::size_t(10'007)})
        noErrors(runMembers(members, {}, cancel, [&](Member member) {
            std::vector<float> data = valuesOf(member.rank, elements);
            const std::size_t part = (elements + std::size_t(members) - 1) / std::size_t(members);
            const std::size_t begin = std::min(elements, part * std::size_t(member.rank));
            const std::size_t end = std::min(elements, begin + part);
            const auto own = std::span<float>(data).subspan(begin, end - begin);
            member.group.reduceScatter(data, own, std::int64_t(part));
            for (std::size_t i = begin; i < end; ++i) wrong += data[i] != sumOf(members, i) ? 1 : 0;
        }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::reduceScatterAndAllReduceAgreeBitwise() {
    constexpr std::size_t kElements = 4099;
    constexpr int kMembers = 5;
    const gpu::CancelToken cancel;
    std::atomic<int> different{0};
    noErrors(runMembers(kMembers, {}, cancel, [&](Member member) {
        std::vector<float> whole(kElements);
        for (std::size_t i = 0; i < kElements; ++i)
            whole[i] = std::sin(float(i) * 1.7f) * std::pow(10.f, float(member.rank) - 2);
        std::vector<float> scattered = whole;
        const std::size_t part = (kElements + kMembers - 1) / kMembers;
        const std::size_t begin = part * std::size_t(member.rank), end = std::min(kElements, begin + part);
        member.group.allReduce(std::span<float>(whole), Reduce::Sum);
        member.group.reduceScatter(scattered, std::span<float>(scattered).subspan(begin, end - begin),
                                   std::int64_t(part));
        for (std::size_t i = begin; i < end; ++i) different += whole[i] != scattered[i] ? 1 : 0;
    }));
    QCOMPARE(different.load(), 0);
}

void CollectivesTest::allGatherIsTheInverseOfReduceScatter() {
    QFETCH(int, members);
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    for (const std::size_t elements : {std::size_t(5), std::size_t(9'001)})
        noErrors(runMembers(members, {}, cancel, [&](Member member) {
            const std::size_t part = (elements + std::size_t(members) - 1) / std::size_t(members);
            const std::size_t begin = std::min(elements, part * std::size_t(member.rank));
            const std::size_t count = std::min(elements, begin + part) - begin;
            std::vector<float> whole(elements, -1.f);
            for (std::size_t i = begin; i < begin + count; ++i) whole[i] = valueOf(0, i);
            member.group.allGather(std::span<const float>(whole).subspan(begin, count), whole,
                                   std::int64_t(part));
            for (std::size_t i = 0; i < elements; ++i) wrong += whole[i] != valueOf(0, i) ? 1 : 0;
        }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::broadcastCopiesTheRoot() {
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    noErrors(runMembers(4, {}, cancel, [&](Member member) {
        for (int root = 0; root < 4; ++root) {
            std::vector<float> data = valuesOf(member.rank, 1000);
            member.group.broadcast(data, root);
            wrong += data != valuesOf(root, 1000) ? 1 : 0;
        }
    }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::messagesArriveInOrderAlsoWhenTheSenderRunsAhead() {
    const gpu::CancelToken cancel;
    std::atomic<int> wrong{0};
    noErrors(runMembers(3, {}, cancel, [&](Member member) {
        std::vector<float> data(100);
        for (int message = 0; message < 20; ++message) {
            if (member.rank > 0) {
                member.group.receive(data, member.rank - 1);
                for (const float value : data) wrong += value != float(message) ? 1 : 0;
            }
            std::fill(data.begin(), data.end(), float(message));
            if (member.rank < 2) member.group.send(data, member.rank + 1);
        }
    }));
    QCOMPARE(wrong.load(), 0);
}

void CollectivesTest::aCancelledRunEndsEveryWaitWithinATenthOfASecond() {
    gpu::CancelToken cancel;
    std::chrono::steady_clock::time_point cancelledAt;
    std::thread stopper([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        cancelledAt = std::chrono::steady_clock::now();
        cancel.cancel();
    });
    const auto errors = runMembers(4, {}, cancel, [&](Member member) {
        std::vector<float> data(10);
        if (member.rank == 1) member.group.receive(data, 2);               // never sent
        if (member.rank != 1 && member.rank != 3) member.group.barrier();  // 1 and 3 never come
    });
    const double late = seconds(cancelledAt);
    stopper.join();
    for (const int member : {0, 1, 2}) QVERIFY(caught<gpu::Cancelled>(errors[std::size_t(member)]));
    QVERIFY(!errors[3]);
    QVERIFY2(late < 0.1, qPrintable(QString::number(late)));
}

void CollectivesTest::aMissingMemberIsNamedAfterTheTimeout() {
    const gpu::CancelToken cancel;
    const auto start = std::chrono::steady_clock::now();
    const auto errors = runMembers(
        4, {{}, 0.2}, cancel,
        [](Member member) {
            for (int call = 0; call < (member.rank == 2 ? 3 : 4); ++call) member.group.barrier();
        },
        10);
    QVERIFY(seconds(start) < 1.2);
    for (const int member : {0, 1, 3}) {
        const auto* error = caught<gpu::CollectiveError>(errors[std::size_t(member)]);
        QVERIFY(error);
        QCOMPARE(error->rank(), 12);
    }
}

void CollectivesTest::aSilentSenderIsNamedAfterTheTimeout() {
    const gpu::CancelToken cancel;
    const auto errors = runMembers(
        2, {{}, 0.1}, cancel,
        [](Member member) {
            std::vector<float> data(4);
            if (member.rank == 0) member.group.receive(data, 1);
        },
        4);
    const auto* error = caught<gpu::CollectiveError>(errors[0]);
    QVERIFY(error);
    QCOMPARE(error->rank(), 5);
}

void CollectivesTest::aMemberOutOfStepIsNamed() {
    const gpu::CancelToken cancel;
    const auto errors = runMembers(4, {{}, 2}, cancel, [](Member member) {
        std::vector<float> data(member.rank == 1 ? 2000 : 1000);
        member.group.allReduce(std::span<float>(data), Reduce::Sum);
    });
    for (const auto& pointer : errors) {
        const auto* error = caught<gpu::CollectiveError>(pointer);
        QVERIFY(error);
        QCOMPARE(error->rank(), 1);
    }
}

void CollectivesTest::clocksMeetAtTheLatestMemberPlusTheLink() {
    const gpu::CancelToken cancel;
    const core::Link link{1e9, 1e-6};
    std::vector<double> ends(4);
    noErrors(runMembers(4, {link, 60}, cancel, [&](Member member) {
        std::vector<float> data(25'000);  // 100 kB
        member.clock.restart();
        member.clock.add(member.rank);
        member.group.allReduce(std::span<float>(data), Reduce::Sum);
        ends[std::size_t(member.rank)] = member.clock.now();
    }));
    const double ring = 6 * 1e-6 + 2 * 3 / 4.0 * 1e5 / 1e9;
    for (const double end : ends) {
        QCOMPARE(end, ends[0]);
        QVERIFY2(std::abs(end - (3 + ring)) < 5e-3, qPrintable(QString::number(end)));
        QVERIFY(end >= 3 + ring);
    }
}

void CollectivesTest::aMessageArrivesAtTheSendersTimePlusTheLink() {
    const gpu::CancelToken cancel;
    const core::Link link{1e6, 0.5};
    std::vector<double> ends(3);
    noErrors(runMembers(3, {link, 60}, cancel, [&](Member member) {
        std::vector<float> data(250);  // 1 kB: 1 ms on the link
        member.clock.restart();
        if (member.rank == 0) {
            member.clock.add(2);
            member.group.send(data, 1);
            member.group.send(data, 2);
        } else {
            member.clock.add(member.rank == 1 ? 0 : 7);
            member.group.receive(data, 0);
        }
        ends[std::size_t(member.rank)] = member.clock.now();
    }));
    QVERIFY(std::abs(ends[0] - 2) < 5e-3);      // sending occupies nobody
    QVERIFY(std::abs(ends[1] - 2.501) < 5e-3);  // the receiver waited
    QVERIFY(std::abs(ends[2] - 7) < 5e-3);      // the message had long arrived
}

void CollectivesTest::cpuTimeInsideACollectiveIsNotCompute() {
    const gpu::CancelToken cancel;
    noErrors(runMembers(4, {}, cancel, [&](Member member) {
        std::vector<float> data(4'000'000);
        member.group.barrier();
        member.clock.restart();
        const double cpu = gpu::threadCpuSeconds();
        for (int i = 0; i < 3; ++i) member.group.allReduce(std::span<float>(data), Reduce::Sum);
        member.clock.addCompute();
        const double spent = gpu::threadCpuSeconds() - cpu;
        QVERIFY2(member.clock.now() < 0.2 * spent, qPrintable(QString::number(member.clock.now() / spent)));
    }));
}

void CollectivesTest::tracingCountsBytesAndTheWaitBeforeTheLastArrival() {
    const gpu::CancelToken cancel;
    std::vector<core::Rank> ranks{core::Rank(0), core::Rank(1)};
    gpu::ThreadGroup group(ranks, {{1e9, 0}, 60}, cancel);
    std::vector<std::vector<core::CollectiveEvent>> events(2);
    std::vector<std::thread> threads;
    for (int member = 0; member < 2; ++member)
        threads.emplace_back([&, member] {
            gpu::VirtualClock clock;
            gpu::CallTiming total;
            gpu::TracingCommunicator traced(group.join(member, clock), core::GroupKind::Tensor, total);
            std::vector<float> data(1000);
            for (int i = 0; i < 3; ++i) {
                if (member == 1) std::this_thread::sleep_for(std::chrono::milliseconds(20));
                traced.allReduce(std::span<float>(data), Reduce::Sum);
            }
            traced.appendEvents(7, member, events[std::size_t(member)]);
            QCOMPARE(total.linkSeconds, 3 * 4000 / 1e9);
        });
    for (std::thread& thread : threads) thread.join();
    for (int member = 0; member < 2; ++member) {
        QCOMPARE(events[std::size_t(member)].size(), std::size_t(1));
        const core::CollectiveEvent& event = events[std::size_t(member)][0];
        QCOMPARE(event.step, std::int64_t(7));
        QCOMPARE(event.op, std::string("all-reduce"));
        QCOMPARE(event.calls, std::int64_t(3));
        QCOMPARE(event.bytes.value(), std::int64_t(12'000));
        QCOMPARE(event.linkSeconds, 3 * 4000 / 1e9);
        QVERIFY(member == 0 ? event.waitSeconds > 0.05 : event.waitSeconds < 0.02);
        QVERIFY(event.waitSeconds <= event.seconds);
    }
}

QTEST_GUILESS_MAIN(CollectivesTest)
#include "collectives_test.moc"
