// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A snapshot for people: memory by stage and category, time of a step, the whole run. Every number is
// predicted.
#pragma once

#include "core/evaluate.h"

#include <string>

namespace app {

[[nodiscard]] std::string snapshotText(const core::Snapshot& snapshot);
// MFU and HFU of the step as different authors count FLOPs.
[[nodiscard]] std::string conventionsText(const core::Snapshot& snapshot);
// Every entry of every stage's ledger with its formula and numbers.
[[nodiscard]] std::string formulasText(const core::Snapshot& snapshot);

}  // namespace app
