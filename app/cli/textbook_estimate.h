// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The textbook answer for a bare parameter count Ψ on C cards: D = C/(T·P), bytes per card by ZeRO stage,
// with gradients and optimizer not divided by T. `estimate` of a real model divides them, and gives less.
#pragma once

#include "app/cli/answer.h"
#include "app/cli/plan_flags.h"

namespace app {

// `flags`: --cards (T·P without it), --tp, --pp, --zero; any other plan flag is refused.
[[nodiscard]] Reply textbookEstimate(const std::string& parameters, const PlanFlags& flags);

}  // namespace app
