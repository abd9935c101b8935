// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan document: model + cluster + layout + batch + training options + seed. A plain value: comparable, copyable.
// File form and field names: core/plan/plan_codec.h. Rules: core/plan/validate.h. Editable fields: core/plan/fields.h.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/units.h"
#include "core/cluster/cluster.h"
#include "core/model/model_spec.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace core {

enum class RankOrder { Megatron, MegatronTpPpDp, DeepSpeed3d, DeepSpeedPipeline };
enum class Framework { Engine, Megatron, DeepSpeed, Fsdp };
enum class Precision { Fp32, Bf16, Fp16, Fp8, Fp64 };  // fp64: the engine alone, to check arithmetic by
enum class ScheduleKind { GPipe, OneFOneB, Interleaved, LoopedBfs, ZbH1, ZbH2, ZbV, DualPipe, DualPipeV, Table };
enum class Recompute { None, Selective, Full };
enum class RecomputeMethod { Uniform, Block };  // of full recomputation
enum class Offload { None, Cpu, Nvme };
enum class SequenceParallel { Off, On };
enum class AttentionKind { Materialised, Flash };  // whether attention scores are written to memory
enum class Overlap { Off, On };        // of collectives with computing
enum class LinkDelay { Virtual, Wall };  // who waits for a simulated link: the virtual clock alone, or people too
enum class Backend { Auto, Cpu, Cuda };
enum class CheckpointAtStop { Skip, Save };
// Decay apart from the gradient; decay in it (L2); the same, no moments; Muon (Jordan et al. 2024): matrices of the blocks
// keep one momentum, whatever else there is AdamW's two moments.
enum class OptimizerKind { AdamW, Adam, Sgd, Muon };
enum class MomentType { Fp32, Bf16, Int8 };  // how the optimizer's moments are kept; int8 in blocks of 2048 with a scale each
enum class LoraTargets { Attention, Linear };  // the matrices of attention, or those of the MLP too
// What weight decay leaves out. DeepSpeed leaves out nothing unless the caller says so, Megatron every vector.
enum class DecayExempt { Nothing, NormsAndBiases, NormsBiasesEmbeddings };
// In the order of the list that people choose from. What each computes: core/lr.
enum class LrKind {
    WarmupCosine,
    Constant,
    DeepSpeedRangeTest,
    DeepSpeedOneCycle,
    DeepSpeedWarmup,
    DeepSpeedWarmupDecay,
    DeepSpeedWarmupCosine,
    MegatronConstant,
    MegatronLinear,
    MegatronCosine,
    MegatronInverseSquareRoot,
    MegatronWsd
};
enum class WarmupType { Log, Linear };                          // of DeepSpeed's warm-ups
enum class WsdTail { Exponential, Linear, Cosine, MinusSqrt };  // how Megatron's WSD anneals
enum class Stairs { Off, On };
enum class CycleMomentum { Off, On };
// How fp16's loss scale moves: DeepSpeed's of ZeRO 1 to 3, that of its fp16 optimizers without ZeRO, Megatron's, or not
// at all. What each computes: core/optim/loss_scale.h.
enum class LossScaleRules { DeepSpeedZero, DeepSpeedStage0, Megatron, Constant };
enum class ConsecutiveHysteresis { Off, On };

