// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Choosing among folders.
#include "core/checkpoint/find_checkpoint.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <unistd.h>

namespace core {

namespace {

namespace fs = std::filesystem;

// Without a trailing slash, which would hide the last name.
fs::path tidy(const fs::path& path) {
    const fs::path normal = fs::absolute(path).lexically_normal();
    return normal.has_filename() ? normal : normal.parent_path();
}

// By its name or by its manifest, sound or not.
bool isOne(const fs::path& folder) {
    std::error_code ignored;
    return fs::exists(folder / kManifestName, ignored) ||
           (folder.filename().string().starts_with(kStepPrefix) && fs::is_directory(folder, ignored));
}

fs::path dataFolder() {
    const auto variable = [](const char* name) {
        const char* value = std::getenv(name);
        return fs::path(value == nullptr ? "" : value);
    };
    if (const fs::path data = variable("XDG_DATA_HOME"); data.is_absolute()) return data / "shardscope";
    const fs::path home = variable("HOME");
    return (home.empty() ? fs::current_path() : home) / ".local/share/shardscope";
}

std::string fileNameFrom(std::string name) {
    std::erase_if(name, [](unsigned char c) { return !std::isalnum(c) && c != '-' && c != '_' && c != '.'; });
    return name.substr(0, 60);
}

}  // namespace

Result<fs::path> locateCheckpoint(const fs::path& given) {
    const fs::path path = tidy(given);
    if (isOne(path)) return path;
    if (const auto places = checkpointsIn(path); !places.empty()) return places.front().path;
    return refuse({Severity::Error, "checkpoint.not-found", given.string(), {}, "fix.checkpoint.not-found"});
}

std::optional<CheckpointPlace> soundBeside(const fs::path& checkpoint) {
    const fs::path own = tidy(checkpoint);
    for (const CheckpointPlace& place : checkpointsIn(own.parent_path())) {
        std::error_code ignored;
        if (!place.problems.empty() || fs::equivalent(place.path, own, ignored)) continue;
        if (const auto opened = Checkpoint::open(place.path); opened && opened->verify().empty()) return place;
    }
    return std::nullopt;
}

Problems withRemedy(Problems problems, const fs::path& checkpoint) {
    const std::optional<CheckpointPlace> previous = soundBeside(checkpoint);
    for (Problem& problem : problems) {
        problem.fix = previous ? "fix.checkpoint.previous" : "fix.checkpoint.no-previous";
        if (!previous) continue;
        problem.params["previous"] = previous->path.string();
        problem.params["previous_step"] = std::to_string(previous->step);
    }
    return problems;
}

Result<Checkpoint> openSound(const fs::path& path) {
    const Result<fs::path> folder = locateCheckpoint(path);
    if (!folder) return tl::make_unexpected(folder.error());
    Result<Checkpoint> checkpoint = Checkpoint::open(*folder);
    Problems problems = checkpoint ? checkpoint->verify() : checkpoint.error();
    if (problems.empty()) return checkpoint;
    return tl::make_unexpected(withRemedy(std::move(problems), *folder));
}

fs::path checkpointFolderFor(const Plan& plan, const Checkpoint* resumed) {
    if (!plan.run.checkpoint.directory.empty()) return tidy(plan.run.checkpoint.directory);
    if (resumed != nullptr) return tidy(resumed->folder()).parent_path();
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    return dataFolder() / "checkpoints" /
           fmt::format("{:%Y-%m-%dT%H-%M-%S} {} {}", fmt::localtime(now), fileNameFrom(plan.name), ::getpid());
}

}  // namespace core
