// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Laws of the topology's geometry over many layouts, without a window.
#include "tests/support/ui_plans.h"
#include "ui/topology/scene_model.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace ui;
using ui::testing::explorePlan;
using ui::testing::tinyPlan;

namespace {

constexpr QSizeF kViewport(724, 386);

std::vector<core::Plan> plans() {
    std::vector<core::Plan> all;
    for (const int tp : {1, 2, 4})
        for (const int pp : {1, 2, 4})
            for (const int dp : {1, 2, 3, 6}) {
                core::Plan plan = tinyPlan(tp, pp, dp);
                for (const auto order : {core::RankOrder::Megatron, core::RankOrder::MegatronTpPpDp})
                    for (const int perNode : {2, tp * pp * dp}) {
                        plan.layout.order = order;
                        plan.cluster.gpusPerNode = perNode;
                        plan.cluster.nodes = (tp * pp * dp + perNode - 1) / perNode;
                        all.push_back(plan);
                    }
            }
    return all;
}

core::Snapshot snapshotOf(const core::Plan& plan) {
    core::Snapshot snapshot;
    snapshot.plan = plan;
    auto layout = core::Layout::create(plan.layout, plan.cluster.gpusPerNode);
    if (layout) snapshot.layout = *layout;
    return snapshot;
}

Scene sceneOf(const core::Snapshot& snapshot, TopologyMode mode = TopologyMode::Groups,
              std::optional<int> rank = {}) {
    return buildScene({.snapshot = snapshot, .theme = Theme(), .mode = mode, .selected = {.rank = rank}});
}

bool overlap(const SceneBox& a, const SceneBox& b) {
    for (int axis = 0; axis < 3; ++axis)
        if (std::abs(a.center[axis] - b.center[axis]) >= (a.size[axis] + b.size[axis]) / 2 - 1e-4f)
            return false;
    return true;
}

}  // namespace

class topology_scene_test : public QObject {
    Q_OBJECT
private slots:
    void everyRankIsOneBoxAndNoTwoBoxesCut();
    void aCardSeenFromAboveIsPickedAtItsMiddle();
    void theMiddleOfEveryVisibleCardPicksThatRankInTheHomeView();
    void linksJoinExactlyTheGroupsOfTheLayout();
    void linksAcrossNodesAreDotted();
    void cardsOfTheGroupsAreTintedAndTheSelectedOneIsFilled();
    void everySliceOfTheStateIsSolidOnExactlyOneReplica();
    void theFittedCameraKeepsEverythingInView();
    void namesOfARowAreThinnedEvenly();
    void onOneFloorNoNameOfAReplicaLiesOnCards();
    void aFailedCardIsRedAndCarriesABadge();
    void measuredMemoryIsShownByCategory();
    void aPredictionOverTheCapacityIsRed();
    void manyReplicasStandCloserAndTheSelectedOneOpens();
    void overFourThousandCardsANodeIsOneBoxAndEveryCardIsCounted();
    void aPlanWithoutLayoutHasNoScene();
    void projectingAndCastingARayAreInverse();
    void darkAndLightDifferInColourOnly();
};

void topology_scene_test::everyRankIsOneBoxAndNoTwoBoxesCut() {
    for (const core::Plan& plan : plans())
        for (const auto mode : {TopologyMode::Groups, TopologyMode::Zero}) {
            const Scene scene = sceneOf(snapshotOf(plan), mode, 0);
            QCOMPARE(int(scene.boxes.size()), plan.layout.cards());
            std::set<int> ranks;
            for (const SceneItem& item : scene.items) ranks.insert(item.firstRank);
            QCOMPARE(int(ranks.size()), plan.layout.cards());
            for (std::size_t i = 0; i < scene.boxes.size(); ++i)
                for (std::size_t j = i + 1; j < scene.boxes.size(); ++j)
                    QVERIFY(!overlap(scene.boxes[i], scene.boxes[j]));
        }
}

void topology_scene_test::aCardSeenFromAboveIsPickedAtItsMiddle() {
    for (const core::Plan& plan : plans()) {
        const Scene scene =
            sceneOf(snapshotOf(plan), TopologyMode::Zero);  // one floor: nothing hides anything
        OrbitCamera camera = fitted(scene, scene.home, kViewport, Theme());
        camera.elevation = OrbitCamera::kMaxElevation;
        const Projector projector(camera, kViewport);
        for (const SceneBox& box : scene.boxes) {
            const auto item =
                pick(scene, projector.ray(projector(box.center + QVector3D(0, box.size.y() / 2, 0))));
            QCOMPARE(item.value_or(-1), box.item);
        }
    }
}

