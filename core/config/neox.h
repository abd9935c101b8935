// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// GPT-NeoX configurations: YAML (mostly JSON with comments, in practice) that mixes Megatron's arguments, with - or _,
// and DeepSpeed's keys. Cut into the two, with places.
#pragma once

#include "core/config/ds_config.h"
#include "core/config/mega_args.h"

namespace core {

struct NeoX {
    MegaArgs args;        // Megatron's names
    DsConfig deepspeed;   // what NeoX hands to DeepSpeed
    Problems problems;    // duplicate keys
};

[[nodiscard]] Result<NeoX> readNeoX(std::string_view text, std::string_view file);
// NeoX's key for an argument of Megatron; nothing where it has none.
[[nodiscard]] std::optional<std::string> neoxKey(std::string_view argument);
// Whether the keys of a JSON text are NeoX's.
[[nodiscard]] bool looksLikeNeoX(const DsConfig& config);

}  // namespace core
