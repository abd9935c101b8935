// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Names of the choices of a plan, as in plan files, flags and messages.
#include "core/plan/plan.h"

#include <algorithm>
#include <array>
#include <limits>

namespace core {

template <>
std::span<const std::pair<RankOrder, std::string_view>> enumNames<RankOrder>() {
    static constexpr std::array<std::pair<RankOrder, std::string_view>, 4> kNames{
        {{RankOrder::Megatron, "megatron"},
         {RankOrder::MegatronTpPpDp, "megatron-tp-pp-dp"},
         {RankOrder::DeepSpeed3d, "deepspeed-3d"},
         {RankOrder::DeepSpeedPipeline, "deepspeed-pipeline"}}};
    return kNames;
}

template <>
std::span<const std::pair<Framework, std::string_view>> enumNames<Framework>() {
    static constexpr std::array<std::pair<Framework, std::string_view>, 4> kNames{
        {{Framework::Engine, "engine"},
         {Framework::Megatron, "megatron"},
         {Framework::DeepSpeed, "deepspeed"},
         {Framework::Fsdp, "fsdp"}}};
    return kNames;
}

template <>
std::span<const std::pair<Precision, std::string_view>> enumNames<Precision>() {
    static constexpr std::array<std::pair<Precision, std::string_view>, 5> kNames{{{Precision::Fp32, "fp32"},
                                                                                   {Precision::Bf16, "bf16"},
                                                                                   {Precision::Fp16, "fp16"},
                                                                                   {Precision::Fp8, "fp8"},
                                                                                   {Precision::Fp64, "fp64"}}};
    return kNames;
}

template <>
std::span<const std::pair<ScheduleKind, std::string_view>> enumNames<ScheduleKind>() {
    static constexpr std::array<std::pair<ScheduleKind, std::string_view>, 10> kNames{
        {{ScheduleKind::GPipe, "gpipe"},
         {ScheduleKind::OneFOneB, "1f1b"},
         {ScheduleKind::Interleaved, "interleaved"},
         {ScheduleKind::LoopedBfs, "looped-bfs"},
         {ScheduleKind::ZbH1, "zb-h1"},
         {ScheduleKind::ZbH2, "zb-h2"},
         {ScheduleKind::ZbV, "zb-v"},
         {ScheduleKind::DualPipe, "dualpipe"},
         {ScheduleKind::DualPipeV, "dualpipe-v"},
         {ScheduleKind::Table, "table"}}};
    return kNames;
}

template <>
std::span<const std::pair<Recompute, std::string_view>> enumNames<Recompute>() {
    static constexpr std::array<std::pair<Recompute, std::string_view>, 3> kNames{
        {{Recompute::None, "none"}, {Recompute::Selective, "selective"}, {Recompute::Full, "full"}}};
    return kNames;
}

template <>
std::span<const std::pair<RecomputeMethod, std::string_view>> enumNames<RecomputeMethod>() {
    static constexpr std::array<std::pair<RecomputeMethod, std::string_view>, 2> kNames{
        {{RecomputeMethod::Uniform, "uniform"}, {RecomputeMethod::Block, "block"}}};
    return kNames;
}

template <>
std::span<const std::pair<Offload, std::string_view>> enumNames<Offload>() {
    static constexpr std::array<std::pair<Offload, std::string_view>, 3> kNames{
        {{Offload::None, "none"}, {Offload::Cpu, "cpu"}, {Offload::Nvme, "nvme"}}};
    return kNames;
}

template <>
std::span<const std::pair<AttentionKind, std::string_view>> enumNames<AttentionKind>() {
    static constexpr std::array<std::pair<AttentionKind, std::string_view>, 2> kNames{
        {{AttentionKind::Materialised, "materialised"}, {AttentionKind::Flash, "flash"}}};
    return kNames;
}

template <>
std::span<const std::pair<SequenceParallel, std::string_view>> enumNames<SequenceParallel>() {
    static constexpr std::array<std::pair<SequenceParallel, std::string_view>, 2> kNames{
        {{SequenceParallel::Off, "off"}, {SequenceParallel::On, "on"}}};
    return kNames;
}

template <>
std::span<const std::pair<Overlap, std::string_view>> enumNames<Overlap>() {
    static constexpr std::array<std::pair<Overlap, std::string_view>, 2> kNames{
        {{Overlap::Off, "off"}, {Overlap::On, "on"}}};
    return kNames;
}

template <>
std::span<const std::pair<LinkDelay, std::string_view>> enumNames<LinkDelay>() {
    static constexpr std::array<std::pair<LinkDelay, std::string_view>, 2> kNames{
        {{LinkDelay::Virtual, "virtual"}, {LinkDelay::Wall, "wall"}}};
    return kNames;
}

template <>
std::span<const std::pair<Backend, std::string_view>> enumNames<Backend>() {
    static constexpr std::array<std::pair<Backend, std::string_view>, 3> kNames{
        {{Backend::Auto, "auto"}, {Backend::Cpu, "cpu"}, {Backend::Cuda, "cuda"}}};
    return kNames;
}

template <>
std::span<const std::pair<OptimizerKind, std::string_view>> enumNames<OptimizerKind>() {
    static constexpr std::array<std::pair<OptimizerKind, std::string_view>, 4> kNames{
        {{OptimizerKind::AdamW, "adamw"}, {OptimizerKind::Adam, "adam"}, {OptimizerKind::Sgd, "sgd"}, {OptimizerKind::Muon, "muon"}}};
    return kNames;
}

template <>
std::span<const std::pair<MomentType, std::string_view>> enumNames<MomentType>() {
    static constexpr std::array<std::pair<MomentType, std::string_view>, 3> kNames{
        {{MomentType::Fp32, "fp32"}, {MomentType::Bf16, "bf16"}, {MomentType::Int8, "int8"}}};
    return kNames;
}

template <>
std::span<const std::pair<LoraTargets, std::string_view>> enumNames<LoraTargets>() {
    static constexpr std::array<std::pair<LoraTargets, std::string_view>, 2> kNames{
        {{LoraTargets::Attention, "attention"}, {LoraTargets::Linear, "linear"}}};
    return kNames;
}

template <>
std::span<const std::pair<DecayExempt, std::string_view>> enumNames<DecayExempt>() {
    static constexpr std::array<std::pair<DecayExempt, std::string_view>, 3> kNames{
        {{DecayExempt::Nothing, "nothing"},
         {DecayExempt::NormsAndBiases, "norms-and-biases"},
         {DecayExempt::NormsBiasesEmbeddings, "norms-biases-embeddings"}}};
    return kNames;
}

template <>
std::span<const std::pair<LrKind, std::string_view>> enumNames<LrKind>() {
    static constexpr std::array<std::pair<LrKind, std::string_view>, 12> kNames{
        {{LrKind::WarmupCosine, "warmup-cosine"},
         {LrKind::Constant, "constant"},
         {LrKind::DeepSpeedRangeTest, "deepspeed-range-test"},
         {LrKind::DeepSpeedOneCycle, "deepspeed-one-cycle"},
         {LrKind::DeepSpeedWarmup, "deepspeed-warmup"},
         {LrKind::DeepSpeedWarmupDecay, "deepspeed-warmup-decay"},
         {LrKind::DeepSpeedWarmupCosine, "deepspeed-warmup-cosine"},
         {LrKind::MegatronConstant, "megatron-constant"},
         {LrKind::MegatronLinear, "megatron-linear"},
         {LrKind::MegatronCosine, "megatron-cosine"},
         {LrKind::MegatronInverseSquareRoot, "megatron-inverse-square-root"},
         {LrKind::MegatronWsd, "megatron-wsd"}}};
    return kNames;
}

template <>
std::span<const std::pair<WarmupType, std::string_view>> enumNames<WarmupType>() {
    static constexpr std::array<std::pair<WarmupType, std::string_view>, 2> kNames{
        {{WarmupType::Log, "log"}, {WarmupType::Linear, "linear"}}};
    return kNames;
}

template <>
std::span<const std::pair<WsdTail, std::string_view>> enumNames<WsdTail>() {
    static constexpr std::array<std::pair<WsdTail, std::string_view>, 4> kNames{
        {{WsdTail::Exponential, "exponential"},
         {WsdTail::Linear, "linear"},
         {WsdTail::Cosine, "cosine"},
         {WsdTail::MinusSqrt, "minus_sqrt"}}};
    return kNames;
}

template <>
std::span<const std::pair<Stairs, std::string_view>> enumNames<Stairs>() {
    static constexpr std::array<std::pair<Stairs, std::string_view>, 2> kNames{
        {{Stairs::Off, "off"}, {Stairs::On, "on"}}};
    return kNames;
}

template <>
std::span<const std::pair<CycleMomentum, std::string_view>> enumNames<CycleMomentum>() {
    static constexpr std::array<std::pair<CycleMomentum, std::string_view>, 2> kNames{
        {{CycleMomentum::Off, "off"}, {CycleMomentum::On, "on"}}};
    return kNames;
}

template <>
std::span<const std::pair<LossScaleRules, std::string_view>> enumNames<LossScaleRules>() {
    static constexpr std::array<std::pair<LossScaleRules, std::string_view>, 4> kNames{
        {{LossScaleRules::DeepSpeedZero, "deepspeed-zero"},
         {LossScaleRules::DeepSpeedStage0, "deepspeed-stage-0"},
         {LossScaleRules::Megatron, "megatron"},
         {LossScaleRules::Constant, "constant"}}};
    return kNames;
}

template <>
std::span<const std::pair<ConsecutiveHysteresis, std::string_view>> enumNames<ConsecutiveHysteresis>() {
    static constexpr std::array<std::pair<ConsecutiveHysteresis, std::string_view>, 2> kNames{
        {{ConsecutiveHysteresis::Off, "off"}, {ConsecutiveHysteresis::On, "on"}}};
    return kNames;
}

template <>
std::span<const std::pair<CheckpointAtStop, std::string_view>> enumNames<CheckpointAtStop>() {
    static constexpr std::array<std::pair<CheckpointAtStop, std::string_view>, 2> kNames{
        {{CheckpointAtStop::Skip, "skip"}, {CheckpointAtStop::Save, "save"}}};
    return kNames;
}

const Accelerator* acceleratorOf(const ClusterSpec& cluster) {
    return cluster.own ? &*cluster.own : findAccelerator(cluster.gpu);
}

int LayoutSpec::cards() const {
    constexpr std::int64_t kMost = std::numeric_limits<int>::max();
    std::int64_t product = 1;
    for (const int size : {tp, cp, dp, pp}) {
        if (size < 1) return 0;
        product = std::min(kMost, product * size);
    }
    return int(product);
}

int Plan::microBatches() const {
    const std::int64_t perRound = std::int64_t(batch.micro) * layout.dp;
    if (perRound <= 0 || batch.global <= 0 || batch.global % perRound != 0) return 0;
    const std::int64_t rounds = batch.global / perRound;
    return rounds > std::numeric_limits<int>::max() ? 0 : int(rounds);
}

}  // namespace core