// clang-format off
template <> std::span<const std::pair<RankOrder, std::string_view>> enumNames<RankOrder>();
template <> std::span<const std::pair<Framework, std::string_view>> enumNames<Framework>();
template <> std::span<const std::pair<Precision, std::string_view>> enumNames<Precision>();
template <> std::span<const std::pair<ScheduleKind, std::string_view>> enumNames<ScheduleKind>();
template <> std::span<const std::pair<Recompute, std::string_view>> enumNames<Recompute>();
template <> std::span<const std::pair<RecomputeMethod, std::string_view>> enumNames<RecomputeMethod>();
template <> std::span<const std::pair<Offload, std::string_view>> enumNames<Offload>();
template <> std::span<const std::pair<SequenceParallel, std::string_view>> enumNames<SequenceParallel>();
template <> std::span<const std::pair<AttentionKind, std::string_view>> enumNames<AttentionKind>();
template <> std::span<const std::pair<Overlap, std::string_view>> enumNames<Overlap>();
template <> std::span<const std::pair<LinkDelay, std::string_view>> enumNames<LinkDelay>();
template <> std::span<const std::pair<Backend, std::string_view>> enumNames<Backend>();
template <> std::span<const std::pair<CheckpointAtStop, std::string_view>> enumNames<CheckpointAtStop>();
template <> std::span<const std::pair<OptimizerKind, std::string_view>> enumNames<OptimizerKind>();
template <> std::span<const std::pair<MomentType, std::string_view>> enumNames<MomentType>();
template <> std::span<const std::pair<LoraTargets, std::string_view>> enumNames<LoraTargets>();
template <> std::span<const std::pair<DecayExempt, std::string_view>> enumNames<DecayExempt>();
template <> std::span<const std::pair<LrKind, std::string_view>> enumNames<LrKind>();
template <> std::span<const std::pair<WarmupType, std::string_view>> enumNames<WarmupType>();
template <> std::span<const std::pair<WsdTail, std::string_view>> enumNames<WsdTail>();
template <> std::span<const std::pair<Stairs, std::string_view>> enumNames<Stairs>();
template <> std::span<const std::pair<CycleMomentum, std::string_view>> enumNames<CycleMomentum>();
template <> std::span<const std::pair<LossScaleRules, std::string_view>> enumNames<LossScaleRules>();
template <> std::span<const std::pair<ConsecutiveHysteresis, std::string_view>> enumNames<ConsecutiveHysteresis>();
// clang-format on

// In place of the accelerator's own; 0 = that.
struct LinksSpec {
    double intraNodeBandwidth = 0;  // bytes/s per card and direction
    double intraNodeLatency = 0;    // seconds per message
    double interNodeBandwidth = 0, interNodeLatency = 0;
    bool operator==(const LinksSpec&) const = default;
};

struct ClusterSpec {
    std::string gpu = "a100-80gb";
    int nodes = 1;
    int gpusPerNode = 8;
    LinksSpec links = {};
    std::optional<Accelerator> own = {};  // hardware of one's own, whose name `gpu` is
    bool operator==(const ClusterSpec&) const = default;
};

// The cluster's own hardware, else the catalogue's row of that name; null where there is neither.
[[nodiscard]] const Accelerator* acceleratorOf(const ClusterSpec& cluster);

struct LayoutSpec {
    int tp = 1, cp = 1, ep = 1, dp = 1, pp = 1;
    int virtualStages = 1;
    RankOrder order = RankOrder::Megatron;
    std::vector<int> stageLayers;  // explicit split, one entry a stage; empty = even
    [[nodiscard]] int cards() const;  // tp·cp·dp·pp; 0 with a size below 1, INT_MAX where the product is larger
    bool operator==(const LayoutSpec&) const = default;
};

struct ZeroSpec {
    int stage = 0;  // 0..3
    Offload offloadOptimizer = Offload::None;
    Offload offloadParameters = Offload::None;
    std::string offloadDirectory = {};  // of Offload::Nvme; empty = the system's folder for temporary files
    // In elements, as DeepSpeed counts them; 0 = the framework's own (core/memory: DeepSpeed's defaults, the engine's
    // largest unit, no prefetch, one unit live).
    std::int64_t reduceBucketSize = 0;
    std::int64_t prefetchBucketSize = 0;  // stage 3: gathered ahead of its use
    std::int64_t maxLiveParameters = 0;   // stage 3: gathered at a time, prefetched ones included
    Overlap overlap = Overlap::Off;       // bucket reduction and prefetch run beside the computing
    bool operator==(const ZeroSpec&) const = default;
};

// A global batch that grows: from `start` sequences by `increment` at a time, in equal parts of `samples` sequences, as
// Megatron's --rampup-batch-size does. start 0 = none.
struct BatchRampSpec {
    std::int64_t start = 0, increment = 0, samples = 0;
    bool operator==(const BatchRampSpec&) const = default;
};