void topology_scene_test::theMiddleOfEveryVisibleCardPicksThatRankInTheHomeView() {
    for (const core::Plan& plan : plans()) {
        const Scene scene = sceneOf(snapshotOf(plan));
        const Projector projector(fitted(scene, scene.home, kViewport, Theme()), kViewport);
        for (const SceneBox& box : scene.boxes) {
            const QVector3D middle = box.center;
            const auto found = pick(scene, projector.ray(projector(middle)));
            QVERIFY(found);
            // Either the card itself or one that truly stands in front of it.
            const SceneBox& hit = scene.boxes[std::size_t(*found)];
            QVERIFY(*found == box.item || projector.depth(hit.center) < projector.depth(middle));
        }
    }
}

void topology_scene_test::linksJoinExactlyTheGroupsOfTheLayout() {
    for (const core::Plan& plan : plans()) {
        const core::Snapshot snapshot = snapshotOf(plan);
        const int rank = plan.layout.cards() / 2;
        const Scene scene = sceneOf(snapshot, TopologyMode::Groups, rank);
        for (const auto kind : {core::GroupKind::Tensor, core::GroupKind::Pipeline, core::GroupKind::Data}) {
            std::set<int> joined{rank}, wanted;
            std::size_t links = 0;
            for (const core::Rank member : snapshot.layout->groupOf(kind, core::Rank(rank)).ranks)
                wanted.insert(member.value);
            for (const SceneLink& link : scene.links) {
                if (link.axis != axisOf(kind)) continue;
                ++links;
                joined.insert(link.fromRank);
                joined.insert(link.toRank);
            }
            QCOMPARE(joined, wanted);
            QCOMPARE(links, wanted.size() - 1);  // a chain
        }
    }
}

void topology_scene_test::linksAcrossNodesAreDotted() {
    for (const core::Plan& plan : plans()) {
        const core::Snapshot snapshot = snapshotOf(plan);
        for (const SceneLink& link : sceneOf(snapshot, TopologyMode::Groups, 0).links) {
            const auto node = [&](int rank) { return snapshot.layout->placement(core::Rank(rank)).node; };
            QCOMPARE(link.style == LinkStyle::Dotted, node(link.fromRank) != node(link.toRank));
        }
    }
}

void topology_scene_test::cardsOfTheGroupsAreTintedAndTheSelectedOneIsFilled() {
    const core::Snapshot snapshot = snapshotOf(explorePlan());
    const Theme theme;
    const Scene scene = sceneOf(snapshot, TopologyMode::Groups, 5);
    const auto fill = [&](int rank) { return scene.boxes[std::size_t(rank)].fill; };
    QCOMPARE(fill(5), theme.color(Role::AccentFill));
    const auto tint = [&](Axis axis) { return mix(theme.axisFill(axis), theme.color(Role::Card), 0.38); };
    QCOMPARE(fill(4), tint(Axis::Tensor));
    for (const int rank : {1, 9, 13}) QCOMPARE(fill(rank), tint(Axis::Pipeline));
    QCOMPARE(fill(7), tint(Axis::Data));
    for (const int rank : {0, 2, 3, 6, 8, 10, 11, 12, 14, 15}) QCOMPARE(fill(rank), theme.color(Role::Card));
}

void topology_scene_test::everySliceOfTheStateIsSolidOnExactlyOneReplica() {
    for (const int dp : {1, 2, 4})
        for (int stage = 0; stage <= 3; ++stage) {
            core::Plan plan = tinyPlan(2, 1, dp);
            plan.zero.stage = stage;
            const Scene scene = sceneOf(snapshotOf(plan), TopologyMode::Zero);
            const Theme theme;
            const auto slices = zeroSlices(plan);
            for (int part = 0; part < 3; ++part) {
                QCOMPARE(slices[std::size_t(part)], stage >= 3 - part ? dp : 1);
                const QColor solid = theme.meaning(Meaning(part)).fill;
                std::vector<double> lefts;
                for (const ScenePatch& patch : scene.patches)
                    if (patch.fill == solid) lefts.push_back(patch.area.left());
                QCOMPARE(int(lefts.size()), plan.layout.cards());  // one solid part on every card
                const std::set<double> places(lefts.begin(), lefts.end());
                QCOMPARE(int(places.size()), slices[std::size_t(part)]);  // all slices covered
            }
        }
}

