// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What stands around the cards: floors, node frames, links of the selected card, names of stages, replicas
// and nodes.
#include "ui/topology/scene_parts.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>

namespace ui {
namespace {

constexpr float kPlateMargin = 0.22f, kPlateDrop = 0.05f;
constexpr float kFrameMargin = 0.30f, kFrameDrop = 0.12f;
constexpr float kUpperPlateOpacity = 0.62f;
constexpr int kMaxFrames = 16;  // more frames and names would cover the cards

QString text(const char* source) { return QCoreApplication::translate("ui::Topology", source); }

struct Cuboid {
    QVector3D low, high;
    int cards = 0;
    void include(const QVector3D& from, const QVector3D& to) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = cards == 0 ? from[axis] : std::min(low[axis], from[axis]);
            high[axis] = cards == 0 ? to[axis] : std::max(high[axis], to[axis]);
        }
        ++cards;
    }
    [[nodiscard]] bool overlaps(const Cuboid& other) const {
        for (int axis = 0; axis < 3; ++axis)
            if (high[axis] <= other.low[axis] || other.high[axis] <= low[axis]) return false;
        return true;
    }
};

template <class Key>
std::vector<std::pair<Key, Cuboid>> outlines(const SceneContext& context,
                                             Key (*keyOf)(const SceneContext&, int)) {
    std::map<Key, Cuboid> found;
    const QVector3D half = context.places.cardSize() / 2;
    for (int rank = 0; rank < context.layout.ranks(); ++rank) {
        const QVector3D center = context.places.center(context.coordinates[std::size_t(rank)]);
        found[keyOf(context, rank)].include(center - half, center + half);
    }
    return {found.begin(), found.end()};
}

template <class Key>
bool anyOverlap(const std::vector<std::pair<Key, Cuboid>>& all) {
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
            if (all[i].second.overlaps(all[j].second)) return true;
    return false;
}

int nodeOf(const SceneContext& context, int rank) { return context.layout.placement(core::Rank(rank)).node; }
int replicaOf(const SceneContext& context, int rank) { return context.coordinates[std::size_t(rank)].dp; }
std::pair<int, int> replicaAndNode(const SceneContext& context, int rank) {
    return {replicaOf(context, rank), nodeOf(context, rank)};
}

void addPlate(Scene& scene, const SceneContext& context, const Cuboid& cards, float lowest) {
    const bool onGround = cards.low.y() <= lowest + 1e-3f;
    scene.plates.push_back({{(cards.low.x() + cards.high.x()) / 2, cards.low.y() - kPlateDrop,
                             (cards.low.z() + cards.high.z()) / 2},
                            QSizeF(double(cards.high.x() - cards.low.x() + 2 * kPlateMargin),
                                   double(cards.high.z() - cards.low.z() + 2 * kPlateMargin)),
                            context.theme().color(Role::Floor),
                            context.theme().color(Role::Border),
                            onGround ? 1 : kUpperPlateOpacity});
}

void addLabel(Scene& scene, const SceneContext& context, const QVector3D& at, const QString& name,
              SceneLabel::Side side, FontUse font) {
    scene.labels.push_back({at, name, context.theme().color(Role::Text2), side, font});
}

// The gap between two neighbours of a group, from face to face.
SceneLink linkBetween(const SceneContext& context, core::GroupKind kind, int from, int to) {
    const QVector3D a = context.places.center(context.coordinates[std::size_t(from)]);
    const QVector3D b = context.places.center(context.coordinates[std::size_t(to)]);
    const QVector3D half = context.places.cardSize() / 2, toward = (b - a).normalized();
    SceneLink link;
    link.axis = axisOf(kind);
    link.color = context.theme().axis(link.axis);
    link.style = nodeOf(context, from) == nodeOf(context, to) ? LinkStyle::Whole : LinkStyle::Dotted;
    link.fromRank = from;
    link.toRank = to;
    link.slab = (a + b) / 2;
    if (std::abs(toward.y()) > 0.5f) {  // up the replicas, at the front right corner
        const QVector3D corner(0.55f, 0, 0.42f);
        link.from = a + corner + QVector3D(0, half.y(), 0);
        link.to = b + corner - QVector3D(0, half.y() + kPlateDrop, 0);
        link.slab = {a.x(), (link.from.y() + link.to.y()) / 2, a.z()};
        return link;
    }
    const bool alongX = std::abs(toward.x()) > 0.5f;
    const QVector3D top(alongX ? 0 : 0.5f, half.y() - link.thickness / 2, 0);
    const QVector3D reach = alongX ? QVector3D(half.x(), 0, 0) : QVector3D(0, 0, half.z());
    const float sign = toward.x() + toward.z() > 0 ? 1.0f : -1.0f;
    link.from = a + top + sign * reach;
    link.to = b + top - sign * reach;
    return link;
}

