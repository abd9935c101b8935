// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Rank orders against the groups that Megatron-LM and DeepSpeed form, and laws over every legal layout up to
// 32 ranks.
#include "core/layout/layout.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace core;

namespace {

using Lists = std::vector<std::vector<int>>;

Lists listsOf(const std::vector<Group>& groups) {
    Lists lists;
    for (const Group& group : groups) {
        lists.emplace_back();
        for (const Rank rank : group.ranks) lists.back().push_back(rank.value);
    }
    return lists;
}

Layout make(int tp, int dp, int pp, RankOrder order = RankOrder::Megatron, int cp = 1, int ep = 1,
            int perNode = 8) {
    LayoutSpec spec;
    spec.tp = tp;
    spec.cp = cp;
    spec.ep = ep;
    spec.dp = dp;
    spec.pp = pp;
    spec.order = order;
    return Layout::create(spec, perNode).value();
}

template <class Visit>
void forEveryLegalLayout(int mostRanks, Visit visit) {
    for (const auto& [order, name] : enumNames<RankOrder>())
        for (int tp = 1; tp <= mostRanks; ++tp)
            for (int cp = 1; tp * cp <= mostRanks; ++cp)
                for (int dp = 1; tp * cp * dp <= mostRanks; ++dp)
                    for (int pp = 1; tp * cp * dp * pp <= mostRanks; ++pp)
                        for (int ep = 1; ep <= dp * cp; ++ep) {
                            LayoutSpec spec{tp, cp, ep, dp, pp};
                            spec.order = order;
                            if (const auto layout = Layout::create(spec, 8)) visit(*layout);
                        }
}

std::string firstCode(const Result<Layout>& result) { return result ? "" : result.error().front().code; }

}  // namespace

class LayoutTest : public QObject {
    Q_OBJECT

private slots:
    void sixteenRanksInMegatronsDefaultOrder() {
        const Layout layout = make(2, 2, 4);
        QCOMPARE(listsOf(layout.groups(GroupKind::Tensor)),
                 (Lists{{0, 1}, {2, 3}, {4, 5}, {6, 7}, {8, 9}, {10, 11}, {12, 13}, {14, 15}}));
        QCOMPARE(listsOf(layout.groups(GroupKind::Data)),
                 (Lists{{0, 2}, {1, 3}, {4, 6}, {5, 7}, {8, 10}, {9, 11}, {12, 14}, {13, 15}}));
        QCOMPARE(listsOf(layout.groups(GroupKind::Pipeline)),
                 (Lists{{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}}));
        QCOMPARE(listsOf(layout.groups(GroupKind::Embedding)), (Lists{{0, 12}, {1, 13}, {2, 14}, {3, 15}}));
    }

    void sixteenRanksWithPipelineBeforeData() {
        const Layout layout = make(2, 2, 4, RankOrder::MegatronTpPpDp);
        QCOMPARE(listsOf(layout.groups(GroupKind::Tensor)), listsOf(make(2, 2, 4).groups(GroupKind::Tensor)));
        QCOMPARE(listsOf(layout.groups(GroupKind::Data)),
                 (Lists{{0, 8}, {1, 9}, {2, 10}, {3, 11}, {4, 12}, {5, 13}, {6, 14}, {7, 15}}));
        QCOMPARE(listsOf(layout.groups(GroupKind::Pipeline)),
                 (Lists{{0, 2, 4, 6}, {1, 3, 5, 7}, {8, 10, 12, 14}, {9, 11, 13, 15}}));
        const Coordinates two = layout.coordinates(Rank(2)), eight = layout.coordinates(Rank(8));
        QCOMPARE(std::tuple(two.pp, two.dp, two.tp), std::tuple(1, 0, 0));
        QCOMPARE(std::tuple(eight.pp, eight.dp, eight.tp), std::tuple(0, 1, 0));
    }

