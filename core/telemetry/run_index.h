// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The index lines of a run file: their text form and the sizes that both sides agree on.
#pragma once

#include "core/telemetry/run_file.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::runIndex {

inline constexpr std::int64_t kBlockBytes = 64 << 10;
inline constexpr std::size_t kBlocksPerLine = 32;  // one index line for every 2 MiB
inline constexpr std::string_view kPrefix = "{\"type\":\"index\",";

struct Line {
    double t = 0;
    std::int64_t previous = -1;  // offset of the index line before; negative = none
    std::vector<RunBlock> blocks;
};

[[nodiscard]] std::string encode(const Line& line);
[[nodiscard]] std::optional<Line> decode(std::string_view text);

}  // namespace core::runIndex
