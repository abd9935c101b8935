// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about launch kits written from a plan (export.*).
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> exportSentences() {
    static constexpr Sentence kRows[] = {
        {"export.schedule-lm", "Megatron-LM has no schedule {schedule}"},
        {"fix.export.schedule-lm", "use 1f1b or interleaved"},
        {"export.schedule-deepspeed", "Megatron-DeepSpeed has no schedule {schedule}"},
        {"fix.export.schedule-deepspeed", "use 1f1b or zb-h1"},
        {"export.model", "only GPT and LLaMA shapes are written as a script: others have parts that it would leave out"},
        {"fix.export.model", "use a model of one of these families"},
        {"export.zero-bubble", "Megatron-DeepSpeed's zb-h1 does not go with sequence parallelism"},
        {"fix.export.zero-bubble", "use 1f1b, or no sequence parallelism"},
        {"export.zero-lm", "Megatron-LM's distributed optimizer is ZeRO stage 1, not {stage}"},
        {"fix.export.zero-lm", "use stage 0 or 1, or export for megatron-deepspeed"},
        {"export.zero-pipeline", "ZeRO stage {stage} and pp={pp} do not go together in DeepSpeed"},
        {"fix.export.zero-pipeline", "use stage 1, or pp=1"},
        {"export.offload-lm", "Megatron-LM offloads optimizer states to the host's memory only"},
        {"fix.export.offload-lm", "use cpu for the optimizer and none for the parameters"},
        {"export.offload-stage", "offload needs ZeRO stage 1 or higher"},
        {"fix.export.offload-stage", "use stage 1, or no offload"},
        {"export.offload-nvme", "offload to NVMe needs ZeRO stage 3 and a folder"},
        {"fix.export.offload-nvme", "use stage 3 and name the folder, or use cpu"},
        {"export.context", "Megatron-DeepSpeed has no context parallelism, here cp={cp}"},
        {"fix.export.context", "use cp=1, or export for megatron-lm"},
        {"export.experts", "a dense model has no expert parallelism"},
        {"fix.export.experts", "use ep=1"},
        {"export.virtual-stages", "DeepSpeed's pipeline has no virtual stages"},
        {"fix.export.virtual-stages", "use one, or export for megatron-lm"},
        {"export.order", "no script of Megatron places ranks in the order {order}"},
        {"fix.export.order", "use the order megatron"},
        {"export.order-deepspeed", "DeepSpeed's grid is not in the order {order}"},
        {"fix.export.order-deepspeed", "use the order megatron or deepspeed-3d"},
        {"export.stage-layers-lm", "only the first and the last stage may have another number of layers"},
        {"fix.export.stage-layers-lm", "give the stages between them the same number, or take a pp that divides the {layers} layers: {even}"},
        {"export.stage-layers-deepspeed", "DeepSpeed's pipeline splits the layers by itself, and stage_layers is not even"},
        {"fix.export.stage-layers-deepspeed", "export for megatron-lm, which takes other first and last stages, or leave stage_layers out and take a pp that divides the {layers} layers: {even}"},
        {"export.accumulation", "without ZeRO, DeepSpeed adds gradients up in the model's own type, or in fp32 beside bf16"},
        {"fix.export.accumulation", "use ZeRO stage 1, or that type"},
        {"export.fp8", "Megatron-DeepSpeed has no fp8"},
        {"fix.export.fp8", "use bf16, or export for megatron-lm"},
        {"export.fp64", "neither framework trains in fp64"},
        {"fix.export.fp64", "use fp32"},
        {"export.recompute-block", "DeepSpeed recomputes whole groups of blocks only"},
        {"fix.export.recompute-block", "use the method uniform"},
        {"export.adam", "Megatron's Adam decays weights apart from the gradient"},
        {"fix.export.adam", "use adamw, or no weight decay"},
        {"export.rate", "Megatron's scripts have no schedule {rate}, and a scheduler of the ds_config would be inert"},
        {"fix.export.rate", "use one of the megatron schedules"},
        {"export.warmup", "a warm-up of {warmup} updates is not shorter than the schedule of {updates}, which Megatron refuses"},
        {"fix.export.warmup", "use fewer than {updates} updates of warm-up, or a larger budget of tokens"},
        {"export.rope-base", "the base of the rotary positions must be a whole number for Megatron"},
        {"fix.export.rope-base", "round it"},
        {"export.rate-near", "the schedule {rate} becomes Megatron's nearest, which differs by an update"},
        {"fix.export.rate-near", "use one of the megatron schedules for an exact one"},
        {"export.decay-exempt", "Megatron leaves norms and biases out of weight decay, not {exempt}"},
        {"fix.export.decay-exempt", "use norms-and-biases for the same run"},
        {"export.sliding-window", "the script does not limit how far back a token looks"},
        {"fix.export.sliding-window", "use full attention for the same run"},
        {"export.rope-factor", "Megatron-DeepSpeed does not stretch rotary frequencies"},
        {"fix.export.rope-factor", "export for megatron-lm"},
        {"export.fsdp", "a plan of FSDP has no Megatron script"},
        {"fix.export.fsdp", "use the framework megatron or deepspeed"},
        {"export.adapters", "the script trains all parameters: no adapters, no frozen blocks"},
        {"fix.export.adapters", "set lora.rank and frozen_blocks to 0"},
        {"export.optimizer", "the script has no optimizer {optimizer} with moments in {moments}"},
        {"fix.export.optimizer", "use adamw or sgd with moments in fp32"},
        {"export.batch-ramp", "Megatron refuses a batch ramp in a run whose length is given in updates"},
        {"fix.export.batch-ramp", "leave batch.ramp out"},
    };
    return kRows;
}

}  // namespace core
