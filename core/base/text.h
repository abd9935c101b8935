// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers for people: three significant digits, unit always written ("29.2 GiB", "46.2 k tokens/s").
#pragma once

#include "core/base/units.h"

#include <string>
#include <string_view>

namespace core {

[[nodiscard]] std::string toText(Bytes bytes);      // GiB/MiB/KiB
[[nodiscard]] std::string toText(Seconds seconds);  // s/ms/µs, days beyond two
[[nodiscard]] std::string withThousands(std::int64_t value);
[[nodiscard]] std::string threeDigits(double value);
// "1 card", "8 cards"
[[nodiscard]] std::string counted(std::int64_t count, std::string_view noun);
// Control characters (C0, DEL, C1) as "\n", "\t" or "\x1b", bytes that are no UTF-8 as "\xff": a name in a sentence
// can neither break its line nor drive a terminal.
[[nodiscard]] std::string visible(std::string_view text);

}  // namespace core
