// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Files that belong to the product, as this program finds them.
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace app {

// Of this program: SHARDSCOPE_RESOURCES, the installed place, the tree it was built from. See core/base/resources.h.
[[nodiscard]] std::vector<std::filesystem::path> programResourceRoots();
// `text` where it names something that is there; else the shipped FOLDER/textENDING, where there is one; else `text`.
[[nodiscard]] std::string shippedOr(const std::string& text, std::string_view folder, std::string_view ending);
// The names that shippedOr() knows.
[[nodiscard]] std::vector<std::string> shippedNames(std::string_view folder, std::string_view ending);
// `relative` such as "bench/torch_gpt.py".
[[nodiscard]] core::Result<std::filesystem::path> resourceFile(std::string_view relative);

}  // namespace app
