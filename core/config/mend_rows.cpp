// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/mend_rows.h"

namespace core {

namespace {

using K = MendChange::Kind;

constexpr MendChange setKey(std::string_view path, std::string_view value) { return {K::SetKey, path, value}; }
constexpr MendChange setHere(std::string_view value) { return {K::SetHere, "", value}; }
constexpr MendChange removeKey(std::string_view path) { return {K::RemoveKey, path}; }
constexpr MendChange setArgument(std::string_view name, std::string_view value) { return {K::SetArgument, name, value}; }
constexpr MendChange removeArgument(std::string_view name) { return {K::RemoveArgument, name}; }
constexpr MendChange addArgument(std::string_view name, std::string_view value = {}) { return {K::AddArgument, name, value}; }
constexpr MendChange kRemoveHere{K::RemoveHere};

constexpr std::string_view kMicro = "train_micro_batch_size_per_gpu", kSteps = "gradient_accumulation_steps",
                           kTrain = "train_batch_size", kStage = "zero_optimization/stage",
                           kTp = "tensor-model-parallel-size", kPp = "pipeline-model-parallel-size";

constexpr MendRow kRows[] = {
    {"fix.ds.did-you-mean", {{{K::RenameHere, "{nearest}"}}}},
    {"fix.ds.remove-key", {{kRemoveHere}}},
    {"fix.ds.remove-key-here", {{kRemoveHere}}},
    {"fix.ds.key-inactive", {{kRemoveHere}}},
    {"fix.ds.key-too-new", {{kRemoveHere}}},
    {"fix.ds.use-instead", {{{K::RenameHere, "{instead}"}}}},
    {"fix.ds.batch-pair", {{setKey(kSteps, "{accumulation}"), setKey(kMicro, "{micro}")}}},
    {"fix.ds.batch-triple", {{setKey(kTrain, "{nearest}"), setKey(kMicro, "{micro}"), setKey(kSteps, "{accumulation}")}}},
    {"fix.ds.batch-multiple", {{setKey(kTrain, "{nearest}")}}},
    {"fix.ds.batch-any-world", {{setKey(kTrain, "{nearest}")}}},
    {"fix.ds.batch-below-one", {{setHere("1")}}},
    {"fix.ds.fp16-and-bf16", {{setKey("fp16/enabled", "false")}}},
    {"fix.ds.fp16-and-bf16", {{setKey("bf16/enabled", "false")}}},
    {"fix.ds.loss-scale-negative", {{setHere("0")}}},
    {"fix.ds.at-least-one", {{setHere("1")}}},
    {"fix.ds.loss-scale-huge", {{setHere("16")}}},
    {"fix.ds.zero-one", {{setKey(kStage, "1")}}},
    {"fix.ds.states-need-master", {{setKey("bf16/bf16_master_weights_and_grads", "true")}}},
    {"fix.ds.accumulation-mix", {{removeKey("data_types")}}},
    {"fix.ds.accumulation-mix", {{setKey(kStage, "1")}}},
    {"fix.ds.bf16-accumulation", {{setKey("data_types/grad_accum_dtype", "\"fp32\"")}}},
    {"fix.ds.amp", {{removeKey("amp")}}},
    {"fix.ds.parameter-type", {{kRemoveHere}}},
    {"fix.ds.stage-range", {{setHere("3")}}},
    {"fix.ds.zero-boolean", {{setKey("zero_optimization", "{ \"stage\": {stage} }")}}},
    {"fix.ds.partial-offload", {{setHere("1")}}},
    {"fix.ds.share-range", {{setHere("1")}}},
    {"fix.ds.negative-size", {{setHere("0")}}},
    {"fix.ds.elastic-checkpoint", {{kRemoveHere}}},
    {"fix.ds.odd-bucket", {{setHere("{nearest}")}}},
    {"fix.ds.scaled-scatter", {{setKey("zero_optimization/reduce_scatter", "false")}}},
    {"fix.ds.scaled-scatter", {{kRemoveHere}}},
    {"fix.ds.nvme-below-three", {{setHere("\"cpu\"")}}},
    {"fix.ds.hierarchical-mics", {{kRemoveHere}}},
    {"fix.ds.summed-gradients", {{setHere("\"mean\"")}}},
    {"fix.ds.overlap-copies", {{setKey("zero_optimization/contiguous_gradients", "true")}}},
    {"fix.ds.autotp-stage", {{setKey(kStage, "2")}}},
    {"fix.ds.autotp-sizes", {{kRemoveHere}}},
    {"fix.ds.tag-validation", {{setHere("\"Warn\"")}}},
    {"fix.ds.parallel-write", {{setHere("false")}}},
    {"fix.ds.no-progress", {{setKey("steps_per_print", "10")}}},
    {"fix.ds.clipping-default", {{setKey("gradient_clipping", "1.0")}}},
    {"fix.ds.contiguous-checkpoints", {{kRemoveHere}}},
    {"fix.ds.pipeline-zero", {{setKey(kStage, "1")}}, "ds.pipeline-zero"},
    {"fix.ds.pipeline-zero", {{setKey(kStage, "1"), setArgument("zero-stage", "1")}}, "ds.pipeline-zero"},
    {"fix.ds.pipeline-zero", {{setArgument("zero-stage", "1")}}, "mds.pipeline-zero"},
    {"fix.ds.pipeline-overlap", {{kRemoveHere}}},
    {"fix.ds.pipeline-flag", {{setHere("true")}}},
    {"fix.ds.pipeline-elasticity", {{setKey("elasticity/enabled", "false")}}},
    {"fix.ds.zero-off", {{setKey(kStage, "0")}}},
    {"fix.ds.zero-off", {{setKey("optimizer/type", "\"Adam\"")}}},
    {"fix.ds.lamb-scale", {{setHere("0")}}},
    {"fix.ds.optimizer-untested", {{setKey("zero_allow_untested_optimizer", "true")}}},
    {"fix.ds.client-offload", {{setKey("zero_force_ds_cpu_optimizer", "false")}}},
    {"fix.ds.adam-is-adamw", {{setHere("\"AdamW\"")}}},
    {"fix.ds.scheduler-unknown", {{setHere("\"{nearest}\"")}}, "ds.scheduler-unknown"},
    {"fix.ds.scheduler-unknown", {{{K::RenameHere, "{nearest}"}}}, "ds.scheduler-parameter"},
    {"fix.ds.warmup-steps", {{setHere("1")}}},
    {"fix.ds.warmup-type", {{setHere("\"linear\"")}}},
    {"fix.ds.warmup-log", {{setKey("scheduler/params/warmup_type", "\"linear\"")}}},
    {"fix.ds.warmup-replaces-lr", {{setKey("scheduler/params/warmup_max_lr", "{rate}")}}},
    {"fix.ds.elasticity-batch", {{kRemoveHere}}},
    {"fix.ds.elasticity-batch", {{setKey("elasticity/ignore_non_elastic_batch_info", "true")}}},
    {"fix.cross.same", {{setKey("{key}", "{argument}")}}},
    {"fix.cross.same", {{setArgument("{name}", "{configured}")}}},
    {"fix.cross.stage", {{setArgument("zero-stage", "{configured}")}}},
    {"fix.cross.stage", {{addArgument("zero-stage", "{configured}")}}},
    {"fix.cross.clipping", {{setKey("gradient_clipping", "{argument}")}}},
    {"fix.cross.inert", {{removeKey("{block}")}}},
    {"fix.cross.checkpointing", {{addArgument("checkpoint-activations"), addArgument("deepspeed-activation-checkpointing")}}},
    {"fix.cross.prescale", {{setKey("prescale_gradients", "false")}}},
    {"fix.mega.unknown-argument", {{{K::RenameArgument, "{name}", "{nearest}"}}}},
    {"fix.mega.removed", {{{K::RenameArgument, "{name}", "{instead}"}}}},
    {"fix.mega.size", {{setArgument("{name}", "1")}}},
    {"fix.mega.tp-nodes", {{setArgument(kTp, "{nearest}")}}},
    {"fix.mega.heads-width", {{setArgument("num-attention-heads", "{nearest}")}}},
    {"fix.mega.heads-tp", {{setArgument(kTp, "{nearest}")}}},
    {"fix.mega.groups-tp", {{setArgument(kTp, "{nearest}")}}},
    {"fix.mega.layers-pp", {{setArgument(kPp, "{nearest}")}}},
    {"fix.mega.batch", {{setArgument("global-batch-size", "{nearest}")}}},
    {"fix.mega.sequence", {{setArgument("seq-length", "{nearest}")}}},
    {"fix.mega.positions", {{setArgument("max-position-embeddings", "{sequence}")}}},
    {"fix.mega.sp-without-tp", {{removeArgument("sequence-parallel")}}},
    {"fix.mega.no-micro-batch", {{addArgument("micro-batch-size", "1")}}},
    {"fix.mega.step-schedule", {{removeArgument("global-batch-size")}}},
    {"fix.mega.both-lengths", {{removeArgument("train-samples")}}},
    {"fix.mega.both-lengths", {{removeArgument("train-iters")}}},
    {"fix.mega.two-warmups", {{removeArgument("lr-warmup-fraction")}}},
    {"fix.mega.two-warmups", {{removeArgument("{name}")}}},
    {"fix.mega.fp16-and-bf16", {{removeArgument("fp16")}}},
    {"fix.mega.fp16-and-bf16", {{removeArgument("bf16")}}},
    {"fix.mega.recompute-granularity", {{setArgument("recompute-granularity", "selective")}}},
    {"fix.mega.recompute-full", {{addArgument("recompute-method", "uniform"), addArgument("recompute-num-layers", "1")}}},
    {"fix.mega.recompute-full", {{addArgument("recompute-num-layers", "1")}}},
    {"fix.mega.recompute-full", {{addArgument("recompute-method", "uniform")}}},
    {"fix.mega.recompute-selective", {{removeArgument("recompute-method")}}},
    {"fix.mega.distribute-saved", {{removeArgument("distribute-saved-activations")}}},
    {"fix.mega.overlap-gather", {{addArgument("{missing}")}}},
    {"fix.mega.fsdp-strategy", {{addArgument("use-megatron-fsdp")}}},
    {"fix.mega.connections", {{{K::AddLine, "export CUDA_DEVICE_MAX_CONNECTIONS=1"}}}},
    {"fix.mega.connections-fsdp", {{{K::AddLine, "unset CUDA_DEVICE_MAX_CONNECTIONS"}}}},
    {"fix.mega.virtual-layers", {{setArgument("num-layers-per-virtual-pipeline-stage", "{nearest}")}}},
    {"fix.mds.sequence-alone", {{setArgument(kTp, "1"), setArgument(kPp, "1")}}},
    {"fix.mds.no-pipeline", {{removeArgument("no-pipeline-parallel")}}},
    {"fix.mds.no-deepspeed", {{addArgument("deepspeed")}}},
    {"fix.mds.checkpointing-pair", {{addArgument("{missing}")}}},
    {"fix.mds.checkpointing-pair", {{removeArgument("{given}")}}},
    {"fix.mds.zero-bubble", {{removeArgument("enable-zbh1-pipeline")}}},
    {"fix.mds.virtual", {{removeArgument("num-layers-per-virtual-pipeline-stage")}}},
    {"fix.mds.routed-data", {{removeArgument("{name}")}}},
    {"fix.mds.experts-stage", {{setKey(kStage, "2")}}},
};

}  // namespace

std::span<const MendRow> mendRows() { return kRows; }

}  // namespace core
