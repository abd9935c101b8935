// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which basic blocks of the watched sources (tests/CMakeLists.txt) have run: GCC and Clang call a function at the start of each
// where -fsanitize-coverage=trace-pc is given. One thread.
#pragma once

#include <cstddef>

namespace fuzz {

// Blocks seen since the program began.
[[nodiscard]] std::size_t blocksReached();

}  // namespace fuzz
