// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batch, precision, optimizer, scheduler, recomputation, pipeline, parallelism.
#include "core/config/ds_keys.h"

namespace core {

namespace {

using enum DsType;
constexpr UnknownKeys kRefused = UnknownKeys::Refused, kIgnored = UnknownKeys::Ignored,
                      kHandedOn = UnknownKeys::HandedOn;

constexpr DsKey kRows[] = {
    {"train_batch_size", Whole},
    {"train_micro_batch_size_per_gpu", Whole},
    {"gradient_accumulation_steps", Whole},
    since({0, 19, 4}, {"managed_gradient_accumulation", Boolean, "true"}),
    {"steps_per_print", Whole, "null"},
    {"dump_state", Boolean, "false"},
    {"gradient_clipping", Real, "1.0"},
    {"prescale_gradients", Boolean, "false"},
    {"gradient_predivide_factor", Real, "1.0"},
    since({0, 19, 6}, {"gradient_allreduce_op", Text, "\"mean\""}),
    {"sparse_gradients", Boolean, "false"},
    {"communication_data_type", Text, "null", kEveryStage, "fp16|bf16|fp32"},
    {"seq_parallel_communication_data_type", Text, "\"fp32\"", kEveryStage, "fp16|bf16|fp32"},
    {"disable_allgather", Boolean, "false"},
    {"allgather_size", Whole, "500000000"},
    {"graph_harvesting", Boolean, "false"},
    {"vocabulary_size", Whole, "null"},
    {"dataloader_drop_last", Boolean, "false"},
    {"zero_allow_untested_optimizer", Boolean, "false", kStages123},
    {"zero_force_ds_cpu_optimizer", Boolean, "true", kStages123},
    since({0, 12, 0}, {"use_data_before_expert_parallelism", Boolean, "false"}),
    {"sequence_parallel_size", Whole, "1"},
    {"data_parallel_size", Whole, "1"},

    {"fp16", Object, "", kEveryStage, "", kRefused},
    {"fp16/enabled", Boolean, "false"},
    {"fp16/auto_cast", Boolean, "false"},
    {"fp16/loss_scale", Real, "0"},
    {"fp16/initial_scale_power", Whole, "16"},
    {"fp16/loss_scale_window", Whole, "1000"},
    {"fp16/hysteresis", Whole, "2"},
    {"fp16/consecutive_hysteresis", Boolean, "false"},
    {"fp16/min_loss_scale", Whole, "1"},
    {"fp16/fp16_master_weights_and_grads", Boolean, "false"},

    {"bf16", Object, "", kEveryStage, "", kRefused},
    {"bf16/enabled", Boolean, "false"},
    {"bf16/immediate_grad_update", Boolean, "false"},
    since({0, 17, 0}, {"bf16/check_grad_overflow", Boolean, "true"}),
    since({0, 18, 3}, {"bf16/bf16_master_weights_and_grads", Boolean, "false"}),
    since({0, 18, 3}, {"bf16/bf16_optimizer_states", Boolean, "false"}),
    replaced("bf16", {"bfloat16", Object, "", kEveryStage, "", kRefused}),
    {"bfloat16/enabled", Boolean, "false"},
    {"amp", Object, "", kEveryStage, "", kHandedOn},
    {"amp/enabled", Boolean, "false"},
    since({0, 17, 2}, {"torch_autocast", Object, "", kEveryStage, "", kIgnored}),
    {"torch_autocast/enabled", Boolean, "false"},
    {"torch_autocast/dtype", Text, "null"},
    {"torch_autocast/lower_precision_safe_modules", List, "null"},
    {"data_types", Object, "", kEveryStage, "", kIgnored},
    {"data_types/grad_accum_dtype", Text, "null", kEveryStage, "fp32|fp16|bf16"},
    since({0, 19, 1}, {"data_types/param_dtype", Text, "null"}),
    since({0, 19, 1}, {"data_types/buffer_dtype", Text, "null"}),

    {"optimizer", Object, "", kEveryStage, "", kIgnored},
    {"optimizer/type", Text, "null"},
    {"optimizer/params", Object, "", kEveryStage, "", kHandedOn},
    {"optimizer/legacy_fusion", Boolean, "false"},
    {"scheduler", Object, "", kEveryStage, "", kIgnored},
    {"scheduler/type", Text, "null"},
    {"scheduler/params", Object, "", kEveryStage, "", kHandedOn},

    {"activation_checkpointing", Object, "", kEveryStage, "", kIgnored},
    {"activation_checkpointing/partition_activations", Boolean, "false"},
    {"activation_checkpointing/cpu_checkpointing", Boolean, "false"},
    {"activation_checkpointing/contiguous_memory_optimization", Boolean, "false"},
    {"activation_checkpointing/number_checkpoints", Whole, "null"},
    {"activation_checkpointing/synchronize_checkpoint_boundary", Boolean, "false"},
    {"activation_checkpointing/profile", Boolean, "false"},

    {"pipeline", Object, "", kEveryStage, "", kIgnored},
    {"pipeline/stages", Any, "\"auto\""},
    {"pipeline/partition", Text, "\"best\""},
    {"pipeline/seed_layers", Boolean, "false"},
    {"pipeline/activation_checkpoint_interval", Whole, "0"},
    {"pipeline/pipe_partitioned", Boolean, "true"},
    {"pipeline/grad_partitioned", Boolean, "true"},
    {"pipeline/use_reentrant", Boolean, "true"},

    {"tensor_parallel", Object, "", kEveryStage, "", kRefused},
    {"tensor_parallel/dtype", Any, ""},
    since({0, 16, 0}, {"tensor_parallel/autotp_size", Whole, "0"}),
    {"tensor_parallel/tp_overlap_comm", Boolean, "false"},
    {"tensor_parallel/preset_model", Text, "null"},
    {"tensor_parallel/partition_config", Any, "null"},
    {"tensor_parallel/injection_policy_tuple", Any, "null"},
    {"tensor_parallel/keep_module_on_host", Boolean, "false"},
    {"tensor_parallel/replace_with_kernel_inject", Boolean, "false"},
    {"tensor_parallel/kernel_inject", Boolean, "false"},
    {"tensor_parallel/tensor_parallel", Any, ""},
    {"tensor_parallel/tp", Object, "", kEveryStage, "", kRefused},
    {"tensor_parallel/tp/tp_size", Whole, "1"},
    {"tensor_parallel/tp/tp_grain_size", Whole, "1"},
    {"tensor_parallel/tp/mpu", Any, "null"},
    {"tensor_parallel/tp/tp_group", Any, "null"},
    since({0, 18, 3}, {"expert_parallel", Object, "", kEveryStage, "", kHandedOn}),
    {"hybrid_engine", Object, "", kEveryStage, "", kRefused},
    {"hybrid_engine/enabled", Boolean, "false"},
    {"hybrid_engine/max_out_tokens", Whole, "512"},
    {"hybrid_engine/inference_tp_size", Whole, "1"},
    {"hybrid_engine/release_inference_cache", Boolean, "false"},
    {"hybrid_engine/pin_parameters", Boolean, "true"},
    {"hybrid_engine/tp_gather_partition_size", Whole, "8"},

    {"elasticity", Object, "", kEveryStage, "", kIgnored},
    {"elasticity/enabled", Boolean, "false"},
    {"elasticity/max_train_batch_size", Whole, "2000"},
    {"elasticity/micro_batch_sizes", List, "[2, 4, 6]"},
    {"elasticity/min_gpus", Whole, "1"},
    {"elasticity/max_gpus", Whole, "10000"},
    {"elasticity/num_gpus_per_node", Whole, "1"},
    {"elasticity/model_parallel_size", Whole, "1"},
    {"elasticity/min_time", Real, "0"},
    {"elasticity/prefer_larger_batch", Boolean, "true"},
    {"elasticity/ignore_non_elastic_batch_info", Boolean, "false"},
    {"elasticity/version", Real, "0.2"},
};

}  // namespace

std::span<const DsKey> dsTrainingKeys() { return kRows; }

}  // namespace core
