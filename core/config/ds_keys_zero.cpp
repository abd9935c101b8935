// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// zero_optimization and what stands in it. Every object here is a pydantic model that refuses unknown keys. The keys of
// stage 3 have two names each: a model field and its alias with stage3_ before it.
#include "core/config/ds_keys.h"

namespace core {

namespace {

using enum DsType;
constexpr UnknownKeys kRefused = UnknownKeys::Refused;

constexpr DsKey kRows[] = {
    {"zero_optimization", Object, "", kEveryStage, "", kRefused},
    {"zero_optimization/stage", Whole, "0"},
    {"zero_optimization/contiguous_gradients", Boolean, "true", kStages123},
    {"zero_optimization/reduce_scatter", Boolean, "true", kStages123},
    {"zero_optimization/reduce_bucket_size", Whole, "500000000", kStages123},
    since({0, 12, 0}, {"zero_optimization/use_multi_rank_bucket_allreduce", Boolean, "true", kStages12}),
    {"zero_optimization/allgather_partitions", Boolean, "true", kStages12},
    {"zero_optimization/allgather_bucket_size", Whole, "500000000", kStages12},
    {"zero_optimization/overlap_comm", Boolean, "", kStages123},
    {"zero_optimization/load_from_fp32_weights", Boolean, "true", kStages123},
    {"zero_optimization/elastic_checkpoint", Boolean, "false", kStages12},
    {"zero_optimization/round_robin_gradients", Boolean, "false", kStages12},
    {"zero_optimization/ignore_unused_parameters", Boolean, "true", kStages123},
    {"zero_optimization/legacy_stage1", Boolean, "false"},
    gone({0, 16, 0}, {"zero_optimization/grad_hooks", Boolean, "true", kStages12}),
    {"zero_optimization/sub_group_size", Whole, "1000000000", kStage3},
    {"zero_optimization/stage3_prefetch_bucket_size", Whole, "50000000", kStage3},
    {"zero_optimization/prefetch_bucket_size", Whole, "50000000", kStage3},
    {"zero_optimization/stage3_param_persistence_threshold", Whole, "100000", kStage3},
    {"zero_optimization/param_persistence_threshold", Whole, "100000", kStage3},
    {"zero_optimization/stage3_model_persistence_threshold", Whole, "9223372036854775807", kStage3},
    {"zero_optimization/model_persistence_threshold", Whole, "9223372036854775807", kStage3},
    {"zero_optimization/stage3_max_live_parameters", Whole, "1000000000", kStage3},
    {"zero_optimization/max_live_parameters", Whole, "1000000000", kStage3},
    {"zero_optimization/stage3_max_reuse_distance", Whole, "1000000000", kStage3},
    {"zero_optimization/max_reuse_distance", Whole, "1000000000", kStage3},
    {"zero_optimization/stage3_gather_16bit_weights_on_model_save", Boolean, "false", kStage3},
    {"zero_optimization/gather_16bit_weights_on_model_save", Boolean, "false", kStage3},
    replaced("zero_optimization/stage3_gather_16bit_weights_on_model_save",
     {"zero_optimization/stage3_gather_fp16_weights_on_model_save", Boolean, "false", kStage3}),
    since({0, 16, 0}, {"zero_optimization/stage3_module_granularity_threshold", Whole, "0", kStage3}),
    since({0, 16, 0}, {"zero_optimization/module_granularity_threshold", Whole, "0", kStage3}),
    since({0, 14, 0}, {"zero_optimization/stage3_use_all_reduce_for_fetch_params", Boolean, "false", kStage3}),
    since({0, 14, 0}, {"zero_optimization/use_all_reduce_for_fetch_params", Boolean, "false", kStage3}),
    since({0, 18, 3}, {"zero_optimization/stage3_allgather_sequential", Boolean, "false", kStage3}),
    since({0, 18, 3}, {"zero_optimization/allgather_sequential", Boolean, "false", kStage3}),
    since({0, 10, 0}, {"zero_optimization/zero_hpz_partition_size", Whole, "1", kStage3}),
    since({0, 10, 0}, {"zero_optimization/zero_quantized_weights", Boolean, "false", kStage3}),
    since({0, 11, 0}, {"zero_optimization/zero_quantized_nontrainable_weights", Boolean, "false", kStage3}),
    since({0, 10, 0}, {"zero_optimization/zero_quantized_gradients", Boolean, "false", kStage3}),
    since({0, 16, 0}, {"zero_optimization/zeropp_loco_param", Any, "null", kStage3}),
    since({0, 9, 3}, {"zero_optimization/mics_shard_size", Whole, "-1", kStage3}),
    since({0, 9, 3}, {"zero_optimization/mics_hierarchical_params_gather", Boolean, "false", kStage3}),
    {"zero_optimization/memory_efficient_linear", Boolean, "true", kStage3},
    {"zero_optimization/pipeline_loading_checkpoint", Boolean, "false", kStage3},
    {"zero_optimization/override_module_apply", Boolean, "true", kStage3},
    since({0, 16, 0}, {"zero_optimization/log_trace_cache_warnings", Boolean, "false", kStage3}),
    since({0, 17, 5}, {"zero_optimization/enable_sanity_checks", Boolean, "false", kStage3}),
    since({0, 18, 3}, {"zero_optimization/save_muon_momentum_buffer_in_memory", Boolean, "false", kStage3}),
    since({0, 18, 0}, {"zero_optimization/leaf_module", Any, "", kStage3}),
    since({0, 17, 5}, {"zero_optimization/zenflow", Any, "null", kStages123}),
    replaced("zero_optimization/offload_optimizer", {"zero_optimization/cpu_offload", Boolean, "false", kStages123}),
    replaced("zero_optimization/offload_param", {"zero_optimization/cpu_offload_param", Boolean, "false", kStage3}),
    replaced("zero_optimization/offload_optimizer/pin_memory", {"zero_optimization/cpu_offload_use_pin_memory",
     Boolean, "false", kStages123}),

    {"zero_optimization/offload_param", Object, "null", kStage3, "", kRefused},
    {"zero_optimization/offload_param/device", Text, "\"none\"", kStage3, "none|cpu|nvme"},
    {"zero_optimization/offload_param/nvme_path", Text, "null", kStage3},
    {"zero_optimization/offload_param/buffer_count", Whole, "5", kStage3},
    {"zero_optimization/offload_param/buffer_size", Whole, "100000000", kStage3},
    {"zero_optimization/offload_param/max_in_cpu", Whole, "1000000000", kStage3},
    {"zero_optimization/offload_param/pin_memory", Boolean, "true", kStage3},

    {"zero_optimization/offload_optimizer", Object, "null", kStages123, "", kRefused},
    {"zero_optimization/offload_optimizer/device", Text, "\"none\"", kStages123, "none|cpu|nvme"},
    {"zero_optimization/offload_optimizer/nvme_path", Text, "null", kStages123},
    {"zero_optimization/offload_optimizer/buffer_count", Whole, "4", kStage3},
    {"zero_optimization/offload_optimizer/pin_memory", Boolean, "true", kStages123},
    {"zero_optimization/offload_optimizer/pipeline_read", Boolean, "false", kStage3},
    {"zero_optimization/offload_optimizer/pipeline_write", Boolean, "false", kStage3},
    {"zero_optimization/offload_optimizer/fast_init", Boolean, "false", kStage3},
    since({0, 12, 0}, {"zero_optimization/offload_optimizer/ratio", Real, "1.0", kStage3}),
    since({0, 18, 0}, {"zero_optimization/offload_optimizer/super_offload", Boolean, "false", kStage3}),
    since({0, 18, 0}, {"zero_optimization/offload_optimizer/cpuadam_cores_perc", Real, "0.8", kStage3}),
};

}  // namespace

std::span<const DsKey> dsZeroKeys() { return kRows; }

}  // namespace core
