// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Accelerators and the links between them. The catalogue is resources/accelerators.json; a file of the same form describes
// hardware of one's own.
#pragma once

#include "core/base/result.h"
#include "core/base/units.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct JsonText;

// What of the data sheet a training step reaches. The defaults are those of the A100 (core/validation/published.h holds them
// against measured steps); core/cost/speed.h says how they are used. A100's 0.80 of products is 0.92 of the best single
// product measured on it (0.869 of the peak; S. Bekman, "ml-engineering", table of maximum achievable matmul FLOPS); the
// catalogue gives other cards 0.92 of what the same table measured on them or on their nearest relative.
struct Efficiency {
    double products = 0.80;       // of the peak, in matrix products large enough not to wait for memory
    double memory = 0.88;         // of the memory's bandwidth
    double node = 0.78;           // of the bandwidth within a node, in collectives
    double network = 0.85;        // and between nodes
    double kernelSeconds = 2e-6;  // between two kernels on the card
    double hostSeconds = 8e-6;    // that the host takes to launch a kernel; binds where kernels are shorter
    bool operator==(const Efficiency&) const = default;
};

// One accelerator model. capacity = nominal GB of the maker, in GiB (80 GB → 80·2^30 bytes).
struct Accelerator {
    std::string name;   // "a100-80gb"; "virtual-card" is a CPU thread with capped memory
    std::string title;  // "A100 80 GB"
    Bytes memory;
    double peakFlops16 = 0;         // dense fp16 FLOP/s, sums in fp32
    double peakFlopsBf16 = 0;       // likewise bf16; 0 = the card has none
    double peakFlops8 = 0;          // likewise fp8; 0 = none
    double peakFlops32 = 0;         // fp32 FLOP/s (TF32 off)
    double memoryBandwidth = 0;     // bytes/s
    double intraNodeBandwidth = 0;  // bytes/s per card and direction, NVLink or alike
    double interNodeBandwidth = 0;  // bytes/s per card and direction
    double intraNodeLatency = 0;    // seconds per message
    double interNodeLatency = 0;
    double powerWatts = 0;
    double pricePerHour = 0;  // of a card, in any currency; 0 = unknown
    Efficiency efficiency;
    std::string source;
    bool operator==(const Accelerator&) const = default;
};

[[nodiscard]] const std::vector<Accelerator>& accelerators();
[[nodiscard]] const Accelerator* findAccelerator(std::string_view name);
// One object of the catalogue's form; unknown keys are refused, what a plan cannot do without must be there.
[[nodiscard]] Result<Accelerator> readAccelerator(const JsonText& json, const std::string& pointer);
[[nodiscard]] Result<Accelerator> loadAccelerator(const std::filesystem::path& file);
[[nodiscard]] nlohmann::ordered_json toJson(const Accelerator& accelerator);

// What this machine's virtual cards reach, measured once by `shardscope-cli devices`. The defaults describe a
// 2020s server core and are used where nothing was measured; a prediction says which of the two it used.
struct Calibration {
    double virtualCardFlops = 6.0e10;      // fp32 FLOP/s of one core in the engine's matrix products
    // The same on numbers of 16 bits; where they were not measured, fp32's stands for them.
    std::optional<double> virtualCardFlopsBf16, virtualCardFlopsFp16;
    double virtualCardBandwidth = 8.0e9;   // bytes/s of one core in the engine's element-wise work
    int cores = 2;
    bool measured = false;
    bool operator==(const Calibration&) const = default;
};

}  // namespace core
