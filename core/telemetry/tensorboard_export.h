// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The events of a run as an event file of TensorBoard.
#pragma once

#include "core/telemetry/events.h"

#include <string>
#include <vector>

namespace core {

// Loss, validation loss, learning rate, gradient norm, loss scale, step time, tokens per second. `begun`: seconds since 1970
// at the run's begin.
[[nodiscard]] std::string tensorBoardOf(const std::vector<Event>& events, double begun);

}  // namespace core
