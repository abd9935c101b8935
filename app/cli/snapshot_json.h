// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A snapshot in the form that `estimate` promises: layout, memory, time and run; null where problems leave
// them undefined.
#pragma once

#include "app/cli/answer.h"
#include "core/evaluate.h"

namespace app {

[[nodiscard]] Json layoutJson(const core::LayoutSpec& layout);
[[nodiscard]] Json snapshotJson(const core::Snapshot& snapshot);

}  // namespace app
