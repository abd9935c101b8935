// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Part of what stepTraffic() counts (core/cost/traffic.h): what the ops of the pipeline send themselves.
#pragma once

#include "core/cost/traffic.h"

namespace core {

// Tensor collectives and messages between stages, of the forward ops or of all others.
enum class Pass { Forward, Backward };
[[nodiscard]] Traffic passTraffic(const Plan& plan, const ShardMap& shards, const Schedule& schedule, Pass pass);

}  // namespace core