void topology_scene_test::theFittedCameraKeepsEverythingInView() {
    for (const core::Plan& plan : plans())
        for (const QSizeF& viewport : {QSizeF(724, 386), QSizeF(436, 256), QSizeF(300, 600)}) {
            const Scene scene = sceneOf(snapshotOf(plan), TopologyMode::Groups, 0);
            const Theme theme;
            const Projector projector(fitted(scene, scene.home, viewport, theme), viewport);
            const QRectF inner(QPointF(2, 2), viewport - QSizeF(4, 4));
            double widest = 0;
            for (const SceneBox& box : scene.boxes) {
                const QPointF at = projector(box.center);
                QVERIFY(inner.contains(at));
                widest = std::max({widest, std::abs(at.x() * 2 / viewport.width() - 1),
                                   std::abs(at.y() * 2 / viewport.height() - 1)});
            }
            for (const int i : uncoveredLabels(scene, projector, theme)) {
                const SceneLabel& label = scene.labels[std::size_t(i)];
                QVERIFY2(inner.contains(labelRect(label, projector(label.at), theme)),
                         qPrintable(label.text));
            }
            if (scene.boxes.size() > 8) QVERIFY(widest > 0.4);  // and uses the room
        }
}

void topology_scene_test::namesOfARowAreThinnedEvenly() {
    core::Plan plan = tinyPlan();
    plan.layout.dp = 32;
    plan.layout.tp = 1;
    plan.layout.pp = 2;
    plan.batch.global = 64;
    plan.cluster.nodes = 8;
    const Scene scene = sceneOf(snapshotOf(plan), TopologyMode::Groups, std::nullopt);
    const Theme theme;
    for (const QSizeF& viewport : {QSizeF(724, 386), QSizeF(436, 256), QSizeF(300, 600)}) {
        const Projector projector(fitted(scene, scene.home, viewport, theme), viewport);
        std::vector<int> replicas;
        for (const int i : uncoveredLabels(scene, projector, theme))
            if (const SceneLabel& label = scene.labels[std::size_t(i)]; label.side == SceneLabel::Side::Left)
                replicas.push_back(label.text.section(QLatin1Char(' '), -1).toInt());
        QVERIFY(replicas.size() >= 2);
        for (std::size_t i = 2; i < replicas.size(); ++i)
            QCOMPARE(replicas[i] - replicas[i - 1], replicas[1] - replicas[0]);
    }
}

void topology_scene_test::onOneFloorNoNameOfAReplicaLiesOnCards() {
    // A name lies left of its point: with cards there it would be on them.
    for (const int dp : {2, 3, 6, 12}) {
        const Scene scene = sceneOf(snapshotOf(tinyPlan(2, 2, dp)), TopologyMode::Zero);
        int names = 0;
        for (const SceneLabel& label : scene.labels)
            if (label.text.startsWith(QLatin1String("Replica"))) {
                ++names;
                for (const SceneBox& box : scene.boxes) QVERIFY2(box.center.x() > label.at.x(), qPrintable(label.text));
            }
        QVERIFY(names > 0);
    }
}

void topology_scene_test::aFailedCardIsRedAndCarriesABadge() {
    const core::Snapshot snapshot = snapshotOf(tinyPlan());
    for (const auto kind : {ThemeKind::Light, ThemeKind::Dark}) {
        const Theme theme(kind);
        const Scene scene =
            buildScene({.snapshot = snapshot, .theme = theme, .selected = {.rank = 3}, .failedRank = 3});
        QCOMPARE(scene.boxes[3].edge, theme.color(Role::Danger));
        QCOMPARE(scene.boxes[3].edgeWidth, 2.0f);
        QCOMPARE(int(scene.badges.size()), 1);
    }
    QVERIFY(sceneOf(snapshot).badges.empty());
}

