// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The registry of views: which view stands where. The rest of the window knows them as widgets only.
#pragma once

#include "ui/kit/theme.h"
#include "ui/learn/learn_views.h"
#include "ui/state/hall.h"

#include <QImage>
#include <QList>
#include <QString>
#include <QWidget>

#include <functional>

class QPainter;

namespace ui {

enum class WorkspaceKind { Explore, Plan, Run, Learn };

struct NamedView {
    QString fileName;  // of its picture, without suffix
    WorkspaceKind workspace{};
    QWidget* view = nullptr;
};

struct ViewSet {
    QWidget* topology = nullptr;
    // Which workspace the topology stands in; it draws gauges by category in Run.
    std::function<void(WorkspaceKind)> showTopologyFor;
    // The topology view as a picture, the 3D area included.
    std::function<QImage()> grabTopology;
    // The plan's cards painted for paper, whatever draws them on screen; false: the plan has none.
    std::function<bool(QPainter& painter, const Theme& theme, const QSizeF& size)> paintTopology;
    QWidget *exploreMemory = nullptr, *exploreTimeline = nullptr, *exploreWorkflow = nullptr;
    QWidget *runMemory = nullptr, *runTimeline = nullptr, *runWorkflow = nullptr, *loss = nullptr, *sample = nullptr;
    QList<QWidget*> charts;
    QList<NamedView> named;  // all of them
};

// What the buttons of views ask for.
struct ViewActions {
    std::function<void()> start, changePrompt;
};

[[nodiscard]] ViewSet makeViews(const Hall& hall, const ViewActions& actions);
// The views that lessons show, on the hall of the lessons. The topology is the painted one.
[[nodiscard]] LearnViews makeLearnViews(const Hall& hall, const std::function<void()>& start);

}  // namespace ui
