// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accelerators and the links between them.
#pragma once

#include "core/base/units.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

// One accelerator model. capacity = nominal GB of the maker, in GiB (80 GB → 80·2^30 bytes).
struct Accelerator {
    std::string name;   // "a100-80gb"; "virtual-card" is a CPU thread with capped memory
    std::string title;  // "A100 80 GB"
    Bytes memory;
    double peakFlops16 = 0;         // dense bf16/fp16 FLOP/s
    double peakFlops32 = 0;         // fp32 FLOP/s (TF32 off)
    double memoryBandwidth = 0;     // bytes/s
    double intraNodeBandwidth = 0;  // bytes/s per card and direction, NVLink or alike
    double interNodeBandwidth = 0;  // bytes/s per card and direction
    double intraNodeLatency = 0;    // seconds per message
    double interNodeLatency = 0;
    double powerWatts = 0;
    std::string source;
    bool operator==(const Accelerator&) const = default;
};

[[nodiscard]] const std::vector<Accelerator>& accelerators();
[[nodiscard]] const Accelerator* findAccelerator(std::string_view name);

// What this machine's virtual cards reach, measured once by `shardscope-cli devices`. The defaults describe a
// 2020s server core and are used where nothing was measured; a prediction says which of the two it used.
struct Calibration {
    double virtualCardFlops = 6.0e10;      // fp32 FLOP/s of one core in the engine's matrix products
    double virtualCardBandwidth = 8.0e9;   // bytes/s of one core in the engine's element-wise work
    int cores = 2;
    bool measured = false;
    bool operator==(const Calibration&) const = default;
};

}  // namespace core
