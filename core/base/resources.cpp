// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks for product files in a given list of folders.
#include "core/base/resources.h"

namespace core {

namespace fs = std::filesystem;

std::vector<fs::path> resourceRoots(std::string_view environment, const fs::path& executable,
                                    const fs::path& sourceTree) {
    std::vector<fs::path> roots;
    if (!environment.empty()) roots.emplace_back(environment);
    if (!executable.empty())
        roots.push_back((executable.parent_path() / ".." / "share" / "shardscope").lexically_normal());
    if (!sourceTree.empty()) roots.push_back(sourceTree / "resources");
    return roots;
}

Result<fs::path> findResource(std::span<const fs::path> roots, std::string_view relative) {
    std::string places;
    for (const fs::path& root : roots) {
        std::error_code error;
        if (const fs::path file = root / relative; fs::exists(file, error)) return file;
        places += (places.empty() ? "" : ", ") + root.string();
    }
    return refuse({Severity::Error,
                   "resource.missing",
                   std::string(relative),
                   {{"name", std::string(relative)}, {"places", places.empty() ? "no folder" : places}},
                   "fix.resource.reinstall"});
}

}  // namespace core
