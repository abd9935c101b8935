// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The folder of what is offloaded to nvme, looked at before a run starts: the rank threads could only say that their
// file failed.
#pragma once

#include "core/base/problem.h"
#include "core/plan/plan.h"

namespace app {

// What all ranks together keep in files, by the memory model; 0 without offloading to nvme. `plan` must be valid.
[[nodiscard]] core::Bytes offloadedToFiles(core::Plan plan);

// Refused where the folder does not exist (none is made: its name may be mistyped), where no file can be made in it, and
// where it has less room than offloadedToFiles().
[[nodiscard]] core::Problems offloadFolderProblems(const core::Plan& plan);

}  // namespace app
