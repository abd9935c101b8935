// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether the slices of a checkpoint tile every tensor of every kind of state exactly once. A checkpoint of
// step 0 may have no moments at all: they are zero.
#pragma once

#include "core/checkpoint/manifest.h"

#include <optional>
#include <string>

namespace core {

// The first tensor that is not tiled, and what is wrong there; nothing when all are.
[[nodiscard]] std::optional<std::string> coverageFault(const Manifest& manifest);

}  // namespace core
