// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Numbers of an estimate for people, each with the unit that reads best, and the marks that say where a
// number comes from. Beside core/base/text.h, which the explorer shares.
#pragma once

#include "core/base/units.h"

#include <string>
#include <string_view>

namespace app {

inline constexpr std::string_view kPredicted = "○", kMeasured = "●", kSimulated = "◐";

[[nodiscard]] std::string percent(double fraction);  // "27.3 %"; what rounds away is 0 %
[[nodiscard]] std::string
duration(core::Seconds time);                      // "28.3 s", "14.2 minutes", "3.10 hours", "97.5 days"
[[nodiscard]] std::string cardTime(double hours);  // "227 card-seconds", "23.7 card-hours"
[[nodiscard]] std::string energy(double kilowattHours);     // "3.40 kJ", "9.46 kWh"
[[nodiscard]] std::string flopRate(double flopsPerSecond);  // "20.2 GFLOP/s"
[[nodiscard]] std::string money(double dollars);            // "1,234 USD"

// One unit for a whole table, chosen by its largest entry.
struct ByteScale {
    std::string unit;  // "MiB"
    double bytes = 1;  // of one unit
    int decimals = 0;
    [[nodiscard]] std::string number(core::Bytes value) const;  // "1,567.3"
};
[[nodiscard]] ByteScale byteScale(core::Bytes largest);

}  // namespace app
