// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/update_time.h"

#include "core/cost/offload.h"
#include "core/memory/framework_states.h"

#include <algorithm>

namespace core {

namespace {

// fp32 reads p and g and writes p; mixed precision reads the gradient, reads and writes the master and writes the
// 16-bit weight. Each state (Adam has two) is read and written.
constexpr double kUpdateBytesFp32 = 12, kUpdateBytesMixed = 14, kStateBytes = 8;
constexpr double kNormBytes = 4;  // the global gradient norm reads each gradient once
// The frameworks do it in separate passes over all gradients (zeroing, scaling: three accesses) and over those of this
// rank (norm, clipping in fp32, the update, the cast to 16 bits).
constexpr double kGradientAccesses = 3, kClipBytes = 8, kFrameworkFp32 = 12, kFrameworkMixed = 18;
// Muon's five Newton-Schulz iterations of a matrix with n columns: three products of about 2·n FLOPs an element each.
constexpr double kMuonFlopsPerColumn = 30;

double momentBytes(MomentType type) { return type == MomentType::Fp32 ? 4 : type == MomentType::Bf16 ? 2 : 1; }

Seconds engineUpdate(const Plan& plan, const StageUnits& units, const CardSpeed& speed) {
    const double updated = double(plan.zero.stage >= 1 ? units.parts : units.elements);
    return speed.streaming(updated * ((parameterBytes(plan) >= 4 ? kUpdateBytesFp32 : kUpdateBytesMixed) +
                                      kStateBytes * plan.optimizer.states() + kNormBytes));
}

Seconds frameworkUpdate(const Plan& plan, const StageUnits& units, const CardSpeed& speed, const HostLink& host) {
    const OptimizerSpec& optimizer = plan.optimizer;
    // The share of a rank in what its data group updates.
    const double divided = plan.zero.stage >= 1 && units.elements > 0 ? double(units.parts) / double(units.elements) : 1;
    const double trained = double(units.trained()), updated = trained * divided;
    const bool muon = optimizer.kind == OptimizerKind::Muon;
    const double matrices = muon ? std::max(0.0, trained - double(units.plain)) * divided : 0;
    const double moments = 2.0 * momentBytes(optimizer.moments) * (optimizer.states() * (updated - matrices) + matrices);
    const double update = (parameterBytes(plan) >= 4 ? kFrameworkFp32 : kFrameworkMixed) + kNormBytes + kClipBytes;
    const double passes = kGradientAccesses * gradientBytes(plan) * trained, states = update * updated + moments;
    const Work products{.flops = kMuonFlopsPerColumn * plan.model.hidden * matrices};
    if (updatesOnHost(plan)) return speed.streaming(passes) + Seconds(states / host.memory) + speed.seconds(products);
    return speed.streaming(passes + states) + speed.seconds(products);
}

}  // namespace

Seconds updateSeconds(const Plan& plan, const StageUnits& units, const CardSpeed& speed, const HostLink& host) {
    return plan.framework == Framework::Engine ? engineUpdate(plan, units, speed) : frameworkUpdate(plan, units, speed, host);
}

}  // namespace core
