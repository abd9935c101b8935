// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// lesson hunt --seed N: trains a small model with the planted fault of the seed and prints the instruments.
#pragma once

#include "app/cli/answer.h"

#include <cstdint>

namespace app {

enum class Culprit { Hidden, Named };

[[nodiscard]] Reply huntBug(std::uint64_t seed, Culprit culprit);

}  // namespace app
