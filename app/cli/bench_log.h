// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench log FILE: how fast `watch` reads a long log, and how much memory that takes. The long log is made of FILE's own
// lines, over and over, with updates that count on.
#pragma once

#include "app/cli/answer.h"

#include <string>

namespace app {

// Bytes of the long log; a quarter of it is read, too, to see whether memory grows.
[[nodiscard]] Reply benchLog(const std::string& file, std::int64_t bytes, int rounds);

}  // namespace app
