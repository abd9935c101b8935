// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "1.5 GiB" → 1610612736. Digits without a point or an exponent are exact in all of their 64 bits.
#include "core/plan/byte_text.h"

#include "core/base/units.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace core {

namespace {

constexpr std::pair<std::string_view, double> kUnits[] = {
    {"", 1},        {"kib", 0x1p10}, {"mib", 0x1p20}, {"gib", 0x1p30}, {"tib", 0x1p40}, {"kb", 1e3}, {"mb", 1e6},
    {"gb", 1e9},    {"tb", 1e12},    {"k", 1e3},      {"m", 1e6},      {"g", 1e9},      {"t", 1e12},
};

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

double factorOf(std::string_view suffix) {
    std::string unit(suffix);
    std::ranges::transform(unit, unit.begin(), [](unsigned char c) { return char(std::tolower(c)); });
    for (const auto& [name, factor] : kUnits)
        if (name == unit) return factor;
    return 0;
}

}  // namespace

Result<std::int64_t> parseBytes(std::string_view text, std::string_view where) {
    const auto refused = [&](const char* code, const char* fix) {
        return refuse({Severity::Error, code, std::string(where), {{"text", std::string(text)}}, fix});
    };
    const std::string_view number = trimmed(text);
    const char *begin = number.data(), *end = begin + number.size();
    std::int64_t exact = 0;
    if (const auto whole = std::from_chars(begin, end, exact); whole.ec == std::errc() && whole.ptr == end) return exact;
    double value = 0;
    const auto [rest, error] = std::from_chars(begin, end, value);
    const double bytes = value * factorOf(trimmed({rest, std::size_t(end - rest)}));
    if (error == std::errc::result_out_of_range || std::abs(bytes) >= 0x1p63) return refused("field.too-large", "fix.plan.smaller");
    if (error != std::errc() || (bytes == 0 && value != 0) || !std::isfinite(bytes))
        return refused("number.no-bytes", "fix.number.bytes");
    if (bytes != std::floor(bytes)) return refused("number.part-of-byte", "fix.number.bytes");
    return std::int64_t(bytes);
}

}  // namespace core