    void sixteenRanksOfDeepSpeedsPipelineWithoutATopology() {
        const Layout layout = make(1, 4, 4, RankOrder::DeepSpeedPipeline);
        QCOMPARE(listsOf(layout.groups(GroupKind::Data)),
                 (Lists{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}}));
        QCOMPARE(listsOf(layout.groups(GroupKind::Pipeline)),
                 (Lists{{0, 4, 8, 12}, {1, 5, 9, 13}, {2, 6, 10, 14}, {3, 7, 11, 15}}));
    }

    void contextGroupsLieInsideDataGroups() {
        const Layout layout = make(2, 2, 2, RankOrder::Megatron, 2);
        const Lists context = listsOf(layout.groups(GroupKind::Context)),
                    data = listsOf(layout.groups(GroupKind::Data));
        QCOMPARE(Lists(context.begin(), context.begin() + 3), (Lists{{0, 2}, {1, 3}, {4, 6}}));
        QCOMPARE(Lists(data.begin(), data.begin() + 6),
                 (Lists{{0, 4}, {1, 5}, {2, 6}, {3, 7}, {8, 12}, {9, 13}}));
        QCOMPARE(listsOf(layout.groups(GroupKind::Pipeline)).front(), (std::vector<int>{0, 8}));
    }

    void comparisonListsTheGroupsThatDiffer() {
        const auto differences = compareLayouts(make(2, 2, 4), make(2, 2, 4, RankOrder::MegatronTpPpDp));
        std::map<GroupKind, int> count;
        for (const Misalignment& difference : differences) ++count[difference.kind];
        QCOMPARE(count[GroupKind::Tensor], 0);
        QCOMPARE(count[GroupKind::Data], 8);
        QCOMPARE(count[GroupKind::Pipeline], 4);
        const auto first = std::ranges::find(differences, GroupKind::Data, &Misalignment::kind);
        QCOMPARE(first->ranks, (std::vector{Rank(0), Rank(2)}));
        QCOMPARE(first->otherRanks, (std::vector{Rank(0), Rank(8)}));
    }

    void comparisonWithALayoutWithoutTensorAxisListsEveryTensorGroup() {
        const auto differences = compareLayouts(make(2, 2, 4), make(1, 4, 4, RankOrder::DeepSpeedPipeline));
        QCOMPARE(std::ranges::count(differences, GroupKind::Tensor, &Misalignment::kind), 8);
        QCOMPARE(std::ranges::count(differences, GroupKind::Data, &Misalignment::kind), 8);
        QCOMPARE(std::ranges::count(differences, GroupKind::Pipeline, &Misalignment::kind), 0);
    }

    void deepSpeeds3dTopologyEqualsMegatronsOrder() {
        for (const auto& [tp, dp, pp] : {std::tuple(2, 2, 4), std::tuple(4, 2, 2), std::tuple(1, 8, 2)})
            QVERIFY(compareLayouts(make(tp, dp, pp), make(tp, dp, pp, RankOrder::DeepSpeed3d)).empty());
    }

    void anOrderWithoutTheAxisIsRefused() {
        LayoutSpec spec;
        spec.tp = 2;
        spec.order = RankOrder::DeepSpeedPipeline;
        QCOMPARE(firstCode(Layout::create(spec, 8)), std::string("layout.order-lacks-axis"));
        spec = {};
        spec.cp = 2;
        spec.order = RankOrder::DeepSpeed3d;
        QCOMPARE(firstCode(Layout::create(spec, 8)), std::string("layout.order-lacks-axis"));
    }

    void sizesThatAreNoneAreRefused() {
        LayoutSpec spec;
        spec.pp = 0;
        QCOMPARE(firstCode(Layout::create(spec, 8)), std::string("layout.size-below-one"));
        spec = {};
        QCOMPARE(firstCode(Layout::create(spec, 0)), std::string("number.below"));
        spec.ep = 3;
        spec.dp = 4;
        QCOMPARE(firstCode(Layout::create(spec, 8)), std::string("layout.ep-divides-dp-cp"));
        spec = {};
        spec.tp = spec.dp = spec.pp = 1 << 20;
        QCOMPARE(firstCode(Layout::create(spec, 8)), std::string("layout.too-many-cards"));
    }

    void ranksAndCoordinatesAreOneToOne() {
        int layouts = 0;
        forEveryLegalLayout(32, [&](const Layout& layout) {
            ++layouts;
            for (int r = 0; r < layout.ranks(); ++r) {
                const Coordinates at = layout.coordinates(Rank(r));
                QCOMPARE(layout.rank(at).value, r);
                const LayoutSpec& spec = layout.spec();
                QVERIFY(at.tp < spec.tp && at.cp < spec.cp && at.dp < spec.dp && at.pp < spec.pp &&
                        at.ep < spec.ep);
            }
        });
        QVERIFY(layouts > 1000);
    }

    void everyKindOfGroupPartitionsTheRanks() {
        forEveryLegalLayout(32, [](const Layout& layout) {
            for (const auto& [kind, name] : enumNames<GroupKind>()) {
                std::set<int> seen;
                std::size_t members = 0;
                for (const Group& group : layout.groups(kind)) {
                    members += group.ranks.size();
                    for (const Rank rank : group.ranks) {
                        seen.insert(rank.value);
                        QCOMPARE(layout.groupOf(kind, rank), group);
                    }
                }
                QCOMPARE(seen.size(), members);
                const int pp = layout.spec().pp;
                const int expected = kind != GroupKind::Embedding ? layout.ranks()
                                     : pp > 1                     ? 2 * layout.ranks() / pp
                                                                  : 0;
                QCOMPARE(int(members), expected);
            }
        });
    }

    void membersOfAGroupDifferInItsAxisAlone() {
        forEveryLegalLayout(16, [](const Layout& layout) {
            for (const Group& group : layout.groups(GroupKind::Data)) {
                for (std::size_t i = 0; i < group.ranks.size(); ++i) {
                    Coordinates at = layout.coordinates(group.ranks[i]);
                    QCOMPARE(at.dp, int(i));
                    at.dp = 0;
                    QCOMPARE(layout.rank(at), group.ranks.front());
                }
            }
        });
    }

    void nodesAreFilledInRankOrderAndCrossingIsSeen() {
        const Layout layout = make(2, 2, 4, RankOrder::Megatron, 1, 1, 8);
        QCOMPARE(layout.placement(Rank(11)), (Placement{1, 3}));
        QVERIFY(!layout.crossesNodes(layout.groupOf(GroupKind::Tensor, Rank(6))));
        QVERIFY(layout.crossesNodes(layout.groupOf(GroupKind::Pipeline, Rank(6))));
    }

    void textNamesEveryRankWithItsPlace() {
        const QString text = QString::fromStdString(make(2, 2, 4).toAscii());
        QCOMPARE(text.count('\n'), 18);
        QVERIFY(text.contains("16 ranks: tp 2 cp 1 ep 1 dp 2 pp 4, order megatron"));
        QVERIFY(text.split('\n')[17].simplified() == "15 1.7 1 0 0 1 3");
    }
};

QTEST_GUILESS_MAIN(LayoutTest)
#include "layout_test.moc"
