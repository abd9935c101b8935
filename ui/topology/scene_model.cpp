// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/scene_model.h"

#include "ui/topology/scene_parts.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {
namespace {

constexpr float kPlainEdge = 1, kGroupEdge = 1.5f, kStrongEdge = 2;
constexpr double kMateShare = 0.38;  // of the axis fill over the card colour

struct Extent {
    QVector3D low{1e9f, 1e9f, 1e9f}, high{-1e9f, -1e9f, -1e9f};
    int cards = 0;
    void include(const QVector3D& center, const QVector3D& size) {
        for (int axis = 0; axis < 3; ++axis) {
            low[axis] = std::min(low[axis], center[axis] - size[axis] / 2);
            high[axis] = std::max(high[axis], center[axis] + size[axis] / 2);
        }
        ++cards;
    }
};

// Whether the ranks of every node fill a block of the grid, so that one box can stand for them without
// covering others.
bool nodesAreBlocks(const SceneContext& context, int nodes) {
    std::vector<std::array<std::set<int>, 3>> used{std::size_t(nodes)};
    std::vector<std::size_t> cards(std::size_t(nodes), 0);
    for (std::size_t rank = 0; rank < context.coordinates.size(); ++rank) {
        const core::Coordinates& at = context.coordinates[rank];
        const auto node = std::size_t(context.layout.placement(core::Rank(int(rank))).node);
        used[node][0].insert(at.pp);
        used[node][1].insert(at.dp);
        used[node][2].insert(at.tp + context.layout.spec().tp * at.cp);
        ++cards[node];
    }
    for (std::size_t n = 0; n < used.size(); ++n)
        if (used[n][0].size() * used[n][1].size() * used[n][2].size() != cards[n]) return false;
    return true;
}

SceneItem::Kind levelOf(const SceneContext& context) {
    const int ranks = context.layout.ranks();
    if (ranks <= kMaxBoxes) return SceneItem::Kind::Card;
    const int nodes = context.layout.placement(core::Rank(ranks - 1)).node + 1;
    return nodes <= kMaxBoxes && nodesAreBlocks(context, nodes) ? SceneItem::Kind::Node
                                                                : SceneItem::Kind::Stage;
}

std::vector<core::Coordinates> allCoordinates(const core::Layout& layout) {
    std::vector<core::Coordinates> all(std::size_t(layout.ranks()));
    for (std::size_t rank = 0; rank < all.size(); ++rank)
        all[rank] = layout.coordinates(core::Rank(int(rank)));
    return all;
}

void addBoxes(Scene& scene, const SceneContext& context) {
    std::vector<Extent> extents;
    for (std::size_t rank = 0; rank < context.coordinates.size(); ++rank) {
        const auto index = std::size_t(context.itemOf(int(rank)));
        if (index >= extents.size()) {
            extents.resize(index + 1);
            scene.items.resize(index + 1);
        }
        SceneItem& item = scene.items[index];
        if (extents[index].cards == 0)
            item = {context.level, int(rank), 0, context.coordinates[rank].pp,
                    context.layout.placement(core::Rank(int(rank))).node};
        ++item.count;
        extents[index].include(context.places.center(context.coordinates[rank]), context.places.cardSize());
    }
    for (std::size_t i = 0; i < extents.size(); ++i)
        scene.boxes.push_back({(extents[i].low + extents[i].high) / 2, extents[i].high - extents[i].low,
                               context.theme().color(Role::Card), context.theme().color(Role::CardEdge),
                               kPlainEdge, int(i)});
}

double memoryShare(const SceneContext& context, const SceneItem& item) {
    const auto& memory = context.request.snapshot.memory;
    if (context.request.measured) {
        const auto event = context.request.measured->find(item.firstRank);
        if (event != context.request.measured->end() && event->second.capacity.value() > 0)
            return event->second.peak / event->second.capacity;
    }
    if (!memory || memory->capacity.value() <= 0 || std::size_t(item.stage) >= memory->stages.size())
        return 0;
    return memory->stages[std::size_t(item.stage)].ledger.total() / memory->capacity;
}

void colourByMode(Scene& scene, const SceneContext& context) {
    const Theme& theme = context.theme();
    for (std::size_t i = 0; i < scene.boxes.size(); ++i) {
        if (context.request.mode == TopologyMode::Stage)
            scene.boxes[i].fill =
                theme.axisTint(Axis::Pipeline, scene.items[i].stage, context.layout.spec().pp);
        if (context.request.mode == TopologyMode::Memory) {
            const double share = memoryShare(context, scene.items[i]);
            scene.boxes[i].fill = share > 1 ? theme.color(Role::Danger) : theme.heat(share);
        }
    }
}

void mark(SceneBox& box, const QColor& edge, float width) {
    box.edge = edge;
    box.edgeWidth = width;
}

void colourSelection(Scene& scene, const SceneContext& context) {
    const Theme& theme = context.theme();
    const SelectedItem& selected = context.request.selected;
    const bool groups = context.request.mode == TopologyMode::Groups && !context.request.isLit();
    if (selected.rank && *selected.rank < context.layout.ranks()) {
        if (groups)
            for (const core::Group& group : linkedGroups(context.layout, *selected.rank))
                for (const core::Rank rank : group.ranks) {
                    SceneBox& box = scene.boxes[std::size_t(context.itemOf(rank.value))];
                    box.fill = mix(theme.axisFill(axisOf(group.kind)), theme.color(Role::Card), kMateShare);
                    mark(box, theme.axis(axisOf(group.kind)), kGroupEdge);
                }
        SceneBox& box = scene.boxes[std::size_t(context.itemOf(*selected.rank))];
        if (groups) box.fill = theme.color(Role::AccentFill);
        mark(box, theme.color(Role::Accent), kStrongEdge);
    } else if (selected.stage) {
        for (std::size_t i = 0; i < scene.boxes.size(); ++i)
            if (scene.items[i].stage == *selected.stage)
                mark(scene.boxes[i], theme.color(Role::Accent), kStrongEdge);
    }
}

// Every lit group in the colour of its axis; a step without messages lights all cards alike.
void colourLit(Scene& scene, const SceneContext& context) {
    if (!context.request.isLit()) return;
    const Theme& theme = context.theme();
    if (context.request.lit->groups.empty())
        for (SceneBox& box : scene.boxes) mark(box, theme.color(Role::Text2), kGroupEdge);
    for (const core::Group& group : context.request.lit->groups)
        for (const core::Rank rank : group.ranks) {
            if (rank.value >= context.layout.ranks()) continue;
            SceneBox& box = scene.boxes[std::size_t(context.itemOf(rank.value))];
            box.fill = mix(theme.axisFill(axisOf(group.kind)), theme.color(Role::Card), kMateShare);
            mark(box, theme.axis(axisOf(group.kind)), kGroupEdge);
        }
}

void colourHover(Scene& scene, const SceneContext& context) {
    const SelectedItem& hovered = context.request.hovered;
    const QColor ink = context.theme().color(Role::Text2);
    const auto outline = [&](SceneBox& box) {
        if (box.edgeWidth < kStrongEdge) mark(box, ink, kStrongEdge);
    };
    if (hovered.rank && *hovered.rank < context.layout.ranks())
        outline(scene.boxes[std::size_t(context.itemOf(*hovered.rank))]);
    else if (hovered.stage)
        for (std::size_t i = 0; i < scene.boxes.size(); ++i)
            if (scene.items[i].stage == *hovered.stage) outline(scene.boxes[i]);
}

void colourFailure(Scene& scene, const SceneContext& context) {
    const auto failed = context.request.failedRank;
    if (!failed || *failed < 0 || *failed >= context.layout.ranks()) return;
    const Theme& theme = context.theme();
    SceneBox& box = scene.boxes[std::size_t(context.itemOf(*failed))];
    box.fill = mix(theme.color(Role::Danger), theme.color(Role::Card), theme.isDark() ? 0.45 : 0.55);
    mark(box, theme.color(Role::Danger), kStrongEdge);
    scene.badges.push_back(
        {box.center + QVector3D(box.size.x() / 2 - 0.02f, box.size.y() / 2 + 0.1f, -box.size.z() / 2),
         theme.color(Role::Danger), theme.isDark() ? QColor(0x1B0E0E) : QColor(Qt::white)});
}

OrbitCamera homeOf(TopologyMode mode) {
    OrbitCamera camera;
    if (mode == TopologyMode::Zero) {
        camera.azimuth = -12;
        camera.elevation = 47;
    }
    return camera;
}

std::optional<int> replicaOf(const core::Layout& layout, const SelectedItem& selected) {
    if (!selected.rank || *selected.rank >= layout.ranks()) return std::nullopt;
    return layout.coordinates(core::Rank(*selected.rank)).dp;
}

}  // namespace

