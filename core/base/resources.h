// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the files that belong to the product (plans, icons, lessons ...). The list of folders to look in is
// made by the program once and passed on; nothing here is global.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

namespace core {

// In the order of looking: `environment` (the value of SHARDSCOPE_RESOURCES, may be empty),
// ../share/shardscope beside the program's folder, `sourceTree`/resources of a build that was not installed
// (may be empty).
[[nodiscard]] std::vector<std::filesystem::path> resourceRoots(std::string_view environment,
                                                               const std::filesystem::path& executable,
                                                               const std::filesystem::path& sourceTree);

// `relative` such as "plans/tiny-2x2x2.shardscope.json"; the first root that has it wins.
[[nodiscard]] Result<std::filesystem::path> findResource(std::span<const std::filesystem::path> roots,
                                                         std::string_view relative);

}  // namespace core
