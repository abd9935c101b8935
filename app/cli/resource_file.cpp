// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/resource_file.h"

#include "core/base/resources.h"

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

core::Result<std::filesystem::path> resourceFile(std::string_view relative) {
    return core::findResource(programResourceRoots(), relative);
}

}  // namespace app
