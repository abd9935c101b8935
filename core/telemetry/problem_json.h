// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Problem as JSON: {severity, code, where, params, message, fix, fix_code, upstream_message}.
// `message` and `fix` are the English sentences for people and are not read back; the codes are.
#pragma once

#include "core/base/problem.h"

#include <nlohmann/json_fwd.hpp>

namespace core {

[[nodiscard]] nlohmann::ordered_json problemToJson(const Problem& problem);
[[nodiscard]] Problem problemFromJson(const nlohmann::json& json);  // fields of another type are left out

}  // namespace core
