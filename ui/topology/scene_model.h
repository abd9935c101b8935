// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Snapshot, selection and measurements → Scene. Pure: same request, same scene.
//   Groups  the selected card, its tensor, pipeline and data groups in axis colours and their links
//   Stage   the card's stage, light to full
//   Memory  the share of the card's memory at the peak, as heat
//   ZeRO    on each card's top face, which slice of parameters, gradients and optimizer state it holds
// Level of detail: over 4,096 cards one box per node, over 4,096 nodes one per stage.
#pragma once

#include "core/evaluate.h"
#include "core/telemetry/events.h"
#include "ui/state/selection.h"
#include "ui/state/spotlight.h"
#include "ui/topology/scene.h"

#include <map>

namespace ui {

enum class TopologyMode { Groups, Stage, Memory, Zero };
enum class SceneDetail { Full, Compact };  // compact: no node frames (the small view of a run)

struct SceneRequest {
    const core::Snapshot& snapshot;
    Theme theme;
    TopologyMode mode = TopologyMode::Groups;
    SceneDetail detail = SceneDetail::Full;
    SelectedItem selected, hovered;
    const std::map<int, core::MemoryEvent>* measured = nullptr;  // by rank; shown solid by category
    std::optional<int> failedRank;
    const core::Snapshot* pinned = nullptr;  // plan A: its cards that are no more as outlines, its memory as a line
    const LitGroups* lit = nullptr;  // groups that another view lights; in their place the selected card's are not
    [[nodiscard]] bool isLit() const { return lit && !lit->empty(); }
};

inline constexpr int kMaxBoxes = 4096;
inline constexpr int kMaxNumbers = 512;  // cards that still carry their number

// Empty when the snapshot has no layout.
[[nodiscard]] Scene buildScene(const SceneRequest& request);

// The three groups of a rank that the topology links: tensor, pipeline, data.
[[nodiscard]] std::array<core::Group, 3> linkedGroups(const core::Layout& layout, int rank);

// Predicted bytes by category on a rank at its peak; nothing when the snapshot has no memory.
[[nodiscard]] std::optional<core::CategoryBytes> predictedMemory(const core::Snapshot& snapshot, int stage);

// The parts of a card's model state under ZeRO: how many slices each category is cut into.
[[nodiscard]] std::array<int, 3> zeroSlices(const core::Plan& plan);  // parameters, gradients, optimizer

}  // namespace ui
