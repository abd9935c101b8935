// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sizes of memory and files as people type them.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string_view>

namespace core {

// Whole bytes of "1MiB", "1.5 GiB", "80GB" or a plain number ("65536", "64k"). KiB … TiB count by 1024, KB … TB by 1000,
// in any case. Refused, with the units that there are: any other suffix, "B" alone too (bytes, or billions of them?), and
// what makes no whole number of bytes.
[[nodiscard]] Result<std::int64_t> parseBytes(std::string_view text, std::string_view where);

}  // namespace core
