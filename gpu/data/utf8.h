// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// UTF-8 well-formedness (Unicode 15, table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gpu {

// Offset of the first byte that starts no well-formed sequence; text.size() when all is well.
[[nodiscard]] std::size_t firstInvalidUtf8(std::string_view text);
// Every byte that is not part of a well-formed sequence becomes U+FFFD: what a model has generated need not be UTF-8.
[[nodiscard]] std::string replaceInvalidUtf8(std::string_view text);

}  // namespace gpu
