// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/topology/card_places.h"

#include "ui/topology/scene.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace ui {
namespace {

constexpr float kPitchX = 2.30f, kPitchY = 2.00f, kPitchZ = 1.55f, kNodeGap = 0.75f;
constexpr float kClosedPitchY = 0.70f;
constexpr float kFlatPitchX = 3.00f, kFlatPitchZ = 2.15f;
constexpr float kFlatGap = 0.9f;     // between replicas of several cards on one floor
constexpr double kFlatAspect = 2.2;  // width to depth that one floor aims at

// Steps before the positions 1, 2, … of an axis → centred positions.
std::vector<float> centred(const std::vector<float>& steps) {
    std::vector<float> positions{0};
    for (const float step : steps) positions.push_back(positions.back() + step);
    const float middle = positions.back() / 2;
    for (float& position : positions) position -= middle;
    return positions;
}

// Whether every card at `index` of an axis lies on another node than its neighbour at index + 1.
bool changesNode(const core::Layout& layout, int outer, int inner,
                 const std::function<core::Coordinates(int, int)>& here,
                 const std::function<core::Coordinates(int, int)>& next) {
    const auto node = [&](const core::Coordinates& at) { return layout.placement(layout.rank(at)).node; };
    for (int i = 0; i < outer; ++i)
        for (int j = 0; j < inner; ++j)
            if (node(here(i, j)) == node(next(i, j))) return false;
    return true;
}

core::Coordinates coordinates(int stage, int replica, int depth, int tp) {
    core::Coordinates at;
    at.pp = stage;
    at.dp = replica;
    at.tp = depth % tp;
    at.cp = depth / tp;
    return at;
}

// Columns of replica blocks on one floor whose outline comes nearest to the wanted aspect.
int flatColumns(int replicas, float blockWidth, float blockDepth) {
    int best = 1;
    double smallest = std::numeric_limits<double>::max();
    for (int columns = 1; columns <= replicas; ++columns) {
        const int rows = (replicas + columns - 1) / columns;
        const double off = std::abs(std::log(columns * blockWidth / (rows * blockDepth) / kFlatAspect));
        if (off < smallest) {
            smallest = off;
            best = columns;
        }
    }
    return best;
}

std::vector<QVector3D> flatReplicas(int replicas, float width, float depth) {
    const int columns = flatColumns(replicas, width, depth), rows = (replicas + columns - 1) / columns;
    std::vector<QVector3D> offsets;
    for (int d = 0; d < replicas; ++d)
        offsets.emplace_back((float(d % columns) - float(columns - 1) / 2) * width, 0,
                             (float(d / columns) - float(rows - 1) / 2) * depth);
    return offsets;
}

}  // namespace

CardPlaces::CardPlaces(const core::Layout& layout, Floors floors, std::optional<int> open)
    : m_floors(floors)
    , m_cardSize(floors == Floors::Flat ? kFlatCardSize : kCardSize) {
    const core::LayoutSpec& spec = layout.spec();
    m_tp = spec.tp;
    const float pitchX = floors == Floors::Flat ? kFlatPitchX : kPitchX;
    const float pitchZ = floors == Floors::Flat ? kFlatPitchZ : kPitchZ;
    const int stages = spec.pp, replicas = spec.dp, depth = spec.tp * spec.cp;
    const auto at = [this](int s, int d, int k) { return coordinates(s, d, k, m_tp); };

    std::vector<float> stepX, stepY, stepZ;
    for (int s = 0; s + 1 < stages; ++s)
        stepX.push_back(pitchX + (changesNode(
                                      layout, replicas, depth, [&](int d, int k) { return at(s, d, k); },
                                      [&](int d, int k) { return at(s + 1, d, k); })
                                      ? kNodeGap
                                      : 0));
    for (int k = 0; k + 1 < depth; ++k)
        stepZ.push_back(pitchZ + (changesNode(
                                      layout, stages, replicas, [&](int s, int d) { return at(s, d, k); },
                                      [&](int s, int d) { return at(s, d, k + 1); })
                                      ? kNodeGap
                                      : 0));
    m_x = centred(stepX);
    m_z = centred(stepZ);
    for (float& z : m_z) z = -z;

    if (floors == Floors::Flat) {
        const float width = m_x.back() - m_x.front() + pitchX, deep = m_z.front() - m_z.back() + pitchZ;
        const float gap = stages * depth > 1 ? kFlatGap : 0;  // single cards need no gap to be told apart
        m_replica = flatReplicas(replicas, width + gap, deep + gap);
        return;
    }
    for (int d = 0; d + 1 < replicas; ++d) {
        const bool closed = replicas > kOpenReplicas && !(open && *open == d);
        const bool node = !closed && changesNode(
                                         layout, stages, depth, [&](int s, int k) { return at(s, d, k); },
                                         [&](int s, int k) { return at(s, d + 1, k); });
        stepY.push_back((closed ? kClosedPitchY : kPitchY) + (node ? kNodeGap : 0));
    }
    for (const float y : centred(stepY)) m_replica.emplace_back(0, y, 0);
}

QVector3D CardPlaces::center(const core::Coordinates& at) const {
    const std::size_t depth = std::size_t(at.tp + m_tp * at.cp);
    return m_replica[std::size_t(at.dp)] + QVector3D(m_x[std::size_t(at.pp)], 0, m_z[depth]);
}

QVector3D CardPlaces::center(int stage, int replica, int depth) const {
    const auto beyond = [](int index, std::size_t count) { return float(std::max(0, index - int(count) + 1)); };
    const auto inside = [](int index, std::size_t count) { return std::min(std::size_t(index), count - 1); };
    const float pitchY = replicas() > kOpenReplicas ? kClosedPitchY : kPitchY;
    return m_replica[inside(replica, m_replica.size())] + QVector3D(m_x[inside(stage, m_x.size())], 0, m_z[inside(depth, m_z.size())]) +
           QVector3D(kPitchX * beyond(stage, m_x.size()), pitchY * beyond(replica, m_replica.size()),
                     -kPitchZ * beyond(depth, m_z.size()));
}

}  // namespace ui
