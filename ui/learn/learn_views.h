// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The views of other rooms that lessons show, made by the window on the lesson's hall. Each is a widget to this room.
#pragma once

#include "core/lesson/lesson.h"
#include "core/telemetry/series.h"

#include <QWidget>

#include <functional>
#include <vector>

namespace ui {

enum class ShownStages { All, Own };  // of ZeRO: 0 to 3, or the plan's alone

struct LearnViews {
    QWidget* topology = nullptr;
    // What the cards show; the camera glides there, or back to its own place where a step names none.
    std::function<void(core::CardColour, const std::optional<core::Camera>&)> aimTopology;
    // Of the plan, and of the run once it has been started from the step.
    QWidget *planMemory = nullptr, *runMemory = nullptr, *planTimeline = nullptr, *runTimeline = nullptr;
    std::function<void(ShownStages)> showStages;  // of planMemory
    std::function<void(std::vector<core::Series>)> showEarlierLoss;  // curves of runs before the present one, behind its own
    // Of the run; the learning rate follows the plan until then.
    QWidget *loss = nullptr, *gradientNorm = nullptr, *throughput = nullptr, *learningRate = nullptr, *stepParts = nullptr;
};

}  // namespace ui