void topology_scene_test::measuredMemoryIsShownByCategory() {
    const core::Snapshot snapshot = core::evaluate(tinyPlan());
    std::map<int, core::MemoryEvent> measured;
    core::MemoryEvent& event = measured[2];
    event.rank = 2;
    event.capacity = core::mebibytes(32);
    event.peak = core::mebibytes(24);
    for (auto& bytes : event.atPeak) bytes = core::mebibytes(4);
    const Theme theme;
    const Scene scene = buildScene({.snapshot = snapshot, .theme = theme, .measured = &measured});
    double total = 0;
    std::vector<QColor> fills;
    for (const ScenePatch& patch : scene.patches)
        if (patch.box == 2 && patch.lineWidth == 0) {
            total += patch.area.width();
            fills.push_back(patch.fill);
        }
    QCOMPARE(int(fills.size()), core::kMemoryCategories);
    for (int c = 0; c < core::kMemoryCategories; ++c)
        QCOMPARE(fills[std::size_t(c)], theme.of(core::MemoryCategory(c)).fill);
    QVERIFY(std::abs(total / 0.86 - 24.0 / 32) < 1e-6);
}

void topology_scene_test::aPredictionOverTheCapacityIsRed() {
    core::Plan plan = tinyPlan();
    plan.run.cardMemory = core::mebibytes(1);
    const core::Snapshot snapshot = core::evaluate(plan);
    QVERIFY(snapshot.memory && !snapshot.memory->fits);
    const Scene scene = sceneOf(snapshot, TopologyMode::Memory);
    QCOMPARE(scene.boxes[0].fill, Theme().color(Role::Danger));
}

void topology_scene_test::manyReplicasStandCloserAndTheSelectedOneOpens() {
    const core::Snapshot snapshot = snapshotOf(tinyPlan(1, 1, 8));
    const auto gap = [](const Scene& scene, std::size_t lower) {
        return scene.boxes[lower + 1].center.y() - scene.boxes[lower].center.y();
    };
    const Scene closed = sceneOf(snapshot), open = sceneOf(snapshot, TopologyMode::Groups, 3);
    for (std::size_t i = 0; i < 7; ++i) {
        QVERIFY(std::abs(gap(closed, i) - 0.70f) < 1e-4f);
        QVERIFY(std::abs(gap(open, i) - (i == 3 ? 2.0f : 0.70f)) < 1e-4f);
    }
}

void topology_scene_test::overFourThousandCardsANodeIsOneBoxAndEveryCardIsCounted() {
    for (const int dp : {128, 1024}) {
        core::Plan plan = tinyPlan(8, 8, dp);
        plan.cluster.gpusPerNode = 8;
        const Scene scene = sceneOf(snapshotOf(plan), TopologyMode::Stage);
        QVERIFY(scene.boxes.size() <= std::size_t(kMaxBoxes));
        QCOMPARE(int(scene.boxes.size()), dp == 128 ? plan.layout.cards() / 8 : 8);
        int cards = 0;
        for (const SceneItem& item : scene.items) cards += item.count;
        QCOMPARE(cards, plan.layout.cards());
    }
}

void topology_scene_test::aPlanWithoutLayoutHasNoScene() {
    core::Snapshot snapshot;
    QVERIFY(sceneOf(snapshot).empty());
}

void topology_scene_test::projectingAndCastingARayAreInverse() {
    for (const float azimuth : {-170.0f, -27.0f, 0.0f, 90.0f})
        for (const float elevation : {8.0f, 25.0f, 80.0f}) {
            OrbitCamera camera;
            camera.azimuth = azimuth;
            camera.elevation = elevation;
            const Projector projector(camera, kViewport);
            const QVector3D point(1.5f, -0.7f, 2.1f);
            const Ray ray = projector.ray(projector(point));
            QVERIFY(point.distanceToLine(ray.origin, ray.direction) < 1e-3f);
        }
}

void topology_scene_test::darkAndLightDifferInColourOnly() {
    const core::Snapshot snapshot = snapshotOf(explorePlan());
    const Scene light =
        buildScene({.snapshot = snapshot, .theme = Theme(ThemeKind::Light), .selected = {.rank = 5}});
    const Scene dark =
        buildScene({.snapshot = snapshot, .theme = Theme(ThemeKind::Dark), .selected = {.rank = 5}});
    QVERIFY(light.background != dark.background);
    QCOMPARE(light.boxes.size(), dark.boxes.size());
    for (std::size_t i = 0; i < light.boxes.size(); ++i) {
        QCOMPARE(light.boxes[i].center, dark.boxes[i].center);
        QVERIFY(light.boxes[i].edge != dark.boxes[i].edge);
    }
    QCOMPARE(light.links.size(), dark.links.size());
}

QTEST_MAIN(topology_scene_test)
#include "topology_scene_test.moc"