struct BatchSpec {
    int micro = 1;            // sequences per micro-batch and replica
    std::int64_t global = 8;  // sequences per update, = micro · accumulation · dp
    BatchRampSpec ramp = {};
    bool operator==(const BatchSpec&) const = default;
};

struct OptimizerSpec {
    double lr = 3e-4, beta1 = 0.9, beta2 = 0.95, eps = 1e-8, weightDecay = 0.1;
    double clip = 1.0;  // global gradient norm; 0 = no clipping
    OptimizerKind kind = OptimizerKind::AdamW;
    double momentum = 0.9;  // of SGD; 0 = none
    DecayExempt decayExempt = DecayExempt::NormsAndBiases;
    MomentType moments = MomentType::Fp32;
    // Numbers kept per weight beside it: two moments, one velocity or nothing. Of Muon those of what it leaves to AdamW.
    [[nodiscard]] int states() const { return kind != OptimizerKind::Sgd ? 2 : momentum > 0 ? 1 : 0; }
    bool operator==(const OptimizerSpec&) const = default;
};

// DeepSpeed's OneCycle beside warmup (first half), total (both halves) and minRatio (foot of the cycle).
struct OneCycleSpec {
    int firstStairs = 0, secondStairs = 0;       // of each half; 0 = continuous
    std::int64_t decayStep = 0;                  // updates; 0 = no decay behind the cycle
    double decayRate = 0;                        // lr / (1 + rate · steps behind the cycle)
    CycleMomentum momentum = CycleMomentum::On;  // β1 runs against the rate, β2 is 0.99; Adam only
    double minMomentum = 0.8, maxMomentum = 0.9, momentumDecayRate = 0;
    bool operator==(const OneCycleSpec&) const = default;
};

// DeepSpeed's LRRangeTest: the rate grows from optimizer.lr.
struct RangeTestSpec {
    std::int64_t stepSize = 2000;  // updates
    double stepRate = 1;           // growth per step, as a share of the first rate
    Stairs staircase = Stairs::Off;
    bool operator==(const RangeTestSpec&) const = default;
};

// Megatron's warm-up, stable, decay: the last `updates` of the total anneal.
struct WsdSpec {
    std::int64_t updates = 0;
    WsdTail tail = WsdTail::Exponential;
    bool operator==(const WsdSpec&) const = default;
};

// Each kind reads some of these; core/lr/registry.h says which.
struct LrScheduleSpec {
    LrKind kind = LrKind::WarmupCosine;
    std::int64_t warmup = 0;  // updates
    std::int64_t total = 0;   // updates of the decay; 0 = the run's own number of steps
    double minRatio = 0.1;    // final lr / peak lr
    double startRatio = 0;    // lr at the start of the warm-up / peak lr
    WarmupType warmupType = WarmupType::Log;
    OneCycleSpec oneCycle;
    RangeTestSpec rangeTest;
    WsdSpec wsd;
    bool operator==(const LrScheduleSpec&) const = default;
};

// Of fp16 only. The loss is multiplied by the scale before the backward pass; an update with an infinite gradient is
// left out, and the scale shrinks.
struct LossScaleSpec {
    LossScaleRules rules = LossScaleRules::DeepSpeedZero;
    double initial = 0;     // 0 = the rules' own: 2^16, Megatron's 2^32
    int window = 1000;      // updates without overflow until the scale doubles
    int hysteresis = 2;     // overflows until it halves
    ConsecutiveHysteresis consecutive = ConsecutiveHysteresis::Off;  // On: only overflows in a row count (DeepSpeed)
    double minimum = 1;
    bool operator==(const LossScaleSpec&) const = default;
};

// Low-rank adapters (Hu et al. 2021): every target matrix gets two narrow ones of `rank`, and they alone are trained.
struct LoraSpec {
    int rank = 0;  // 0 = none
    LoraTargets targets = LoraTargets::Linear;
    bool operator==(const LoraSpec&) const = default;
};

