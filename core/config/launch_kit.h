// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plan → the files that run it on a real framework: launch script, ds_config, hostfile, Slurm batch file. What the
// target's own words cannot say stands in "# shardscope:" remarks, which import reads: the kit imports back equal. A
// plan that the target would refuse gives the reasons and no files.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/result.h"
#include "core/plan/plan.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

enum class KitTarget { MegatronDeepSpeed, MegatronLm, Torchrun, Slurm };
template <>
std::span<const std::pair<KitTarget, std::string_view>> enumNames<KitTarget>();

struct KitFile {
    std::string name, content;
    bool executable = false;
};

struct LaunchKit {
    std::vector<KitFile> files;  // the script first
    Framework framework = Framework::Megatron;
    Problems problems;  // warnings: what the target will do otherwise than the plan says
};

[[nodiscard]] Result<LaunchKit> launchKit(const Plan& plan, KitTarget target);

// Names of the files that lie in `folder` with another content: writing the kit would lose it.
[[nodiscard]] std::vector<std::string> filesToReplace(const LaunchKit& kit, const std::filesystem::path& folder);

// All or none: every file is written under another name first, then all are renamed. `folder` is made.
[[nodiscard]] Result<void> writeKit(const LaunchKit& kit, const std::filesystem::path& folder);

}  // namespace core
