// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Advice on memory, ZeRO, and on which framework a plan needs.
#include "core/plan/validate.h"
#include "core/planner/advice_parts.h"

#include <algorithm>

namespace core {

namespace {

using S = Snapshot;
using Mended = std::optional<Plan>;
using enum Severity;

constexpr double kIdleMemory = 0.5, kTightMemory = 0.9;  // of a card
constexpr int kManyBatches = 8;                          // that are accumulated
constexpr std::int64_t kFullCard = 4096;                 // tokens of a micro-batch that fill a card

bool fits(const Plan& plan, const S& s, double share = 1) {
    const Score after = score(plan, s.calibration);
    return after.valid && double(after.peak.value()) <= share * double(capacityOf(plan).value());
}
template <class Change>
Plan changed(const S& s, Change change) {
    Plan plan = s.plan;
    change(plan);
    return plan;
}
bool isKnown(const S& s) { return s.memory && s.step; }
double fill(const S& s) { return s.memory->peak() / s.memory->capacity; }
Plan atZero(const S& s, int stage) {
    return changed(s, [stage](Plan& plan) { plan.zero.stage = stage; });
}
Plan recomputing(const S& s, Recompute recompute) {
    return changed(s, [recompute](Plan& plan) { plan.recompute = recompute; });
}

bool doesNotFit(const S& s) { return s.memory && !s.memory->fits; }
Mended aWayToFit(const S& s) {
    const auto ways = waysToFit(s.plan, RunsOn::AnyFramework, Bytes(0), s.calibration);
    return ways.empty() ? std::nullopt : Mended(ways.front().plan);
}

bool littleMargin(const S& s) { return s.memory && s.memory->fits && !fitsWithMargin(*s.memory); }
Mended aWayToMargin(const S& s) {
    const Bytes needed(std::int64_t(double(s.memory->peak().value()) * (1 + kFragmentation)));
    const auto ways = waysToFit(s.plan, RunsOn::AnyFramework, needed, s.calibration);
    return ways.empty() ? std::nullopt : Mended(ways.front().plan);
}

bool recomputesForNothing(const S& s) {
    return isKnown(s) && s.memory->fits && s.plan.recompute == Recompute::Full &&
           fits(recomputing(s, Recompute::Selective), s, kTightMemory);
}
Mended recomputesLess(const S& s) {
    return recomputing(s, s.plan.attention == AttentionKind::Flash ? Recompute::None : Recompute::Selective);
}

bool selectiveWithFlash(const S& s) { return s.plan.recompute == Recompute::Selective && s.plan.attention == AttentionKind::Flash; }
Mended withoutRecompute(const S& s) { return recomputing(s, Recompute::None); }

// The kernels begin with Ampere.
bool scoresKept(const S& s) {
    const std::string& gpu = s.plan.cluster.gpu;
    return onGpus(s) && gpu != "t4" && !gpu.starts_with("v100") && s.plan.framework != Framework::Engine &&
           s.plan.attention == AttentionKind::Materialised;
}
Mended flash(const S& s) {
    return changed(s, [](Plan& plan) {
        plan.attention = AttentionKind::Flash;
        if (plan.recompute == Recompute::Selective) plan.recompute = Recompute::None;
    });
}

bool gathersForEachMicroBatch(const S& s) {
    return onGpus(s) && s.plan.zero.stage == 3 && s.plan.layout.dp * s.plan.layout.cp > 1 && s.plan.framework != Framework::Engine;
}
double tokensOf(const Plan& plan) { return double(plan.batch.micro) * plan.sequence() / plan.layout.cp; }
bool zero3Exposed(const S& s) { return gathersForEachMicroBatch(s) && tokensOf(s.plan) < tokensThatHideZero3(s.plan); }
bool zero3Hidden(const S& s) { return gathersForEachMicroBatch(s) && !zero3Exposed(s); }
// A micro-batch that is large enough, if the batch has one.
Mended zero3Larger(const S& s) {
    const std::int64_t perReplica = s.plan.batch.global / std::max(1, s.plan.layout.dp);
    for (std::int64_t micro = s.plan.batch.micro; micro <= perReplica; ++micro) {
        if (perReplica % micro != 0) continue;
        const Plan plan = changed(s, [micro](Plan& p) { p.batch.micro = int(micro); });
        if (tokensOf(plan) >= tokensThatHideZero3(plan)) return plan;
    }
    return atZero(s, 1);
}
Mended zeroOne(const S& s) { return atZero(s, 1); }
Mended zeroNone(const S& s) { return atZero(s, 0); }

bool zero3WithTensor(const S& s) { return s.plan.zero.stage == 3 && s.plan.layout.tp > 1; }
bool zeroInPipeline(const S& s) { return s.plan.framework == Framework::DeepSpeed && s.plan.layout.pp > 1 && s.plan.zero.stage >= 2; }
bool zeroWithoutReplicas(const S& s) { return s.plan.zero.stage > 0 && s.plan.layout.dp * s.plan.layout.cp == 1; }
bool optimizerWhole(const S& s) {
    return isKnown(s) && s.plan.zero.stage == 0 && s.plan.layout.dp > 1 && s.plan.framework == Framework::Megatron && fill(s) > kIdleMemory;
}

bool bucketBeyondModel(const S& s) {
    if (!s.shards || s.plan.framework != Framework::DeepSpeed || s.plan.zero.stage == 0) return false;
    return s.plan.zero.reduceBucketSize > rankUnits(s.plan, *s.shards, 0).trained();
}
Mended bucketOfModel(const S& s) {
    return changed(s, [&](Plan& plan) {
        std::int64_t least = plan.zero.reduceBucketSize;
        for (int rank = 0; rank < plan.layout.pp; ++rank) least = std::min(least, rankUnits(plan, *s.shards, rank).trained());
        plan.zero.reduceBucketSize = least;
    });
}
bool overlapDoublesBucket(const S& s) {
    return isKnown(s) && s.plan.framework == Framework::DeepSpeed && (s.plan.zero.stage == 1 || s.plan.zero.stage == 2) &&
           s.plan.zero.overlap == Overlap::On && fill(s) > kTightMemory;
}
Mended withoutOverlap(const S& s) {
    return changed(s, [](Plan& plan) { plan.zero.overlap = Overlap::Off; });
}

bool offloadsForNothing(const S& s) {
    return isKnown(s) && s.plan.zero.offloadOptimizer != Offload::None &&
           fits(changed(s, [](Plan& plan) { plan.zero.offloadOptimizer = plan.zero.offloadParameters = Offload::None; }), s, kTightMemory);
}
Mended withoutOffload(const S& s) {
    return changed(s, [](Plan& plan) { plan.zero.offloadOptimizer = plan.zero.offloadParameters = Offload::None; });
}

bool smallMicroBatch(const S& s) {
    const std::int64_t perReplica = s.plan.batch.global / std::max(1, s.plan.layout.dp);
    return onGpus(s) && isKnown(s) && s.plan.layout.pp == 1 && tokensOf(s.plan) < double(kFullCard) && fill(s) < kIdleMemory &&
           s.plan.batch.micro * 2 <= perReplica && perReplica % (s.plan.batch.micro * 2) == 0;
}
Mended largerMicroBatch(const S& s) {
    Plan plan = s.plan;
    const std::int64_t perReplica = plan.batch.global / plan.layout.dp;
    while (tokensOf(plan) < double(kFullCard) && perReplica % (plan.batch.micro * 2) == 0) plan.batch.micro *= 2;
    return plan;
}

// All cards as replicas, under ZeRO alone.
Plan zeroAlone(const S& s) {
    return changed(s, [](Plan& plan) {
        plan.framework = Framework::DeepSpeed;
        plan.layout.dp = plan.layout.cards() / plan.layout.cp;
        plan.layout.tp = plan.layout.pp = plan.layout.virtualStages = 1;
        plan.layout.stageLayers.clear();
        plan.schedule = ScheduleKind::OneFOneB;
        plan.sequenceParallel = SequenceParallel::Off;
        plan.zero.stage = std::max(1, plan.zero.stage);
    });
}
bool zeroIsEnough(const S& s) {
    const bool splits = s.plan.framework == Framework::DeepSpeed && (s.plan.layout.tp > 1 || s.plan.layout.pp > 1);
    return onGpus(s) && isKnown(s) && splits && s.memory->fits && fits(zeroAlone(s), s, kTightMemory);
}
Mended withZeroAlone(const S& s) { return zeroAlone(s); }

bool needsBoth(const S& s) {
    return s.plan.framework == Framework::Megatron && s.plan.zero.stage >= 2 && s.plan.layout.tp > 1 &&
           s.plan.layout.pp == 1;
}
Mended withDeepSpeed(const S& s) {
    return changed(s, [](Plan& plan) { plan.framework = Framework::DeepSpeed; });
}

bool narrowAccumulation(const S& s) {
    return s.plan.precision == Precision::Bf16 && s.plan.gradientDtype == Precision::Bf16 && s.plan.microBatches() >= kManyBatches;
}
Mended wideAccumulation(const S& s) {
    return changed(s, [](Plan& plan) { plan.gradientDtype = Precision::Fp32; });
}

constexpr AdviceRule kRules[] = {
    {"advice.does-not-fit", "fix.advice.does-not-fit", Error, "/layout",
     "memory model of this program", doesNotFit, aWayToFit},
    {"advice.little-margin", "fix.advice.little-margin", Warning, "/layout",
     "SimuMax: reserved = allocated / 0.94", littleMargin, aWayToMargin},
    {"advice.recompute-for-nothing", "fix.advice.recompute-for-nothing", Info, "/recompute",
     "Korthikanti et al. 2022, section 5", recomputesForNothing, recomputesLess},
    {"advice.selective-with-flash", "fix.advice.selective-with-flash", Info, "/recompute",
     "Megatron-LM issue 1225", selectiveWithFlash, withoutRecompute},
    {"advice.scores-kept", "fix.advice.scores-kept", Info, "/attention", "Dao et al. 2022", scoresKept, flash},
    {"advice.zero3-exposed", "fix.advice.zero3-exposed", Warning, "/batch/micro",
     "Rajbhandari et al. 2020, section 7: 3Ψ a micro-batch; time against 6Ψ FLOPs a token", zero3Exposed, zero3Larger},
    {"advice.zero3-hidden", "fix.advice.zero3-hidden", Info, "/zero/stage",
     "Rajbhandari et al. 2020, section 7: 3Ψ a micro-batch; time against 6Ψ FLOPs a token", zero3Hidden, zeroOne},
    {"advice.zero3-with-tensor", "fix.advice.zero3-with-tensor", Info, "/zero/stage",
     "DeepSpeed with a Megatron mpu; Rajbhandari et al. 2021, section 6", zero3WithTensor, zeroOne},
    {"advice.zero-in-pipeline", "fix.advice.zero-in-pipeline", Warning, "/zero/stage",
     "DeepSpeed, PipelineEngine: ZeRO-2 and ZeRO-3 are incompatible with pipeline parallelism",
     zeroInPipeline, zeroOne},
    {"advice.zero-without-replicas", "fix.advice.zero-without-replicas", Info, "/zero/stage",
     "Rajbhandari et al. 2020, section 5: states divided by the data-parallel size", zeroWithoutReplicas, zeroNone},
    {"advice.optimizer-whole", "fix.advice.optimizer-whole", Info, "/zero/stage",
     "Megatron-LM, distributed optimizer: 18 to 6 + 12/d bytes a parameter", optimizerWhole, zeroOne},
    {"advice.bucket-beyond-model", "fix.advice.bucket-beyond-model", Info, "/zero/reduce_bucket_size",
     "DeepSpeed issue 2992 and pull request 4282", bucketBeyondModel, bucketOfModel},
    {"advice.overlap-doubles-bucket", "fix.advice.overlap-doubles-bucket", Info, "/zero/overlap_comm",
     "DeepSpeed documentation, overlap_comm: 4.5 times the bucket", overlapDoublesBucket, withoutOverlap},
    {"advice.offload-for-nothing", "fix.advice.offload-for-nothing", Warning, "/zero/offload_optimizer",
     "Ren et al. 2021: ZeRO-Offload is for what does not fit", offloadsForNothing, withoutOffload},
    {"advice.small-micro-batch", "fix.advice.small-micro-batch", Info, "/batch/micro",
     "Narayanan et al. 2021, section 3.4", smallMicroBatch, largerMicroBatch},
    {"advice.zero-is-enough", "fix.advice.zero-is-enough", Info, "/layout",
     "DeepSpeed tutorial on ZeRO: no model code changes", zeroIsEnough, withZeroAlone},
    {"advice.needs-both", "fix.advice.needs-both", Warning, "/framework",
     "Megatron-DeepSpeed: Megatron's tensor groups, DeepSpeed's ZeRO", needsBoth, withDeepSpeed},
    {"advice.narrow-accumulation", "fix.advice.narrow-accumulation", Warning, "/gradient_dtype",
     "BLOOM (Le Scao et al. 2022): gradients accumulated in fp32", narrowAccumulation, wideAccumulation},
};

}  // namespace

std::span<const AdviceRule> memoryAdvice() { return kRules; }

}  // namespace core
