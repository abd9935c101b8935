// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The accelerator catalogue. Peaks are dense (no sparsity) and from the makers' data sheets; memory is the
// nominal GB as GiB. Link bandwidth is per card and direction: half of what makers print for NVLink and
// Infinity Fabric. Between nodes: the usual fabric of that generation (one 100, 200 or 400 Gbit/s port per
// card). Latencies are round values of measured small-message times, not data-sheet figures.
#include "core/cluster/cluster.h"

#include <algorithm>

namespace core {

namespace {

constexpr double kTera = 1e12, kGiga = 1e9, kMicro = 1e-6;

std::vector<Accelerator> table() {
    return {
        {.name = "virtual-card",
         .title = "Virtual card",
         .memory = mebibytes(64),
         .peakFlops16 = 0.06 * kTera,
         .peakFlops32 = 0.06 * kTera,
         .memoryBandwidth = 8 * kGiga,
         .intraNodeBandwidth = 8 * kGiga,
         .interNodeBandwidth = 1 * kGiga,
         .intraNodeLatency = 5 * kMicro,
         .interNodeLatency = 50 * kMicro,
         .powerWatts = 15,
         .source = "a CPU thread with capped memory and modelled links; speed replaced by the calibration"},
        {.name = "rtx-4090",
         .title = "RTX 4090",
         .memory = gibibytes(24),
         .peakFlops16 = 165.2 * kTera,
         .peakFlops32 = 82.6 * kTera,
         .memoryBandwidth = 1008 * kGiga,
         .intraNodeBandwidth = 25 * kGiga,
         .interNodeBandwidth = 12.5 * kGiga,
         .intraNodeLatency = 10 * kMicro,
         .interNodeLatency = 15 * kMicro,
         .powerWatts = 450,
         .source = "NVIDIA Ada GPU architecture paper, appendix A (FP16 with FP32 accumulate); PCIe 4.0 x16, "
                   "100 Gbit/s"},
        {.name = "v100-32gb",
         .title = "V100 32 GB",
         .memory = gibibytes(32),
         .peakFlops16 = 125 * kTera,
         .peakFlops32 = 15.7 * kTera,
         .memoryBandwidth = 900 * kGiga,
         .intraNodeBandwidth = 150 * kGiga,
         .interNodeBandwidth = 12.5 * kGiga,
         .intraNodeLatency = 6 * kMicro,
         .interNodeLatency = 12 * kMicro,
         .powerWatts = 300,
         .source = "NVIDIA V100 SXM2 data sheet (fp16; no bf16); NVLink 2, 100 Gbit/s"},
        {.name = "a100-40gb",
         .title = "A100 40 GB",
         .memory = gibibytes(40),
         .peakFlops16 = 312 * kTera,
         .peakFlops32 = 19.5 * kTera,
         .memoryBandwidth = 1555 * kGiga,
         .intraNodeBandwidth = 300 * kGiga,
         .interNodeBandwidth = 25 * kGiga,
         .intraNodeLatency = 5 * kMicro,
         .interNodeLatency = 10 * kMicro,
         .powerWatts = 400,
         .source = "NVIDIA A100 SXM4 data sheet; NVLink 3, 200 Gbit/s"},
        {.name = "a100-80gb",
         .title = "A100 80 GB",
         .memory = gibibytes(80),
         .peakFlops16 = 312 * kTera,
         .peakFlops32 = 19.5 * kTera,
         .memoryBandwidth = 2039 * kGiga,
         .intraNodeBandwidth = 300 * kGiga,
         .interNodeBandwidth = 25 * kGiga,
         .intraNodeLatency = 5 * kMicro,
         .interNodeLatency = 10 * kMicro,
         .powerWatts = 400,
         .source = "NVIDIA A100 SXM4 data sheet; NVLink 3, 200 Gbit/s"},
        {.name = "h100-sxm",
         .title = "H100 SXM",
         .memory = gibibytes(80),
         .peakFlops16 = 989.4 * kTera,
         .peakFlops32 = 66.9 * kTera,
         .memoryBandwidth = 3350 * kGiga,
         .intraNodeBandwidth = 450 * kGiga,
         .interNodeBandwidth = 50 * kGiga,
         .intraNodeLatency = 5 * kMicro,
         .interNodeLatency = 10 * kMicro,
         .powerWatts = 700,
         .source = "NVIDIA H100 SXM5 data sheet; NVLink 4, 400 Gbit/s"},
        {.name = "h200",
         .title = "H200",
         .memory = gibibytes(141),
         .peakFlops16 = 989.4 * kTera,
         .peakFlops32 = 66.9 * kTera,
         .memoryBandwidth = 4800 * kGiga,
         .intraNodeBandwidth = 450 * kGiga,
         .interNodeBandwidth = 50 * kGiga,
         .intraNodeLatency = 5 * kMicro,
         .interNodeLatency = 10 * kMicro,
         .powerWatts = 700,
         .source = "NVIDIA H200 SXM data sheet; NVLink 4, 400 Gbit/s"},
        {.name = "b200",
         .title = "B200",
         .memory = gibibytes(180),
         .peakFlops16 = 2250 * kTera,
         .peakFlops32 = 75 * kTera,
         .memoryBandwidth = 7700 * kGiga,
         .intraNodeBandwidth = 900 * kGiga,
         .interNodeBandwidth = 50 * kGiga,
         .intraNodeLatency = 5 * kMicro,
         .interNodeLatency = 10 * kMicro,
         .powerWatts = 1000,
         .source = "NVIDIA HGX B200 data sheet, per GPU; NVLink 5, 400 Gbit/s"},
        {.name = "mi300x",
         .title = "MI300X",
         .memory = gibibytes(192),
         .peakFlops16 = 1307.4 * kTera,
         .peakFlops32 = 163.4 * kTera,
         .memoryBandwidth = 5300 * kGiga,
         .intraNodeBandwidth = 448 * kGiga,
         .interNodeBandwidth = 50 * kGiga,
         .intraNodeLatency = 7 * kMicro,
         .interNodeLatency = 10 * kMicro,
         .powerWatts = 750,
         .source = "AMD Instinct MI300X data sheet; seven Infinity Fabric links of 64 GB/s, 400 Gbit/s"},
    };
}

}  // namespace

const std::vector<Accelerator>& accelerators() {
    static const std::vector<Accelerator> rows = table();
    return rows;
}

const Accelerator* findAccelerator(std::string_view name) {
    const auto found = std::ranges::find(accelerators(), name, &Accelerator::name);
    return found == accelerators().end() ? nullptr : &*found;
}

}  // namespace core
