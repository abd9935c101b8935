// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problems as text, for what a failed test prints and what it looks for.
#pragma once

#include "core/base/problem.h"

#include <string>

namespace support {

// A line each: "code  sentence".
inline std::string joined(const core::Problems& problems) {
    std::string text;
    for (const core::Problem& problem : problems) text += problem.code + "  " + core::describe(problem) + '\n';
    return text;
}

}  // namespace support
