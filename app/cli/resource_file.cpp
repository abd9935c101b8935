// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resource_file.h"

#include "core/base/resources.h"

#include <algorithm>
#include <cstdlib>

namespace app {

std::vector<std::filesystem::path> programResourceRoots() {
    const char* wished = std::getenv("SHARDSCOPE_RESOURCES");
    std::error_code ignored;
    const auto program = std::filesystem::read_symlink("/proc/self/exe", ignored);
    return core::resourceRoots(wished ? wished : "", program, SHARDSCOPE_SOURCE_DIR);
}

std::string shippedOr(const std::string& text, std::string_view folder, std::string_view ending) {
    std::error_code ignored;
    if (text.empty() || text == "-" || text.find('/') != std::string::npos || std::filesystem::exists(text, ignored)) return text;
    const auto found = resourceFile(std::string(folder) + '/' + text + std::string(ending));
    return found ? found->string() : text;
}

std::vector<std::string> shippedNames(std::string_view folder, std::string_view ending) {
    std::vector<std::string> names;
    for (const auto& root : programResourceRoots()) {
        std::error_code error;
        for (const auto& entry : std::filesystem::directory_iterator(root / folder, error)) {
            const std::string name = entry.path().filename().string();
            if (name.ends_with(ending)) names.push_back(name.substr(0, name.size() - ending.size()));
        }
    }
    std::ranges::sort(names);
    return names;
}

core::Result<std::filesystem::path> resourceFile(std::string_view relative) {
    return core::findResource(programResourceRoots(), relative);
}

}  // namespace app
