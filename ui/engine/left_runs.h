// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs that a window has left running, found by the control files in the folder of runs. A left run keeps its
// control file when it ends, so that the next window can say how it ended.
#pragma once

#include "core/telemetry/events.h"

#include <QDateTime>
#include <QList>
#include <QString>

#include <optional>

namespace ui {

struct LeftRun {
    QString file, title;  // run file; name of the plan
    QDateTime started;
    enum class Life { Going, Ended, Died } life = Life::Going;
    std::int64_t lastStep = 0;           // 0 = no step was done
    std::optional<core::ByeEvent> bye;  // of one that ended
};

// Newest first; without those that another window looks after.
[[nodiscard]] QList<LeftRun> findLeftRuns(const QString& folder);
// The user knows how it ended.
void forgetLeftRun(const LeftRun& run);

}  // namespace ui
