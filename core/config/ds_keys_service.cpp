// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Monitoring, profiling, checkpoints, compilation, input and output, data and compression.
#include "core/config/ds_keys.h"

namespace core {

namespace {

using enum DsType;
constexpr UnknownKeys kRefused = UnknownKeys::Refused, kIgnored = UnknownKeys::Ignored,
                      kHandedOn = UnknownKeys::HandedOn;

constexpr DsKey kRows[] = {
    {"wall_clock_breakdown", Boolean, "false"},
    {"memory_breakdown", Boolean, "false"},
    since({0, 19, 3}, {"log_level", Text, "null"}),
    {"tensorboard", Object, "", kEveryStage, "", kRefused},
    {"tensorboard/enabled", Boolean, "false"},
    {"tensorboard/output_path", Text, "\"\""},
    {"tensorboard/job_name", Text, "\"DeepSpeedJobName\""},
    {"wandb", Object, "", kEveryStage, "", kRefused},
    {"wandb/enabled", Boolean, "false"},
    {"wandb/group", Text, "null"},
    {"wandb/team", Text, "null"},
    {"wandb/project", Text, "\"deepspeed\""},
    {"csv_monitor", Object, "", kEveryStage, "", kRefused},
    {"csv_monitor/enabled", Boolean, "false"},
    {"csv_monitor/output_path", Text, "\"\""},
    {"csv_monitor/job_name", Text, "\"DeepSpeedJobName\""},
    since({0, 14, 0}, {"comet", Object, "", kEveryStage, "", kRefused}),
    {"comet/enabled", Boolean, "false"},
    {"comet/samples_log_interval", Whole, "100"},
    {"comet/project", Text, "null"},
    {"comet/workspace", Text, "null"},
    {"comet/api_key", Text, "null"},
    {"comet/experiment_name", Text, "null"},
    {"comet/experiment_key", Text, "null"},
    {"comet/online", Boolean, "null"},
    {"comet/mode", Text, "null"},
    {"flops_profiler", Object, "", kEveryStage, "", kIgnored},
    {"flops_profiler/enabled", Boolean, "false"},
    {"flops_profiler/recompute_fwd_factor", Real, "0"},
    {"flops_profiler/profile_step", Whole, "1"},
    {"flops_profiler/module_depth", Whole, "-1"},
    {"flops_profiler/top_modules", Whole, "1"},
    {"flops_profiler/detailed", Boolean, "true"},
    {"flops_profiler/output_file", Text, "null"},
    {"comms_logger", Object, "", kEveryStage, "", kRefused},
    {"comms_logger/enabled", Boolean, "false"},
    {"comms_logger/prof_all", Boolean, "true"},
    {"comms_logger/prof_ops", List, "[]"},
    {"comms_logger/verbose", Boolean, "false"},
    {"comms_logger/debug", Boolean, "false"},
    {"timers", Object, "", kEveryStage, "", kIgnored},
    {"timers/throughput", Object, "", kEveryStage, "", kRefused},
    {"timers/throughput/enabled", Boolean, "true"},
    {"timers/throughput/synchronized", Boolean, "true"},
    {"nebula", Object, "", kEveryStage, "", kIgnored},
    {"nebula/enabled", Boolean, "false"},
    {"nebula/enable_nebula_load", Boolean, "true"},
    {"nebula/nebula_load_path", Text, "null"},
    {"nebula/persistent_storage_path", Text, "null"},
    {"nebula/persistent_time_interval", Whole, "100"},
    {"nebula/num_of_version_in_retention", Whole, "2"},
    {"datastates_ckpt", Any, "null"},

    {"checkpoint", Object, "", kEveryStage, "", kIgnored},
    {"checkpoint/tag_validation", Text, "\"Warn\""},
    {"checkpoint/load_universal", Boolean, "false"},
    {"checkpoint/use_node_local_storage", Boolean, "false"},
    {"checkpoint/checkpoint_serialization", Boolean, "true"},
    {"checkpoint/writer", Any, "null"},
    {"checkpoint/parallel_write", Object, "", kEveryStage, "", kIgnored},
    {"checkpoint/parallel_write/pipeline_stage", Boolean, "false"},

    {"compile", Object, "", kEveryStage, "", kRefused},
    gone({0, 14, 1}, {"compile/enabled", Boolean, "false"}),
    gone({0, 14, 1}, {"compile/backend", Text, "\"inductor\""}),
    gone({0, 14, 1}, {"compile/kwargs", Any, "{}"}),
    gone({0, 14, 1}, {"compile/disable", Boolean, "false"}),
    since({0, 16, 0}, {"compile/deepcompile", Boolean, "false"}),
    {"compile/free_activation", Boolean, "false"},
    {"compile/free_activation_threshold", Whole, "10485760"},
    {"compile/offload_activation", Boolean, "false"},
    {"compile/offload_opt_states", Boolean, "false"},
    {"compile/double_buffer", Boolean, "true"},
    {"compile/symmetric_memory", Boolean, "false"},
    {"compile/debug_log", Boolean, "false"},
    {"compile/offload_parameters", Boolean, "false"},
    {"compile/sync_before_reduce", Boolean, "false"},
    {"compile/sync_after_reduce", Boolean, "false"},
    {"compile/sync_before_allgather", Boolean, "false"},
    {"compile/sync_after_allgather", Boolean, "false"},
    {"compile/keep_int_input_tensors", Boolean, "true"},
    since({0, 17, 2}, {"compile/keep_all_input_tensors", Boolean, "false"}),
    {"compile/passes", List, "null"},

    {"aio", Object, "", kEveryStage, "", kIgnored},
    {"aio/block_size", Whole, "1048576"},
    {"aio/queue_depth", Whole, "8"},
    since({0, 16, 0}, {"aio/intra_op_parallelism", Whole, "1"}),
    replaced("aio/intra_op_parallelism", gone({0, 16, 0}, {"aio/thread_count", Whole, "1"})),
    {"aio/single_submit", Boolean, "false"},
    {"aio/overlap_events", Boolean, "true"},
    {"aio/use_gds", Boolean, "false"},

    {"autotuning", Object, "", kEveryStage, "", kHandedOn},
    {"compression_training", Object, "", kEveryStage, "", kHandedOn},
    {"curriculum_learning", Object, "", kEveryStage, "", kHandedOn},
    {"data_efficiency", Object, "", kEveryStage, "", kHandedOn},
    {"eigenvalue", Object, "", kEveryStage, "", kHandedOn},
    {"progressive_layer_drop", Object, "", kEveryStage, "", kHandedOn},
    {"quantize_training", Object, "", kEveryStage, "", kHandedOn},
    {"sparse_attention", Object, "", kEveryStage, "", kHandedOn},
    {"weight_quantization", Object, "", kEveryStage, "", kHandedOn},
};

constexpr DsDefaultChange kChanges[] = {
    {"gradient_clipping", "0.0", "1.0", {0, 19, 3}, "DeepSpeed #8068"},
    {"bf16/check_grad_overflow", "false", "true", {0, 19, 3}, "DeepSpeed #8035"},
    {"steps_per_print", "10", "null", {0, 15, 2}, "DeepSpeed #6602"},
};

}  // namespace

std::span<const DsKey> dsServiceKeys() { return kRows; }
std::span<const DsDefaultChange> dsDefaultChanges() { return kChanges; }

}  // namespace core