std::vector<core::Rank> byPlace(const SceneContext& context, const core::Group& group) {
    std::vector<core::Rank> ranks = group.ranks;
    const auto key = [&](core::Rank rank) {
        const QVector3D at = context.places.center(context.coordinates[std::size_t(rank.value)]);
        return at.x() + at.y() - at.z();
    };
    std::sort(ranks.begin(), ranks.end(), [&](core::Rank a, core::Rank b) { return key(a) < key(b); });
    return ranks;
}

}  // namespace

void addFloors(Scene& scene, const SceneContext& context) {
    if (context.level != SceneItem::Kind::Card) return;
    if (context.places.floors() == Floors::Flat) {
        const auto bounds = scene.bounds();
        return addPlate(scene, context, {bounds[0], bounds[1], 1}, bounds[0].y());
    }
    auto byNode = outlines<std::pair<int, int>>(context, replicaAndNode);
    const float lowest = scene.bounds()[0].y();
    if (byNode.size() <= 256 && !anyOverlap(byNode)) {
        for (const auto& [key, cards] : byNode) addPlate(scene, context, cards, lowest);
    } else {
        for (const auto& [key, cards] : outlines<int>(context, replicaOf))
            addPlate(scene, context, cards, lowest);
    }
}

void addFrames(Scene& scene, const SceneContext& context) {
    const bool wanted = context.request.detail == SceneDetail::Full &&
                        context.level == SceneItem::Kind::Card && context.places.floors() == Floors::Stacked;
    if (!wanted) return;
    auto nodes = outlines<int>(context, nodeOf);
    if (nodes.size() > kMaxFrames || anyOverlap(nodes)) return;
    const QVector3D below(kFrameMargin, kFrameDrop, kFrameMargin),
        above(kFrameMargin, kFrameMargin, kFrameMargin);
    for (const auto& [node, cards] : nodes) {
        scene.frames.push_back({cards.low - below, cards.high + above, context.theme().color(Role::Frame)});
        const SceneFrame& frame = scene.frames.back();
        addLabel(scene, context, {frame.low.x(), frame.high.y(), frame.low.z()},
                 text(QT_TRANSLATE_NOOP("ui::Topology", "Node %1")).arg(node), SceneLabel::Side::Above,
                 FontUse::LabelStrong);
    }
}

namespace {

constexpr std::size_t kMostLitLinks = 256;

void linkMembers(Scene& scene, const SceneContext& context, const core::Group& group) {
    const auto ranks = byPlace(context, group);
    for (std::size_t i = 1; i < ranks.size(); ++i)
        scene.links.push_back(linkBetween(context, group.kind, ranks[i - 1].value, ranks[i].value));
}

void addLitLinks(Scene& scene, const SceneContext& context) {
    if (context.level != SceneItem::Kind::Card) return;
    for (const core::Group& group : context.request.lit->groups) {
        const bool known = std::ranges::all_of(group.ranks, [&](core::Rank rank) { return rank.value < context.layout.ranks(); });
        if (known && scene.links.size() < kMostLitLinks) linkMembers(scene, context, group);
    }
}

}  // namespace

void addLinks(Scene& scene, const SceneContext& context) {
    if (context.request.isLit()) return addLitLinks(scene, context);
    const auto selected = context.request.selected.rank;
    const bool wanted = selected && *selected < context.layout.ranks() &&
                        context.level == SceneItem::Kind::Card &&
                        context.request.mode == TopologyMode::Groups;
    if (!wanted) return;
    for (const core::Group& group : linkedGroups(context.layout, *selected)) linkMembers(scene, context, group);
}

void addLabels(Scene& scene, const SceneContext& context) {
    const core::LayoutSpec& spec = context.layout.spec();
    const auto bounds = scene.bounds();
    const bool flat = context.places.floors() == Floors::Flat;
    if (flat && context.layout.ranks() == spec.dp) return;  // the cards themselves are the replicas
    const QVector3D half = context.places.cardSize() / 2;
    const float front = bounds[1].z() + (scene.frames.empty() ? 0.32f : 0.24f);
    const auto center = [&](int stage, int replica, int depth) {
        core::Coordinates at;
        at.pp = stage;
        at.dp = replica;
        at.tp = depth % spec.tp;
        at.cp = depth / spec.tp;
        return context.places.center(at);
    };
    for (int stage = 0; stage < spec.pp && !flat; ++stage)
        addLabel(scene, context, {center(stage, 0, 0).x() + 0.08f, bounds[0].y(), front},
                 text(QT_TRANSLATE_NOOP("ui::Topology", "Stage %1")).arg(stage), SceneLabel::Side::Below,
                 FontUse::Label);
    for (int replica = 0; replica < spec.dp; ++replica) {
        const QVector3D at = center(0, replica, context.places.depth() - 1);
        if (flat && at.x() > center(0, 0, 0).x() + half.x()) continue;  // a name would lie on the cards before it
        addLabel(scene, context,
                 {at.x() - half.x() - kFrameMargin, at.y() - half.y(), at.z() - half.z() - kPlateMargin},
                 text(QT_TRANSLATE_NOOP("ui::Topology", "Replica %1")).arg(replica), SceneLabel::Side::Left,
                 FontUse::Label);
    }
}

}  // namespace ui
