// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What `check` and `import` share: reading the files that are named, and those that they name; the flags of a launch.
#pragma once

#include "core/config/check.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace app {

struct ConfigOptions {
    std::vector<std::string> files;
    std::string worldSize, tp, pp, engine, version;
};

void addConfigOptions(CLI::App& command, ConfigOptions& options);
[[nodiscard]] core::Result<core::CheckOptions> checkOptions(const ConfigOptions& options);
[[nodiscard]] core::Result<std::vector<core::ConfigFile>> readConfigFiles(const std::vector<std::string>& names);

}  // namespace app
