// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// "Bug hunt": the engine trains a small model with one planted fault, of the kinds that real frameworks have had; the loss
// looks fine; instruments tell which it is. What is drawn by a seed, and the report that the engine writes
// (`shardscope-cli lesson hunt`) and the window shows. The hunt itself: gpu/training/bug_hunt.h.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/result.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace core {

// Names are those of the engine's faults (gpu/layers/pipeline_stage.h).
enum class Suspect {
    GradientSummedTwice,
    NormGradientNotReduced,
    StaleTiedEmbedding,
    NormCountedTwice,
    WeightGradientSkipped,
    RecomputationSkipped,
    StaleGather,
};
template <>
std::span<const std::pair<Suspect, std::string_view>> enumNames<Suspect>();  // "gradient-summed-twice" …

struct Hunt {
    std::uint64_t seed = 0;
    Plan plan;                      // a layout in which every suspect can act
    std::vector<Suspect> suspects;  // in the order in which they are listed
    Suspect culprit{};
};
[[nodiscard]] Hunt drawHunt(std::uint64_t seed);

// One tensor at the same weights and the same batch: this layout beside one rank, before clipping.
struct TensorReading {
    std::string tensor;  // "block.0.attention.qkv.weight [k]"
    double difference = 0;  // relative, as `parity` measures it; correct layouts stay below kHuntSound
    double size = 1;        // ‖g‖ of the layout / ‖g‖ of one rank, worst copy
};
inline constexpr double kHuntSound = 1e-5;

// Copies of a tensor that ought to be equal bit by bit after the run; under ZeRO-3 the gathered ones and the slices of which
// they are made.
struct CopyReading {
    std::string tensor;
    int copies = 0, different = 0;  // how many of them differ from the first
    double difference = 0;          // largest |Δ| of two copies over the root mean square of the first
};

struct HuntReport {
    std::vector<double> losses, rightLosses;  // of free runs from the same start: the layout, one rank
    std::vector<double> norms, rightNorms;    // gradient norm that clipping would use
    std::vector<TensorReading> tensors;       // in the order of the model
    std::vector<CopyReading> copies;          // likewise; tensors with one copy are left out
    bool operator==(const HuntReport&) const;
};
[[nodiscard]] std::string toJsonText(const HuntReport& report);
// Refused: text that is no such report.
[[nodiscard]] Result<HuntReport> huntReportFrom(std::string_view json);

}  // namespace core
