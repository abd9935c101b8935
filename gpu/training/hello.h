// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The first line of a run: what runs, where, on which text.
#pragma once

#include "gpu/data/corpus.h"
#include "gpu/training/job.h"

namespace gpu {

[[nodiscard]] core::HelloEvent helloEvent(const Job& job, const Corpus& corpus);
// Cores that this process may use.
[[nodiscard]] int usableCores();

}  // namespace gpu
