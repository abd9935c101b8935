// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entries of the framework recipes.
#include "core/memory/framework_states.h"

#include "core/memory/engine_widths.h"

#include <algorithm>

namespace core {

namespace {

using enum MemoryCategory;

// Defaults of the DeepSpeed configuration, in elements.
constexpr std::int64_t kReduceBucket = 500'000'000;
constexpr std::int64_t kAllGatherBucket = 500'000'000;
constexpr std::int64_t kPrefetchBucket = 50'000'000;
constexpr std::int64_t kMaxLiveParameters = 1'000'000'000;

std::int64_t givenOr(std::int64_t given, std::int64_t byDefault) { return given > 0 ? given : byDefault; }

int width(Precision precision) { return precision == Precision::Fp32 ? 4 : 2; }  // fp64 is the engine's alone

int momentWidth(const Plan& plan) {
    switch (plan.optimizer.moments) {
    case MomentType::Fp32: return 4;
    case MomentType::Bf16: return 2;
    case MomentType::Int8: break;
    }
    return 1;
}

// Bytes per parameter before ZeRO divides anything.
struct Widths {
    int parameter = 4, gradient = 4;
    int master = 0;        // fp32 copy of the weights
    int gradientCopy = 0;  // fp32 copy of 16-bit gradients
};

bool accumulatesInFp32(const Plan& plan) {
    const bool byDefault = plan.framework == Framework::Megatron && plan.precision != Precision::Fp16;
    return plan.gradientDtype ? *plan.gradientDtype == Precision::Fp32 : byDefault;
}

// Gradients as data ranks exchange them.
int exchanged(const Plan& plan) {
    if (plan.precision == Precision::Fp32 || plan.framework == Framework::Fsdp) return 4;
    return accumulatesInFp32(plan) ? 4 : 2;
}

Widths widthsOf(const Plan& plan) {
    if (plan.precision == Precision::Fp32 || plan.framework == Framework::Fsdp) return {};
    Widths w{.parameter = width(plan.precision), .gradient = exchanged(plan), .master = 4};
    if (w.gradient == 4) return w;
    // 16-bit gradients are widened for the update: Megatron and DeepSpeed's stage 2 keep a copy, and
    // DeepSpeed's stage 3, as its own estimator counts it, holds its shard in fp32 alone.
    const bool deepSpeed = plan.framework == Framework::DeepSpeed;
    if (deepSpeed && plan.zero.stage == 3)
        w.gradient = 4;
    else if (!deepSpeed || plan.zero.stage == 2)
        w.gradientCopy = 4;
    return w;
}

// PyTorch FSDP at stage 2 keeps its parameters as fp32 shards and computes with a gathered 16-bit copy.
bool keepsFp32Shards(const Plan& plan) {
    return plan.framework == Framework::Fsdp && plan.zero.stage == 2 && plan.precision != Precision::Fp32;
}

// ZeRO in frameworks pads the whole buffer, not each unit: Ψ/D rounded up. Experts have a buffer of their own, which
// fewer ranks share.
struct Shares {
    std::int64_t whole, part, dataSize, experts, expertDataSize;
    [[nodiscard]] std::int64_t of(bool divided) const { return divided ? part : whole; }
};

std::int64_t ceilDivide(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

void addState(EntrySink& sink, MemoryCategory category, std::string_view label, int bytesPerParameter,
              const Shares& shares, bool divided) {
    const Bytes bytes(bytesPerParameter * shares.of(divided));
    if (divided && shares.dataSize > 1 && shares.experts > 0)
        sink.add(category, {label, "w · ((Ψ − Ψₑ) / D + Ψₑ / Dₑ)", "{} B · ({} / {} + {} / {})"},
                 {bytesPerParameter, shares.whole - shares.experts, shares.dataSize, shares.experts,
                  shares.expertDataSize},
                 bytes);
    else if (divided && shares.dataSize > 1)
        sink.add(category, {label, "w · Ψ / D", "{} B · {} / {}"},
                 {bytesPerParameter, shares.whole, shares.dataSize}, bytes);
    else
        sink.add(category, {label, "w · Ψ", "{} B · {}"}, {bytesPerParameter, shares.whole}, bytes);
}

Shares sharesOf(const StageUnits& units, std::int64_t elements, std::int64_t experts) {
    return {elements, ceilDivide(elements - experts, units.dataSize) + ceilDivide(experts, units.expertDataSize),
            units.dataSize, experts, units.expertDataSize};
}

// Moments: of Muon's matrices one, of everything else what the optimizer keeps. 8-bit moments have an fp32 scale for
// every 2048 (Dettmers et al. 2022).
void addMoments(EntrySink& sink, const Plan& plan, const StageUnits& units, const Shares& trained, bool divided) {
    constexpr std::int64_t kBlock = 2048;
    const int width = momentWidth(plan), states = plan.optimizer.states();
    std::int64_t numbers = states * trained.of(divided);
    if (plan.optimizer.kind == OptimizerKind::Muon) {
        const std::int64_t plain = std::max<std::int64_t>(0, std::min(units.plain, trained.whole));
        const Shares matrices = sharesOf(units, trained.whole - plain, trained.experts), rest = sharesOf(units, plain, 0);
        addState(sink, Optimizer, "ledger.muon-momentum", width, matrices, divided);
        addState(sink, Optimizer, optimizerLabel(plan), width * states, rest, divided);
        numbers = matrices.of(divided) + states * rest.of(divided);
    } else {
        addState(sink, Optimizer, optimizerLabel(plan), width * states, trained, divided);
    }
    if (plan.optimizer.moments == MomentType::Int8)
        sink.add(Optimizer, {"ledger.moment-scales", "4 · moments / 2048", "4 B · {} / 2048"}, {numbers},
                 Bytes(4 * ceilDivide(numbers, kBlock)));
}

void addStates(EntrySink& sink, const Plan& plan, const StageUnits& units, const Shares& shares, const Shares& trained) {
    const Widths w = widthsOf(plan);
    const int zero = plan.zero.stage;
    // DeepSpeed's BF16_Optimizer, chosen for bf16 pipelines without ZeRO, partitions its states all the same.
    const bool bf16Pipeline =
        plan.framework == Framework::DeepSpeed && plan.precision == Precision::Bf16 && plan.layout.pp > 1;
    const bool optimizerDivided = zero >= 1 || bf16Pipeline;
    addState(sink, Parameters, "ledger.parameters", w.parameter, shares, zero >= 3 || keepsFp32Shards(plan));
    if (plan.precision == Precision::Fp8)
        addState(sink, Parameters, "ledger.fp8-copies", 2, shares, zero >= 3);
    addState(sink, Gradients, "ledger.gradients", w.gradient, trained, zero >= 2);
    addState(sink, Optimizer, "ledger.master-weights", w.master, trained, optimizerDivided);
    addState(sink, Optimizer, "ledger.gradient-copy", w.gradientCopy, trained, optimizerDivided);
    addMoments(sink, plan, units, trained, optimizerDivided);
}

void addDeepSpeedBuffers(EntrySink& sink, const Plan& plan, const StageUnits& units, const Shares& shares,
                         const Shares& trained) {
    const Widths w = widthsOf(plan);
    const int gradient = exchanged(plan);
    const int zero = plan.zero.stage;
    if (zero == 0) return;
    // overlap_comm, on by default for stage 3 only, doubles the bucket
    const int copies = zero == 3 || plan.zero.overlap == Overlap::On ? 2 : 1;
    const std::int64_t bucket = std::min(givenOr(plan.zero.reduceBucketSize, kReduceBucket), trained.whole);
    sink.add(Temporary, {"ledger.reduce-bucket", "copies · min(bucket, Ψ) · w", "{} · {} · {} B"},
             {copies, bucket, gradient}, Bytes(copies * bucket * gradient));
    if (zero == 3) {
        const std::int64_t prefetch = std::min(givenOr(plan.zero.prefetchBucketSize, kPrefetchBucket), shares.whole);
        const std::int64_t most = std::max(units.largest, givenOr(plan.zero.maxLiveParameters, kMaxLiveParameters));
        const std::int64_t live = std::min(units.largest + prefetch, most);
        sink.add(Temporary,
                 {"ledger.gathered-parameters", "(largest unit + prefetch) · w", "({} + {}) · {} B"},
                 {units.largest, live - units.largest, w.parameter}, Bytes(live * w.parameter));
        sink.add(Temporary, {"ledger.gradient-bucket", "largest unit · w", "{} · {} B"},
                 {units.largest, gradient}, Bytes(units.largest * gradient));
        return;
    }
    const std::int64_t gather = std::min(kAllGatherBucket, trained.whole);
    sink.add(Temporary, {"ledger.gather-bucket", "min(5e8, Ψ) · w", "{} · {} B"}, {gather, w.parameter},
             Bytes(gather * w.parameter));
    // At the step the rank's 16-bit gradients are laid end to end, then widened; both exist for a moment, in room that the
    // caching allocator cannot make of what activations have left (zero/stage_1_and_2.py, step()).
    if (gradient == 2) addState(sink, Temporary, "ledger.flat-gradients", gradient, trained, true);
    if (zero == 1 && gradient == 2) addState(sink, Temporary, "ledger.step-gradients", 4, trained, true);
}

// Megatron-FSDP and PyTorch FSDP gather a unit and prefetch the next one; gradients leave by a bucket of one
// unit.
void addFsdpBuffers(EntrySink& sink, const Plan& plan, const StageUnits& units, const Shares& shares) {
    if (plan.zero.stage < 2) return;
    const int compute = width(plan.precision);
    sink.add(Temporary, {"ledger.gradient-bucket", "largest unit · w", "{} · {} B"}, {units.largest, compute},
             Bytes(units.largest * compute));
    if (plan.zero.stage == 3)
        sink.add(Temporary, {"ledger.gathered-parameters", "2 · largest unit · w", "2 · {} · {} B"},
                 {units.largest, compute}, Bytes(2 * units.largest * compute));
    else if (keepsFp32Shards(plan))
        sink.add(Temporary, {"ledger.compute-copy", "2 · Ψ", "2 B · {}"}, {shares.whole},
                 Bytes(2 * shares.whole));
}

void addPipelineBuffers(EntrySink& sink, const Plan& plan) {
    if (plan.layout.pp == 1) return;
    const std::int64_t tokens = std::int64_t(plan.batch.micro) * plan.sequence() / plan.layout.cp;
    const int split = plan.sequenceParallel == SequenceParallel::On ? plan.layout.tp : 1;
    const std::int64_t message = tokens * plan.model.hidden * width(plan.precision) / split;
    sink.add(Temporary, {"ledger.pipeline-messages", "2 · n·h · w", "2 · {} B"}, {message},
             Bytes(2 * message));
}

}  // namespace

int parameterBytes(const Plan& plan) {
    return plan.framework == Framework::Engine ? engineWidths(plan).stored : width(plan.precision);
}

int gradientBytes(const Plan& plan) {
    return plan.framework == Framework::Engine ? engineWidths(plan).gradient : exchanged(plan);
}

std::string_view optimizerLabel(const Plan& plan) {
    if (plan.framework != Framework::Engine && plan.optimizer.moments == MomentType::Bf16) return "ledger.moments-bf16";
    if (plan.framework != Framework::Engine && plan.optimizer.moments == MomentType::Int8) return "ledger.moments-int8";
    return plan.optimizer.kind == OptimizerKind::Sgd ? "ledger.sgd-momentum" : "ledger.adam-moments";
}

void addFrameworkStates(EntrySink& sink, const Plan& plan, const StageUnits& units) {
    const Shares shares = sharesOf(units, units.elements, units.experts);
    const Shares trained = sharesOf(units, units.trained(), units.experts - units.frozenExperts);
    addStates(sink, plan, units, shares, trained);
    if (plan.framework == Framework::DeepSpeed)
        addDeepSpeedBuffers(sink, plan, units, shares, trained);
    else
        addFsdpBuffers(sink, plan, units, shares);
    addPipelineBuffers(sink, plan);
}

void addFrameworkOverhead(EntrySink& sink, const Plan& plan) {
    if (plan.cluster.gpu == "virtual-card") return;
    sink.add(MemoryCategory::Framework, {"ledger.context", "0.5 GiB", "{} B"}, {kContextBytes.value()},
             kContextBytes);
    const bool tied = plan.model.embeddings == Embeddings::Tied;
    const int groups = (plan.layout.tp > 1) + (plan.layout.dp * plan.layout.cp > 1) + (plan.layout.pp > 1) +
                       (plan.layout.pp > 1 && tied) + (plan.layout.ep > 1);
    sink.add(MemoryCategory::Framework, {"ledger.communicators", "0.5 GB · process groups", "{} B · {}"},
             {kCommunicatorBytes.value(), groups}, kCommunicatorBytes * std::int64_t(groups));
}

}  // namespace core
