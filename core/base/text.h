// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers for people: three significant digits, unit always written ("29.2 GiB", "46.2 k tokens/s").
#pragma once

#include "core/base/units.h"

#include <string>

namespace core {

[[nodiscard]] std::string toText(Bytes bytes);      // GiB/MiB/KiB
[[nodiscard]] std::string toText(Seconds seconds);  // s/ms/µs, days beyond two
[[nodiscard]] std::string withThousands(std::int64_t value);
[[nodiscard]] std::string threeDigits(double value);

}  // namespace core
