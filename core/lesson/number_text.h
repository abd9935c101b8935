// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Computed numbers inside lesson text, as each language writes them.
#pragma once

#include "core/lesson/language.h"

#include <string>

namespace core {

enum class NumberFormat {
    Number,      // whole numbers in full, others with three significant digits
    Integer,     // rounded, with thousands
    InBytes,     // 29.2 GiB
    Percent,     // of a share: 27.3 %
    InSeconds,   // 1.21 s, 3.4 ms
    Big,         // 175 billion, 1750 亿
    Scientific,  // 3.15 × 10²³
    Plain        // all digits that matter, without thousands: 0.00029, 2048
};
template <>
std::span<const std::pair<NumberFormat, std::string_view>> enumNames<NumberFormat>();

[[nodiscard]] std::string numberText(double value, NumberFormat format, Language language);

}  // namespace core
