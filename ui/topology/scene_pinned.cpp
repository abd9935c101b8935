// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plan A in the scene: places where only A has a card, as outlines in the grid of the plan shown, both grids laid together
// at stage 0, replica 0, tensor rank 0.
#include "ui/topology/scene_parts.h"

#include <QCoreApplication>

#include <algorithm>

namespace ui {
namespace {

constexpr int kMostOutlines = 512;
constexpr float kLabelLift = 0.35f;

struct Grid {
    int stages, replicas, depth;
    explicit Grid(const core::LayoutSpec& spec)
        : stages(spec.pp)
        , replicas(spec.dp)
        , depth(spec.tp * spec.cp) {}
    [[nodiscard]] bool holds(int stage, int replica, int card) const { return stage < stages && replica < replicas && card < depth; }
    [[nodiscard]] int sharedWith(const Grid& other) const {
        return std::min(stages, other.stages) * std::min(replicas, other.replicas) * std::min(depth, other.depth);
    }
    [[nodiscard]] int cards() const { return stages * replicas * depth; }
};

}  // namespace

std::optional<int> pinnedReplica(const SceneContext& context, const SceneItem& item) {
    const core::Snapshot* a = context.request.pinned;
    if (!a || item.kind != SceneItem::Kind::Card) return std::nullopt;
    const core::Coordinates& at = context.coordinates[std::size_t(item.firstRank)];
    if (!Grid(a->plan.layout).holds(at.pp, at.dp, at.tp + context.layout.spec().tp * at.cp)) return std::nullopt;
    return at.dp;
}

std::optional<double> pinnedShare(const SceneContext& context, const SceneItem& item) {
    const core::Snapshot* a = context.request.pinned;
    if (!pinnedReplica(context, item) || !a->memory || a->memory->capacity.value() <= 0) return std::nullopt;
    const core::Coordinates& at = context.coordinates[std::size_t(item.firstRank)];
    if (std::size_t(at.pp) >= a->memory->stages.size()) return std::nullopt;
    return a->memory->stages[std::size_t(at.pp)].ledger.total() / a->memory->capacity;
}

void addPinned(Scene& scene, const SceneContext& context) {
    const core::Snapshot* a = context.request.pinned;
    if (!a || context.level != SceneItem::Kind::Card || context.places.floors() == Floors::Flat) return;
    const Grid before(a->plan.layout), now(context.layout.spec());
    const int gone = before.cards() - before.sharedWith(now);
    if (gone == 0 || gone > kMostOutlines) return;
    const QVector3D half = context.places.cardSize() / 2;
    const QColor ink = context.theme().color(Role::Text2);
    QVector3D low(1e9f, 1e9f, 1e9f), high = -low;
    for (int stage = 0; stage < before.stages; ++stage)
        for (int replica = 0; replica < before.replicas; ++replica)
            for (int card = 0; card < before.depth; ++card) {
                if (now.holds(stage, replica, card)) continue;
                const QVector3D at = context.places.center(stage, replica, card);
                scene.frames.push_back({at - half, at + half, ink});
                for (int axis = 0; axis < 3; ++axis) {
                    low[axis] = std::min(low[axis], at[axis] - half[axis]);
                    high[axis] = std::max(high[axis], at[axis] + half[axis]);
                }
            }
    const QVector3D above((low.x() + high.x()) / 2, high.y() + kLabelLift, low.z());
    scene.labels.push_back({above, QCoreApplication::translate("ui::Topology", "only in A: %Ln cards", nullptr, gone), ink,
                            SceneLabel::Side::Above, FontUse::LabelStrong});
}

}  // namespace ui
