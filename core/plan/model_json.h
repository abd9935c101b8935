// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A model's shape in the keys of a plan's "model" section, whether or not it is a preset.
#pragma once

#include "core/model/model_spec.h"

#include <nlohmann/json_fwd.hpp>

namespace core {

[[nodiscard]] nlohmann::ordered_json modelToJson(const ModelSpec& model);

}  // namespace core
