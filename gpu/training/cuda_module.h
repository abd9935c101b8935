// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the program and its CUDA plug-in know of each other. Neither side links the other: the plug-in gets what it needs
// of the program through CudaServices. Both are built together; a plug-in of another build is refused.
#pragma once

#include "core/base/result.h"
#include "gpu/training/backend.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace gpu {

struct CudaCard {
    int ordinal = 0;  // as the driver counts
    std::string name, busId;
    core::Bytes memory;  // in total
    int major = 0, minor = 0;  // compute capability
};

// Each optimisation can be switched off; a benchmark prints them.
struct CudaSwitches {
    bool epilogues = true;  // bias and GELU inside the products
    bool nccl = true;       // collectives between cards by NCCL; else direct copies
    bool tf32 = false;      // fp32 products in TF32: faster, 10 bits of mantissa
    bool streams = true;    // collectives by NCCL and offloaded states on streams beside the computing
    bool graphs = false;    // passes that wait for nobody are recorded once and played again (gpu/pipeline/repeats.h)
};

struct CudaServices {
    // Direct collectives between the ranks of this process.
    std::function<std::unique_ptr<CollectiveGroup>(const std::vector<core::Rank>&, const GroupOptions&,
                                                   const CancelToken&)>
        threadGroup;
    // Card memory of the framework's own, counted by the arena until the last owner goes. Throws OutOfMemoryError.
    std::function<std::shared_ptr<std::byte>(Arena&, core::Bytes, const char* name)> reserve;
    // FLOP/s that a card of this name is made for; 0 = not in the catalogue.
    std::function<double(const std::string& name, core::Precision)> peakFlops;
};

// With the program's own bodies.
[[nodiscard]] CudaServices cudaServices();

class CudaModule {
public:
    virtual ~CudaModule() = default;
    // The cards that can be used, or why there are none.
    [[nodiscard]] virtual core::Result<std::vector<CudaCard>> cards() = 0;
    // "CUDA 13.0, cuBLASLt 13.1.0; NCCL 2.28.9; NVML: libnvidia-ml.so.1 is not here"
    [[nodiscard]] virtual std::string libraries() = 0;
    // After cards() has found some.
    [[nodiscard]] virtual std::shared_ptr<Backend> open(const CudaSwitches& switches, CudaServices services) = 0;
};

// The plug-in's only symbol. Null where it was built as another version than `version`.
inline constexpr const char* kCudaEntry = "shardscopeCudaModule";
using CudaEntry = CudaModule* (*)(const char* version);

}  // namespace gpu
