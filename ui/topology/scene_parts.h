// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The steps of buildScene(), each in its own file: boxes and their colours (scene_model.cpp), what lies on
// their faces (scene_faces.cpp), floors, frames, links and labels (scene_decor.cpp), what plan A
// had (scene_pinned.cpp). Nothing outside the
// topology includes this.
#pragma once

#include "ui/topology/card_places.h"
#include "ui/topology/scene_model.h"

namespace ui {

struct SceneContext {
    const SceneRequest& request;
    const core::Layout& layout;
    CardPlaces places;
    std::vector<core::Coordinates> coordinates;  // by rank
    SceneItem::Kind level = SceneItem::Kind::Card;

    [[nodiscard]] const Theme& theme() const { return request.theme; }
    [[nodiscard]] int itemOf(int rank) const;
};

void addFaces(Scene& scene, const SceneContext& context);
void addFloors(Scene& scene, const SceneContext& context);
void addFrames(Scene& scene, const SceneContext& context);
void addLinks(Scene& scene, const SceneContext& context);
void addLabels(Scene& scene, const SceneContext& context);
void addPinned(Scene& scene, const SceneContext& context);
// The data rank of A's card at the place of the item's first rank; none where A has no card there.
[[nodiscard]] std::optional<int> pinnedReplica(const SceneContext& context, const SceneItem& item);
// Of that card, the share of its memory at the peak.
[[nodiscard]] std::optional<double> pinnedShare(const SceneContext& context, const SceneItem& item);

// Ink with the better contrast on `ground`.
[[nodiscard]] QColor inkOn(const QColor& ground, const Theme& theme);

}  // namespace ui
