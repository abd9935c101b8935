// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Forward passes that train nothing: the loss on held-out text and text generated from a prompt.
// Every rank of the job makes the same calls.
#pragma once

#include "core/plan/plan.h"
#include "gpu/training/rank_worker.h"

#include <cstdint>
#include <span>
#include <string>

namespace gpu {

inline constexpr int kValidationWindows = 64;  // sequences, evenly spaced over the held-out text

// Mean loss in nat per byte over the windows, shared out among the replicas; the same on all ranks.
[[nodiscard]] double validationLoss(RankWorker& worker, std::span<const std::uint8_t> heldOut);

// Bytes generated from the prompt by replica 0, the same on all of its ranks; empty on the other replicas
// (which take part under ZeRO-3, where parameters are gathered from them). Every byte is drawn from the
// model's distribution at temperature 0.8 with numbers that depend on the seed, the step and the position
// only.
[[nodiscard]] std::string generateText(RankWorker& worker, std::int64_t step);

}  // namespace gpu