struct AssumptionsSpec {
    double mfu = 0;              // > 0 replaces the time model's own MFU in the run estimate
    double efficiency = 0;       // of the software against the time model's computing; 0 = as fast
    double pricePerGpuHour = 0;  // 0 = no price, cost is null
    double powerWatts = 0;       // 0 = the accelerator's own
    double failuresPerCardYear = 0;  // 0 = kUsualFailures (core/cost/goodput.h)
    double checkpointSeconds = 0;    // that training stands still for one; 0 = kUsualCheckpoint
    double restartSeconds = 0;       // from a failure to training again; 0 = kUsualRestart
    bool operator==(const AssumptionsSpec&) const = default;
};

struct DataSpec {
    std::string path;             // UTF-8 text file or folder; empty = real text found on the machine
    double heldOutFraction = 0.05;
    bool operator==(const DataSpec&) const = default;
};

struct SampleSpec {
    std::string prompt = "The ";
    int every = 100;  // steps; 0 = never
    int length = 160; // bytes generated
    bool operator==(const SampleSpec&) const = default;
};

struct CheckpointSpec {
    std::string directory;  // folder of this run's checkpoints; empty = one of its own in the user's data folder
    int every = 0;          // updates; 0 = on command only
    int keep = 3;           // the newest ones; 0 = all
    CheckpointAtStop atStop = CheckpointAtStop::Skip;  // Save: a commanded stop finishes the step and saves first
    bool operator==(const CheckpointSpec&) const = default;
};

struct SimulatedLinksSpec {
    LinkDelay delay = LinkDelay::Virtual;
    bool operator==(const SimulatedLinksSpec&) const = default;
};

struct RunSpec {
    Backend backend = Backend::Auto;
    std::int64_t steps = 1000;
    std::uint64_t seed = 1;
    int threadsPerRank = 1;
    Bytes cardMemory{0};          // cap of a virtual card; 0 = the accelerator's own memory
    int validateEvery = 25;       // steps; 0 = never
    SampleSpec sample;
    double collectiveTimeoutSeconds = 60;
    CheckpointSpec checkpoint;
    SimulatedLinksSpec simulatedLinks;
    bool operator==(const RunSpec&) const = default;
};

struct Plan {
    std::string name = "untitled";
    ModelSpec model;
    ClusterSpec cluster;
    LayoutSpec layout;
    ZeroSpec zero;
    Framework framework = Framework::Engine;
    BatchSpec batch;
    int sequenceLength = 0;  // 0 = the model's own maximum
    Precision precision = Precision::Bf16;
    std::optional<Precision> gradientDtype;  // empty = the framework's own
    LossScaleSpec lossScale;
    ScheduleKind schedule = ScheduleKind::OneFOneB;
    std::vector<std::string> scheduleTable;  // of ScheduleKind::Table: one line of ops a rank, core/schedule/table.h
    Recompute recompute = Recompute::None;
    // Full recomputation, per model chunk. Uniform: the input of every group of `recomputeLayers` blocks is kept;
    // Block: of each of the first `recomputeLayers` blocks, the others keep everything.
    RecomputeMethod recomputeMethod = RecomputeMethod::Uniform;
    int recomputeLayers = 1;
    SequenceParallel sequenceParallel = SequenceParallel::Off;
    AttentionKind attention = AttentionKind::Materialised;
    LoraSpec lora;
    int frozenBlocks = 0;  // of the first blocks, those that are not trained; embedding included. 0 = all is trained
    OptimizerSpec optimizer;
    LrScheduleSpec lrSchedule;
    std::int64_t budgetTokens = 0;  // 0 = 20 per parameter (rule of thumb)
    AssumptionsSpec assumptions;
    DataSpec data;
    RunSpec run;

    [[nodiscard]] int sequence() const { return sequenceLength > 0 ? sequenceLength : model.maxSequence; }
    // Micro-batches per replica and update; 0 when it does not come out whole (validate() says so).
    [[nodiscard]] int microBatches() const;
    bool operator==(const Plan&) const = default;
};

}  // namespace core
