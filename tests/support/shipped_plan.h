// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A plan of resources/plans by its bare name. One that cannot be read is an exception: a test of an empty plan tests nothing.
#pragma once

#include "core/plan/plan_codec.h"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace support {

inline core::Plan shippedPlan(const std::string& name) {
    const char* resources = std::getenv("SHARDSCOPE_RESOURCES");
    const std::string root = resources ? resources : SHARDSCOPE_SOURCE_DIR "/resources";
    const auto plan = core::loadPlan(root + "/plans/" + name + ".shardscope.json");
    if (!plan) throw std::runtime_error(core::describe(plan.error().front()));
    return *plan;
}

}  // namespace support
