// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Units by size.
#include "app/cli/readable.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace app {

namespace {

struct Unit {
    double size;
    const char* name;
};

// The largest unit of which there is at least one, else the smallest.
template <std::size_t N>
std::string inUnits(double value, const std::array<Unit, N>& largestFirst) {
    for (const Unit& unit : largestFirst)
        if (std::abs(value) >= 0.9995 * unit.size)
            return core::threeDigits(value / unit.size) + ' ' + unit.name;
    const Unit& smallest = largestFirst.back();
    return core::threeDigits(value / smallest.size) + ' ' + smallest.name;
}

}  // namespace

std::string percent(double fraction) {
    constexpr double kNothing = 1e-5;  // a thousandth of a percent
    return core::threeDigits(std::abs(fraction) < kNothing ? 0 : 100 * fraction) + " %";
}

std::string duration(core::Seconds time) {
    static constexpr std::array<Unit, 3> kUnits{{{86400, "days"}, {3600, "hours"}, {60, "minutes"}}};
    for (const Unit& unit : kUnits)
        if (time.value() >= 2 * unit.size)
            return core::threeDigits(time.value() / unit.size) + ' ' + unit.name;
    return core::toText(time);
}

std::string cardTime(double hours) {
    static constexpr std::array<Unit, 3> kUnits{
        {{1, "card-hours"}, {1.0 / 60, "card-minutes"}, {1.0 / 3600, "card-seconds"}}};
    return inUnits(hours, kUnits);
}

std::string energy(double kilowattHours) {
    constexpr double kJoule = 1 / 3.6e6;
    static constexpr std::array<Unit, 5> kUnits{
        {{1e3, "MWh"}, {1, "kWh"}, {1e-3, "Wh"}, {1e3 * kJoule, "kJ"}, {kJoule, "J"}}};
    return inUnits(kilowattHours, kUnits);
}

std::string flopRate(double flopsPerSecond) {
    static constexpr std::array<Unit, 4> kUnits{
        {{1e15, "PFLOP/s"}, {1e12, "TFLOP/s"}, {1e9, "GFLOP/s"}, {1e6, "MFLOP/s"}}};
    return inUnits(flopsPerSecond, kUnits);
}

std::string money(double dollars) {
    if (dollars >= 0.005 && dollars < 1000) return fmt::format("{:.2f} USD", dollars);
    return core::threeDigits(dollars) + " USD";
}

ByteScale byteScale(core::Bytes largest) {
    static constexpr std::array<const char*, 6> kUnits = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    ByteScale scale{kUnits[0], 1, 0};
    for (std::size_t unit = 1; unit < kUnits.size() && double(largest.value()) >= 10 * 1024 * scale.bytes;
         ++unit)
        scale = {kUnits[unit], scale.bytes * 1024, 0};
    if (scale.bytes > 1) scale.decimals = double(largest.value()) / scale.bytes < 100 ? 2 : 1;
    return scale;
}

std::string ByteScale::number(core::Bytes value) const {
    const double count = double(value.value()) / bytes;
    const double whole = std::floor(count + 0.5 * std::pow(10.0, -decimals));
    if (decimals == 0) return core::withThousands(std::llround(count));
    const std::string fraction = fmt::format("{:.{}f}", count, decimals);
    return core::withThousands(std::int64_t(whole)) + fraction.substr(fraction.find('.'));
}

}  // namespace app
