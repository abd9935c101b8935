// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Versions of DeepSpeed, to which keys, defaults and rules are tied.
#pragma once

#include "core/base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace core {

struct Version {
    int major = 0, minor = 0, patch = 0;
    auto operator<=>(const Version&) const = default;
};

// The newest release whose sources the tables of core/config were held against.
inline constexpr Version kNewestDeepSpeed{0, 19, 5};

// "0.16", "0.16.4", "v0.16.4"; `where` for the refusal.
[[nodiscard]] Result<Version> parseVersion(std::string_view text, std::string_view where);
[[nodiscard]] std::string toText(Version version);

}  // namespace core
