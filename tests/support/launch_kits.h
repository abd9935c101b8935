// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A launch kit as the files that `check` and `import` take, and lines of its script.
#pragma once

#include "core/config/check.h"
#include "core/config/launch_kit.h"

#include <string>
#include <vector>

namespace support {

inline std::vector<core::ConfigFile> filesOf(const core::LaunchKit& kit) {
    std::vector<core::ConfigFile> files;
    for (const core::KitFile& file : kit.files) files.push_back({file.name, file.content});
    return files;
}

// Whether a line of the script ends with `text`.
inline bool has(const core::Result<core::LaunchKit>& kit, const std::string& text) {
    return kit && kit->files.front().content.find(text + "\n") != std::string::npos;
}

}  // namespace support
