// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Data files of resources/ that the build puts into the program, so that what needs them needs no path.
#pragma once

#include <string_view>

namespace core {

[[nodiscard]] std::string_view embeddedModels();        // resources/models.json
[[nodiscard]] std::string_view embeddedAccelerators();  // resources/accelerators.json
[[nodiscard]] std::string_view embeddedPublished();     // resources/published.json
[[nodiscard]] std::string_view embeddedNodeSteps();     // resources/a100_node_steps.csv

}  // namespace core
