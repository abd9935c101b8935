// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives of several pieces, and collectives that pass beside the computing on the virtual clock.
#include "gpu/collectives/tracing.h"
#include "tests/support/rank_threads.h"

#include <QTest>

#include <cmath>

using test::Member;
using test::runMembers;

namespace {

float valueOf(int member, std::size_t element) { return std::sin(float(element) * 0.3f + float(member)); }

void noErrors(const std::vector<std::exception_ptr>& errors) {
    for (const auto& error : errors)
        if (error) std::rethrow_exception(error);
}

// Two buffers of 30 and 17 elements behind each other, as a bucket of two units has them.
std::vector<gpu::Communicator::Piece> piecesOf(std::vector<float>& a, std::vector<float>& b, int member, int members) {
    const auto part = [&](std::int64_t elements) { return (elements + members - 1) / members; };
    const auto sizeOf = [&](std::int64_t elements) {
        return std::size_t(std::clamp<std::int64_t>(elements - part(elements) * member, 0, part(elements)));
    };
    a.assign(sizeOf(30), 0.f);
    b.assign(sizeOf(17), 0.f);
    return {{0, 30, part(30), std::span<float>(a)}, {30, 17, part(17), std::span<float>(b)}};
}

std::vector<float> bucketOf(int member) {
    std::vector<float> bucket(47);
    for (std::size_t i = 0; i < bucket.size(); ++i) bucket[i] = valueOf(member, i);
    return bucket;
}

}  // namespace

class OverlapTest : public QObject {
    Q_OBJECT
private slots:
    void piecesOfOneCallAreThoseOfCallsOfTheirOwn();
    void aMemberWithOtherPiecesIsNamed();
    void whatIsOverlappedCostsOnlyWhatIsLeftOfIt();
    void oneCallAfterTheOtherPassesOnTheChannel();
};

void OverlapTest::piecesOfOneCallAreThoseOfCallsOfTheirOwn() {
    for (const int members : {1, 2, 3, 4, 8}) {
        const gpu::CancelToken cancel;
        noErrors(runMembers(members, {}, cancel, [&](Member member) {
            const std::vector<float> bucket = bucketOf(member.rank);
            std::vector<float> a, b;
            const auto pieces = piecesOf(a, b, member.rank, members);
            member.group.reduceScatter(std::span<const float>(bucket), pieces);
            std::vector<float> first(a.size()), second(b.size());
            const gpu::ConstVector all{std::span<const float>(bucket)};
            member.group.reduceScatter(all.part(0, 30), std::span<float>(first), pieces[0].part);
            member.group.reduceScatter(all.part(30, 17), std::span<float>(second), pieces[1].part);
            if (a != first || b != second) throw std::runtime_error("other sums in one call");
        }));
    }
}

void OverlapTest::aMemberWithOtherPiecesIsNamed() {
    const gpu::CancelToken cancel;
    const auto errors = runMembers(3, {}, cancel, [&](Member member) {
        const std::vector<float> bucket = bucketOf(member.rank);
        std::vector<float> a, b;
        auto pieces = piecesOf(a, b, member.rank, 3);
        if (member.rank == 1) pieces.pop_back();
        member.group.reduceScatter(std::span<const float>(bucket), pieces);
    });
    for (const auto& error : errors) {
        try {
            QVERIFY(error != nullptr);
            std::rethrow_exception(error);
        } catch (const gpu::CollectiveError& out) {
            QCOMPARE(out.rank(), 1);
        }
    }
}

// Two latencies of 0.1 s beside no computing, half as much and ten times as much. What members compute themselves on the
// way, and wait for each other's, stays under 20 ms.
void OverlapTest::whatIsOverlappedCostsOnlyWhatIsLeftOfIt() {
    const gpu::CancelToken cancel;
    constexpr double kOwn = 0.02;
    const core::Link link{1e9, 0.1};
    const double all = core::collectiveSeconds(core::CollectiveKind::AllReduce, 2, core::Bytes(1'000'000), link).value();
    for (const double computing : {0.0, all / 2, 10 * all}) {
        std::vector<double> ends(2), charged(2), hidden(2);
        noErrors(runMembers(2, {link, 60}, cancel, [&](Member member) {
            gpu::CallTiming total;
            gpu::ThreadGroup solo({core::Rank(member.rank)}, {}, cancel);
            std::vector<float> data(250'000);
            member.clock.restart();
            member.group.beginOverlap();
            member.group.allReduce(std::span<float>(data), gpu::Reduce::Sum);
            total += member.group.lastCall();
            const auto ticket = member.group.endOverlap();
            member.clock.add(computing);
            member.group.await(ticket);
            total += member.group.lastCall();
            ends[std::size_t(member.rank)] = member.clock.now();
            charged[std::size_t(member.rank)] = total.linkSeconds;
            hidden[std::size_t(member.rank)] = total.hiddenSeconds;
        }));
        for (int member = 0; member < 2; ++member) {
            const auto at = std::size_t(member);
            QCOMPARE(hidden[at], all);
            QVERIFY2(ends[at] >= std::max(all, computing) && ends[at] < std::max(all, computing) + kOwn,
                     qPrintable(QString::number(ends[at])));
            QVERIFY(std::abs(charged[at] - std::max(0.0, all - computing)) < kOwn);
            if (computing > all) QCOMPARE(charged[at], 0.0);
        }
    }
}

void OverlapTest::oneCallAfterTheOtherPassesOnTheChannel() {
    const gpu::CancelToken cancel;
    const core::Link link{0, 0.1};  // 0.2 s a sum of two members
    noErrors(runMembers(2, {link, 60}, cancel, [&](Member member) {
        std::vector<float> data(1000);
        member.clock.restart();
        member.group.beginOverlap();
        for (int call = 0; call < 3; ++call) member.group.allReduce(std::span<float>(data), gpu::Reduce::Sum);
        const auto ticket = member.group.endOverlap();
        if (std::abs(ticket.virtualEnd - 0.6) > 0.1) throw std::runtime_error("calls at the same time");
        // One that is waited for comes behind them, and a new step knows nothing of the old one's channel.
        member.group.allReduce(std::span<float>(data), gpu::Reduce::Sum);
        if (member.clock.now() < ticket.virtualEnd + 0.2) throw std::runtime_error("overtaken on the channel");
        member.clock.restart();
        member.group.barrier();
        if (member.clock.now() > 0.3) throw std::runtime_error("the channel outlives the step");
    }));
}

QTEST_GUILESS_MAIN(OverlapTest)
#include "overlap_test.moc"
