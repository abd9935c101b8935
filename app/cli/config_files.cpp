// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/config_files.h"

#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/base/file.h"

#include <filesystem>
#include <tuple>

namespace app {

namespace {

// Copies a count of at least 1 where the flag is given.
core::Result<void> setCount(const std::string& text, const char* flag, std::optional<std::int64_t>& count) {
    constexpr std::int64_t kMost = 1'000'000;
    if (text.empty()) return {};
    const auto number = parseCount(text, flag);
    if (!number) return tl::make_unexpected(number.error());
    if (*number > kMost) return core::refuse(usageProblem("cli.too-many-cards", flag, {{"text", text}}));
    count = *number;
    return {};
}

// A file that a script names, relative to the script.
std::optional<core::ConfigFile> openBeside(const std::string& path, const std::string& from) {
    const std::filesystem::path beside = std::filesystem::path(from).parent_path() / path;
    auto text = core::readTextFile(beside, core::kMaxConfigBytes);
    if (!text) return std::nullopt;
    return core::ConfigFile{beside.string(), std::move(*text)};
}

}  // namespace

void addConfigOptions(CLI::App& command, ConfigOptions& options) {
    command
        .add_option("FILE", options.files,
                    "ds_config.json, launch script, sbatch file, argument list or GPT-NeoX .yml of one launch")
        ->required();
    command.add_option("--world-size", options.worldSize, "Cards of the launch, where no file says it");
    command.add_option("--tp", options.tp, "Tensor parallelism, where no script says it");
    command.add_option("--pp", options.pp, "Pipeline stages, where no script says it");
    command.add_option("--engine", options.engine, "zero or pipeline: DeepSpeed's engine, where no script says it");
    command.add_option("--deepspeed-version", options.version,
                       "The release whose rules and defaults hold; the newest known without it");
}

core::Result<core::CheckOptions> checkOptions(const ConfigOptions& options) {
    core::CheckOptions check;
    check.open = openBeside;
    for (const auto& [text, flag, count] : {std::tuple{&options.worldSize, "--world-size", &check.worldSize},
                                            {&options.tp, "--tp", &check.tp},
                                            {&options.pp, "--pp", &check.pp}})
        if (const auto set = setCount(*text, flag, *count); !set) return tl::make_unexpected(set.error());
    if (!options.engine.empty()) {
        const auto engine = parseChoice<core::ConfigEngine>(options.engine, "--engine");
        if (!engine) return tl::make_unexpected(engine.error());
        check.engine = *engine;
    }
    if (!options.version.empty()) {
        const auto version = core::parseVersion(options.version, "--deepspeed-version");
        if (!version) return tl::make_unexpected(version.error());
        check.deepspeed = *version;
    }
    return check;
}

core::Result<std::vector<core::ConfigFile>> readConfigFiles(const std::vector<std::string>& names) {
    std::vector<core::ConfigFile> files;
    for (const std::string& name : names) {
        auto text = core::readTextFile(name, core::kMaxConfigBytes);
        if (!text) return tl::make_unexpected(text.error());
        files.push_back({name, std::move(*text)});
    }
    return files;
}

}  // namespace app
