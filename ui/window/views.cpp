// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The one place that knows every view by its type.
#include "ui/window/views.h"

#include "ui/kit/empty_state.h"

namespace ui {

ViewSet makeViews(const Hall& hall) {
    Q_UNUSED(hall);
    ViewSet set;
    const auto soon = [] { return new EmptyState(QStringLiteral("…")); };
    set.topology = soon();
    set.showTopologyFor = [](WorkspaceKind) {};
    set.grabTopology = [view = set.topology] { return view->grab().toImage(); };
    set.exploreMemory = soon();
    set.exploreTimeline = soon();
    set.runMemory = soon();
    set.runTimeline = soon();
    set.loss = soon();
    set.sample = soon();
    set.charts = {soon(), soon(), soon(), soon()};
    return set;
}

}  // namespace ui