int SceneContext::itemOf(int rank) const {
    switch (level) {
    case SceneItem::Kind::Card:
        return rank;
    case SceneItem::Kind::Node:
        return layout.placement(core::Rank(rank)).node;
    case SceneItem::Kind::Stage:
        return coordinates[std::size_t(rank)].pp;
    }
    return rank;
}

namespace {

// Of WCAG 2.
double luminanceOf(const QColor& color) {
    const auto linear = [](double part) { return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double first = luminanceOf(a), second = luminanceOf(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace

QColor inkOn(const QColor& ground, const Theme& theme) {
    const QColor bright = theme.isDark() ? theme.color(Role::Text) : QColor(Qt::white);
    const QColor dark = theme.isDark() ? QColor(0x101214) : theme.color(Role::Text);
    return contrast(bright, ground) >= contrast(dark, ground) ? bright : dark;
}

std::array<core::Group, 3> linkedGroups(const core::Layout& layout, int rank) {
    return {layout.groupOf(core::GroupKind::Data, core::Rank(rank)),
            layout.groupOf(core::GroupKind::Pipeline, core::Rank(rank)),
            layout.groupOf(core::GroupKind::Tensor, core::Rank(rank))};
}

std::optional<core::CategoryBytes> predictedMemory(const core::Snapshot& snapshot, int stage) {
    if (!snapshot.memory || stage < 0 || std::size_t(stage) >= snapshot.memory->stages.size())
        return std::nullopt;
    return snapshot.memory->stages[std::size_t(stage)].ledger.byCategory();
}

std::array<int, 3> zeroSlices(const core::Plan& plan) {
    const int dp = plan.layout.dp, stage = plan.zero.stage;
    return {stage >= 3 ? dp : 1, stage >= 2 ? dp : 1, stage >= 1 ? dp : 1};
}

Scene buildScene(const SceneRequest& request) {
    Scene scene;
    const Theme& theme = request.theme;
    scene.background = theme.color(Role::Scene);
    scene.topLight = theme.isDark() ? QColor(0xAEB6C6) : QColor(Qt::white);
    scene.sideDark = QColor(Qt::black);
    scene.home = homeOf(request.mode);
    if (!request.snapshot.layout) return scene;

    const core::Layout& layout = *request.snapshot.layout;
    const Floors floors = request.mode == TopologyMode::Zero ? Floors::Flat : Floors::Stacked;
    SceneContext context{request, layout, CardPlaces(layout, floors, replicaOf(layout, request.selected)),
                         allCoordinates(layout)};
    context.level = levelOf(context);
    addBoxes(scene, context);
    colourByMode(scene, context);
    colourLit(scene, context);
    colourSelection(scene, context);
    colourHover(scene, context);
    colourFailure(scene, context);
    addFaces(scene, context);
    addFloors(scene, context);
    addFrames(scene, context);
    addLinks(scene, context);
    addLabels(scene, context);
    addPinned(scene, context);
    return scene;
}

}  // namespace ui
