// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whole files in and out. Writing goes to a temporary name in the same folder, is synced and renamed, so that
// a reader or a power cut sees the old file or the new one, never half of one.
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace core {

inline constexpr std::int64_t kMaxTextFileBytes = std::int64_t{64} << 20;

[[nodiscard]] Result<std::string> readTextFile(const std::filesystem::path& file,
                                               std::int64_t maxBytes = kMaxTextFileBytes);
[[nodiscard]] Result<void> writeFileAtomically(const std::filesystem::path& file, std::string_view content);

}  // namespace core
