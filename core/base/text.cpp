// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers for people. A unit is chosen after rounding, so 1023.9 MiB reads "1.00 GiB" and never "1,024 MiB".
#include "core/base/text.h"

#include "core/base/utf8.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace core {

namespace {

// Decimals that leave three significant digits, judged on the rounded value (9.996 → 10.0).
int decimalsOf(double magnitude) {
    int decimals = std::clamp(2 - int(std::floor(std::log10(magnitude))), 0, 8);
    const double scale = std::pow(10.0, decimals);
    if (decimals > 0 && std::round(magnitude * scale) >= 1000) --decimals;
    return decimals;
}

}  // namespace

std::string withThousands(std::int64_t value) {
    std::string digits = fmt::format("{}", value);
    const std::size_t first = value < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, 1, ',');
    return digits;
}

std::string threeDigits(double value) {
    if (value == 0) return "0";
    const double magnitude = std::abs(value);
    if (!std::isfinite(value)) return fmt::format("{}", value);
    if (magnitude < 1e-4 || magnitude >= 1e15) return fmt::format("{:.2e}", value);
    if (magnitude >= 999.5) return withThousands(std::llround(value));
    return fmt::format("{:.{}f}", value, decimalsOf(magnitude));
}

std::string toText(Bytes bytes) {
    static constexpr std::array<const char*, 6> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    double value = double(bytes.value());
    std::size_t unit = 0;
    while (std::abs(value) >= 1023.5 && unit + 1 < kUnits.size()) {
        value /= 1024;
        ++unit;
    }
    return unit == 0 ? fmt::format("{} B", bytes.value())
                     : fmt::format("{} {}", threeDigits(value), kUnits[unit]);
}

std::string toText(Seconds seconds) {
    constexpr double kDay = 86400;
    const double value = seconds.value();
    const double magnitude = std::abs(value);
    if (magnitude >= 2 * kDay) return threeDigits(value / kDay) + " days";
    if (magnitude >= 0.9995 || magnitude == 0) return threeDigits(value) + " s";
    if (magnitude >= 0.9995e-3) return threeDigits(value * 1e3) + " ms";
    return threeDigits(value * 1e6) + " µs";
}

std::string counted(std::int64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", withThousands(count), noun, count == 1 ? "" : "s");
}

std::string visible(std::string_view text) {
    std::string shown;
    shown.reserve(text.size());
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8Length(text, i);
        const std::string_view character = text.substr(i, std::max<std::size_t>(length, 1));
        const auto byte = static_cast<unsigned char>(character.back());  // the first but of C1, which is C2 80 to C2 9F
        const bool isC1 = length == 2 && character.front() == '\xC2' && byte < 0xA0;
        if (character == "\n")
            shown += "\\n";
        else if (character == "\t")
            shown += "\\t";
        else if (length == 0 || isC1 || (length == 1 && (byte < 0x20 || byte == 0x7F)))
            shown += fmt::format("\\x{:02x}", int(byte));
        else
            shown += character;
        i += character.size();
    }
    return shown;
}

}  // namespace core
