// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// How fast the planner has to be, measured in processor time of one core: what `bench score` prints.
#pragma once

#include <span>

namespace core {

struct SpeedBar {
    const char* name;
    const char* unit;
    double limit;         // in `unit`
    double scale;         // from what measure() gives
    double (*measure)();  // seconds, or plans a second; takes up to half a second
    bool more;            // the more the better
    // How many times the bar is met; 1 = just.
    [[nodiscard]] double ratio(double value) const { return more ? value / limit : limit / value; }
};
[[nodiscard]] std::span<const SpeedBar> speedBars();

}  // namespace core
