// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// ZeRO-3's buffer of live parameters: what is gathered when, by hand-made orders and against every later use.
#include "core/memory/live_parameters.h"
#include "core/schedule/table.h"
#include "tests/support/plans.h"

#include <QTest>

#include <random>

using namespace core;

namespace {

using Gathers = std::vector<int>;

// Units gathered by a walk along the uses, and whether those in use ever lay over each other.
Gathers walk(LiveParameters& live, const std::vector<int>& uses) {
    Gathers gathered;
    live.begin(uses);
    for (const int unit : uses) {
        const LiveParameters::Use use = live.acquire(unit);
        if (use.gather) gathered.push_back(use.gather->unit);
        for (const LiveParameters::Gather& ahead : use.prefetches) gathered.push_back(ahead.unit);
        live.release(unit);
    }
    return gathered;
}

// Fewest gathers of equal units with room for `room` of them: Belady's rule, written anew.
std::size_t fewest(const std::vector<int>& uses, std::size_t room) {
    std::vector<int> held;
    std::size_t gathers = 0;
    for (std::size_t at = 0; at < uses.size(); ++at) {
        if (std::ranges::find(held, uses[at]) != held.end()) continue;
        ++gathers;
        if (held.size() == room) {
            const auto next = [&](int unit) {
                return std::find(uses.begin() + std::ptrdiff_t(at), uses.end(), unit) - uses.begin();
            };
            held.erase(std::ranges::max_element(held, {}, next));
        }
        held.push_back(uses[at]);
    }
    return gathers;
}

}  // namespace

class LiveParametersTest : public QObject {
    Q_OBJECT
private slots:
    void aBufferOfOneUnitGathersAtEveryChange() {
        LiveParameters live({10, 0, {{0, 10}, {1, 10}, {2, 10}}});
        QCOMPARE(walk(live, {0, 1, 2, 2, 1, 0}), (Gathers{0, 1, 2, 1, 0}));
        QCOMPARE(walk(live, {0, 1}), (Gathers{1}));  // 0 lies there still
        live.forget();
        QCOMPARE(walk(live, {1, 1}), (Gathers{1}));
    }

    void theUnitOfTheFarthestUseGivesPlace() {
        LiveParameters live({20, 0, {{0, 10}, {1, 10}, {2, 10}}});
        // 2 takes the place of 0, which is used after 1.
        QCOMPARE(walk(live, {0, 1, 2, 1, 0}), (Gathers{0, 1, 2, 0}));
    }

    void noOrderGathersFewer() {
        std::mt19937 random(5);
        for (int round = 0; round < 200; ++round) {
            const std::size_t room = 1 + random() % 4;
            std::vector<int> uses(30);
            for (int& unit : uses) unit = int(random() % 6);
            LiveParameters live({std::int64_t(room) * 7, 0, {{0, 7}, {1, 7}, {2, 7}, {3, 7}, {4, 7}, {5, 7}}});
            QCOMPARE(walk(live, uses).size(), fewest(uses, room));
        }
    }

    void prefetchGoesAheadByItsBoundAndDisplacesNothingNeededSooner() {
        LiveParameters live({40, 20, {{0, 10}, {1, 10}, {2, 10}, {3, 10}, {4, 10}}});
        live.begin({0, 1, 2, 3, 4, 0});
        const LiveParameters::Use first = live.acquire(0);
        QVERIFY(first.gather && first.gather->unit == 0);
        QCOMPARE(first.prefetches.size(), std::size_t(2));  // 1 and 2: twenty elements ahead
        live.release(0);
        const LiveParameters::Use second = live.acquire(1);
        QVERIFY(!second.gather);
        QCOMPARE(second.prefetches.size(), std::size_t(1));
        QCOMPARE(second.prefetches[0].unit, 3);
        live.release(1);
        // 4 comes in place of 1, which is not used again, not of 0.
        const LiveParameters::Use third = live.acquire(2);
        QCOMPARE(third.prefetches.size(), std::size_t(1));
        QCOMPARE(third.prefetches[0].unit, 4);
        live.release(2);
        for (const int unit : {3, 4, 0}) {
            QVERIFY(!live.acquire(unit).gather);
            live.release(unit);
        }
    }

    void unitsInUseKeepTheirPlace() {
        LiveParameters live({20, 0, {{0, 10}, {1, 10}, {2, 10}}});
        const auto outer = live.acquire(0);  // outside a step: nested and in any order
        QVERIFY(outer.gather && !live.acquire(0).gather);
        QVERIFY(live.acquire(1).gather);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, (void)live.acquire(2));
        live.release(1);
        QVERIFY(live.acquire(2).offset != outer.offset);
    }

    void aStepThatLeavesTheOrderIsALogicError() {
        LiveParameters live({20, 0, {{0, 10}, {1, 10}}});
        live.begin({0, 1});
        (void)live.acquire(0);
        live.release(0);
        QVERIFY_THROWS_EXCEPTION(std::logic_error, (void)live.acquire(0));
    }

    void theOrderIsThatOfTheTable() {
        Plan plan = support::planOf(support::gptOf(4, 64, 4, 256, 32), {.dp = 2, .pp = 2}, Framework::Engine);
        plan.zero.stage = 3;
        plan.batch = {1, 4};
        const ShardMap shards(plan.model, plan.layout, plan.sequence());
        const Schedule schedule = planSchedule(plan).value();
        // Two micro-batches of a replica: F F B B on the first rank, F B F B on the last, which has the head twice.
        QCOMPARE(parameterUses(plan, shards, schedule, 0),
                 (std::vector<int>{0, 1, 2, 0, 1, 2, 2, 1, 2, 1}));
        const int table = ShardMap::kTiedHead;
        QCOMPARE(parameterUses(plan, shards, schedule, 1),
                 (std::vector<int>{3, 4, 5, table, table, 5, 4, 3, 3, 4, 5, table, table, 5, 4, 3}));
        plan.recompute = Recompute::Full;
        plan.recomputeLayers = 2;
        QCOMPARE(parameterUses(plan, shards, schedule, 0),
                 (std::vector<int>{0, 1, 2, 0, 1, 2, 1, 2, 2, 1, 1, 2, 2, 1}));
    }
};

QTEST_GUILESS_MAIN(LiveParametersTest)
#include "live_parameters_test.moc"
