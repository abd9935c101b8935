// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What lies on the cards: number, memory gauge, ZeRO slices.
#include "ui/topology/scene_parts.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>

namespace ui {
namespace {

constexpr QRectF kGauge(0.07, 0.28, 0.86, 0.44);
constexpr double kSliceTop = 0.12, kSliceHeight = 0.46;
constexpr std::array<std::array<double, 2>, 3> kSliceSpans{{{0.06, 0.28}, {0.32, 0.54}, {0.58, 0.94}}};
constexpr int kMaxSlices = 64;  // more than that are one outline with the own slice in it
constexpr double kMinSlice = 0.008;

struct Segment {
    double share = 0;  // of the capacity
    QColor fill;
};

const core::MemoryEvent* measuredOf(const SceneContext& context, int rank) {
    if (!context.request.measured) return nullptr;
    const auto event = context.request.measured->find(rank);
    return event == context.request.measured->end() || event->second.capacity.value() <= 0 ? nullptr
                                                                                           : &event->second;
}

std::vector<Segment> measuredSegments(const core::MemoryEvent& event, const Theme& theme) {
    std::vector<Segment> segments;
    for (int c = 0; c < core::kMemoryCategories; ++c)
        segments.push_back(
            {event.atPeak[std::size_t(c)] / event.capacity, theme.of(core::MemoryCategory(c)).fill});
    return segments;
}

std::vector<Segment> predictedSegments(const SceneContext& context, int stage) {
    const auto bytes = predictedMemory(context.request.snapshot, stage);
    if (!bytes || context.request.snapshot.memory->capacity.value() <= 0) return {};
    const double share = core::sum(*bytes) / context.request.snapshot.memory->capacity;
    const Theme& theme = context.theme();
    const QColor grey = context.request.detail == SceneDetail::Compact
                            ? mix(theme.color(Role::Strong), theme.color(Role::Canvas), 0.5)
                            : theme.color(Role::Text2);
    return {{std::min(share, 1.0), share > 1 ? theme.color(Role::Danger) : grey}};
}

void addGauge(Scene& scene, const SceneContext& context, int box) {
    const SceneItem& item = scene.items[std::size_t(box)];
    const auto* event = measuredOf(context, item.firstRank);
    const auto segments =
        event ? measuredSegments(*event, context.theme()) : predictedSegments(context, item.stage);
    if (segments.empty()) return;
    const Theme& theme = context.theme();
    const QColor ground = theme.isDark() ? theme.color(Role::Sunken) : theme.color(Role::Canvas);
    scene.patches.push_back({box, ScenePatch::Face::Front, kGauge, ground, theme.color(Role::Strong), 0.8f});
    double from = kGauge.left();
    for (const Segment& segment : segments) {
        const double width = std::min(segment.share * kGauge.width(), kGauge.right() - from);
        if (width <= 0) continue;
        scene.patches.push_back({box,
                                 ScenePatch::Face::Front,
                                 {from, kGauge.top(), width, kGauge.height()},
                                 segment.fill,
                                 {},
                                 0});
        from += width;
    }
    constexpr double kLine = 0.02, kOver = 0.1;
    if (const auto share = pinnedShare(context, item)) {
        const double x = kGauge.left() + std::min(*share, 1.0) * kGauge.width();
        scene.patches.push_back({box,
                                 ScenePatch::Face::Front,
                                 {x - kLine / 2, kGauge.top() - kOver, kLine, kGauge.height() + 2 * kOver},
                                 theme.color(Role::Text),
                                 {},
                                 0});
    }
}

// Slices of one kind of model state on one card: whole, or cut by replicas with the own one filled.
void addSlices(Scene& scene, const Theme& theme, int box, Meaning meaning, int part, int slices, int own) {
    const auto [left, right] = kSliceSpans[std::size_t(part)];
    const MeaningColors colors = theme.meaning(meaning);
    const auto patch = [&](double x, double width, const QColor& fill, const QColor& line) {
        scene.patches.push_back(
            {box, ScenePatch::Face::Top, {x, kSliceTop, width, kSliceHeight}, fill, line, 1});
    };
    const double width = (right - left) / slices;
    if (slices == 1) return patch(left, right - left, colors.fill, colors.line);
    if (slices > kMaxSlices) patch(left, right - left, theme.color(Role::Canvas), theme.color(Role::Border));
    for (int slice = 0; slices <= kMaxSlices && slice < slices; ++slice)
        if (slice != own)
            patch(left + slice * width, width, theme.color(Role::Canvas), theme.color(Role::Border));
    patch(left + own * width, std::max(width, kMinSlice), colors.fill, colors.line);
}

// Below the slices, how much of each kind A's card at this place held, and which part.
void addPinnedSlices(Scene& scene, const SceneContext& context, int box) {
    constexpr double kTop = kSliceTop + kSliceHeight + 0.03, kHeight = 0.06;
    const auto replica = pinnedReplica(context, scene.items[std::size_t(box)]);
    if (!replica) return;
    const auto slices = zeroSlices(context.request.pinned->plan);
    for (std::size_t part = 0; part < kSliceSpans.size(); ++part) {
        const auto [left, right] = kSliceSpans[part];
        const double width = (right - left) / slices[part];
        const MeaningColors colors = context.theme().meaning(Meaning(part));
        const QRectF own(left + (slices[part] == 1 ? 0 : *replica) * width, kTop, std::max(width, kMinSlice), kHeight);
        scene.patches.push_back({box, ScenePatch::Face::Top, own, colors.pale, colors.line, 1});
    }
}

void addNumber(Scene& scene, const SceneContext& context, int box) {
    const SceneItem& item = scene.items[std::size_t(box)];
    const bool flat = context.places.floors() == Floors::Flat;
    const bool card = item.kind == SceneItem::Kind::Card;
    const QString text = card && flat
                             ? QCoreApplication::translate("ui::Topology", "Card %1").arg(item.firstRank)
                         : card ? QString::number(item.firstRank)
                                : QLocale().toString(item.count);
    scene.texts.push_back({box, text, inkOn(scene.boxes[std::size_t(box)].fill, context.theme()),
                           flat ? 0.34f : 0.42f, flat ? 0.44f : 0.02f});
}

}  // namespace

void addFaces(Scene& scene, const SceneContext& context) {
    const auto slices = zeroSlices(context.request.snapshot.plan);
    const int boxes = int(scene.boxes.size());
    for (int box = 0; box < boxes; ++box) {
        const SceneItem& item = scene.items[std::size_t(box)];
        const bool card = item.kind == SceneItem::Kind::Card;
        if (card && context.places.floors() == Floors::Flat) {
            for (int part = 0; part < 3; ++part)
                addSlices(
                    scene, context.theme(), box, Meaning(part), part, slices[std::size_t(part)],
                    slices[std::size_t(part)] == 1 ? 0 : context.coordinates[std::size_t(item.firstRank)].dp);
            addPinnedSlices(scene, context, box);
        } else if (card) {
            addGauge(scene, context, box);
        }
        if (boxes <= kMaxNumbers) addNumber(scene, context, box);
    }
}

}  // namespace ui
