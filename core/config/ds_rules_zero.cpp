// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Stages, buckets, offload, tensor parallelism beside ZeRO, checkpoints and reports.
#include "core/config/ds_rules.h"

#include <fmt/format.h>

namespace core {

namespace {

using C = DsContext;
using Found = std::optional<DsFinding>;
constexpr char kZero[] = "zero_optimization";

std::int64_t stage(const C& c) { return c.config.zeroStage().value_or(0); }

Found stageRange(const C& c) {
    if (stage(c) >= 0 && stage(c) <= 3) return {};
    return DsFinding{
        "zero_optimization/stage", {{"stage", fmt::to_string(stage(c))}}, "Input should be 0, 1, 2, 3 or 3"};
}

Found boolean(const C& c) {
    if (!c.config.boolean(kZero)) return {};
    return DsFinding{kZero, {{"stage", fmt::to_string(stage(c))}},
                     "DeepSpeedConfig: this format of ZeRO optimization setup is deprecated."};
}

Found legacyStageOne(const C& c) {
    if (!c.config.flag("zero_optimization/legacy_stage1")) return {};
    return DsFinding{
        "zero_optimization/legacy_stage1",
        {},
        "The deprecated version of ZeRO Stage 1 is not supported in deepspeed >= 0.5.9. Please downgrade to a "
        "version less than 0.5.9 if you need to use this deprecated version of ZeRO."};
}

Found partialOffload(const C& c) {
    const double ratio = c.config.real("zero_optimization/offload_optimizer/ratio").value_or(1);
    if (ratio >= 1 || stage(c) == 3) return {};
    return DsFinding{"zero_optimization/offload_optimizer/ratio", {{"ratio", fmt::format("{:g}", ratio)}},
                     "Partial offloading only supported for ZeRO Stage 3."};
}

Found ratioRange(const C& c) {
    for (const char* path :
         {"zero_optimization/offload_optimizer/ratio", "zero_optimization/offload_optimizer/cpuadam_cores_perc"}) {
        const double share = c.config.real(path).value_or(1);
        if (share < 0 || share > 1)
            return DsFinding{path, {{"key", path}, {"value", c.config.shown(path)}},
                             share < 0 ? "Input should be greater than or equal to 0"
                                       : "Input should be less than or equal to 1"};
    }
    return {};
}

Found negativeSize(const C& c) {
    for (const DsKey& key : dsZeroKeys())
        if (key.type == DsType::Whole && key.path != "zero_optimization/stage" &&
            key.path != "zero_optimization/mics_shard_size" && c.config.whole(key.path).value_or(0) < 0)
            return DsFinding{std::string(key.path),
                             {{"key", std::string(key.path)}, {"value", c.config.shown(key.path)}},
                             "Input should be greater than or equal to 0"};
    return {};
}

Found elasticCheckpoint(const C& c) {
    if (stage(c) != 3 || !c.config.flag("zero_optimization/elastic_checkpoint")) return {};
    return DsFinding{"zero_optimization/elastic_checkpoint", {},
                     "ZeRO-3 elastic checkpointing is deprecated and no longer supported. Use Universal Checkpointing "
                     "instead."};
}

Found oddBucket(const C& c) {
    const std::int64_t bucket = c.config.whole("zero_optimization/allgather_bucket_size").value_or(0);
    if ((stage(c) != 1 && stage(c) != 2) || bucket % 2 == 0) return {};
    return DsFinding{"zero_optimization/allgather_bucket_size", {{"value", fmt::to_string(bucket)},
                                                                 {"nearest", fmt::to_string(bucket + 1)}},
                     "allgather_bucket_size must be a multiple of nccl_start_alignment_factor, 2 "};
}

Found scaledScatter(const C& c) {
    if (stage(c) < 2 || stage(c) > 3 || !c.config.flag("zero_optimization/reduce_scatter")) return {};
    const bool predivided = c.config.real("gradient_predivide_factor").value_or(1) != 1;
    if (!predivided && !c.config.flag("prescale_gradients")) return {};
    return DsFinding{predivided ? "gradient_predivide_factor" : "prescale_gradients",
                     {{"key", predivided ? "gradient_predivide_factor" : "prescale_gradients"},
                      {"stage", fmt::to_string(stage(c))}},
                     fmt::format("{} is not yet supported with ZeRO-{} with reduce scatter enabled",
                                 predivided ? "gradient_predivide_factor != 1.0" : "pre-scale gradients", stage(c))};
}

Found noNvmePath(const C& c) {
    for (const char* object : {"zero_optimization/offload_param", "zero_optimization/offload_optimizer"}) {
        const std::string path(object);
        if (stage(c) == 3 && c.config.text(path + "/device") == "nvme" && !c.config.has(path + "/nvme_path"))
            return DsFinding{path + "/device", {{"object", path}},
                             path.ends_with("param")
                                 ? "\"nvme_path\" in DeepSpeed Config cannot be None if remote device is nvme"
                                 : ""};
    }
    return {};
}

Found nvmeBelowThree(const C& c) {
    if (stage(c) < 1 || stage(c) > 2 || c.config.optimizerDevice() != "nvme") return {};
    return DsFinding{"zero_optimization/offload_optimizer/device", {{"stage", fmt::to_string(stage(c))}}, ""};
}

Found sequentialGather(const C& c) {
    if (stage(c) != 3 || (!c.config.flag("zero_optimization/stage3_allgather_sequential") &&
                          !c.config.flag("zero_optimization/allgather_sequential")))
        return {};
    return DsFinding{"zero_optimization/stage3_allgather_sequential", {}, ""};
}

Found hierarchicalMics(const C& c) {
    if (!c.config.flag("zero_optimization/mics_hierarchical_params_gather") ||
        c.config.whole("zero_optimization/mics_shard_size").value_or(-1) > 0)
        return {};
    return DsFinding{"zero_optimization/mics_hierarchical_params_gather", {}, ""};
}

Found summedGradients(const C& c) {
    if (c.config.text("gradient_allreduce_op") != "sum" || stage(c) != 3) return {};
    return DsFinding{"gradient_allreduce_op", {}, ""};
}

Found overlapCopies(const C& c) {
    if ((stage(c) != 1 && stage(c) != 2) || !c.config.flag("zero_optimization/overlap_comm") ||
        c.config.boolean("zero_optimization/contiguous_gradients").value_or(true))
        return {};
    return DsFinding{"zero_optimization/contiguous_gradients", {}, ""};
}

Found autoTpStage(const C& c) {
    const std::int64_t size = c.config.whole("tensor_parallel/autotp_size").value_or(0);
    if (size <= 1 || stage(c) != 3) return {};
    return DsFinding{"tensor_parallel/autotp_size", {{"size", fmt::to_string(size)}}, ""};
}

Found twoTpSizes(const C& c) {
    const std::int64_t inner = c.config.whole("tensor_parallel/tp/tp_size").value_or(0),
                       outer = c.config.whole("tensor_parallel/autotp_size").value_or(0);
    if (inner <= 1 || outer <= 0 || inner == outer) return {};
    return DsFinding{
        "tensor_parallel/tp/tp_size",
        {{"inner", fmt::to_string(inner)}, {"outer", fmt::to_string(outer)}},
        fmt::format("tensor_parallel.tp.tp_size ({}) does not match tensor_parallel.autotp_size ({}).", inner, outer)};
}

Found autoTpWorld(const C& c) {
    const std::int64_t size = c.config.whole("tensor_parallel/autotp_size").value_or(0);
    if (size <= 1 || c.tp > 1) return {};
    return DsFinding{"tensor_parallel/autotp_size", {{"size", fmt::to_string(size)}}, ""};
}

Found tagValidation(const C& c) {
    const auto mode = c.config.text("checkpoint/tag_validation");
    if (!mode) return {};
    std::string upper;
    for (const char letter : *mode) upper += char(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter);
    if (upper == "WARN" || upper == "IGNORE" || upper == "FAIL") return {};
    return DsFinding{"checkpoint/tag_validation", {{"value", *mode}},
                     fmt::format("Checkpoint config contains invalid tag_validation value of {}, expecting one of "
                                 "['WARN', 'IGNORE', 'FAIL']",
                                 upper)};
}

Found parallelWrite(const C& c) {
    const char* path = "checkpoint/parallel_write/pipeline_stage";
    const std::string shown = c.config.shown(path);
    if (!c.config.has(path) || shown == "true" || shown == "false" || shown == "0" || shown == "1") return {};
    return DsFinding{
        path,
        {{"value", shown}},
        fmt::format("checkpoint::parallel_write::pipeline_stage value of '{}' is invalid, expecting: true or "
                    "false",
                    c.config.text(path).value_or(shown))};
}

Found noProgress(const C& c) {
    if (c.config.has("steps_per_print")) return {};
    return DsFinding{"", {}, ""};
}

Found clippingDefault(const C& c) {
    if (c.config.has("gradient_clipping") || c.config.isAuto("gradient_clipping")) return {};
    return DsFinding{"", {}, ""};
}

Found checkpointingNeedsModel(const C& c) {
    if (!c.config.has("activation_checkpointing") || c.clientOptimizer) return {};
    return DsFinding{"activation_checkpointing", {}, ""};
}

Found contiguousCheckpoints(const C& c) {
    if (!c.config.flag("activation_checkpointing/contiguous_memory_optimization") ||
        (c.config.flag("activation_checkpointing/partition_activations") &&
         c.config.has("activation_checkpointing/number_checkpoints")))
        return {};
    const bool partitioned = c.config.flag("activation_checkpointing/partition_activations");
    return DsFinding{"activation_checkpointing/contiguous_memory_optimization",
                     {{"missing", partitioned ? "number_checkpoints" : "partition_activations"}},
                     partitioned ? "Must specify the number of layers with contiguous memory checkpointing"
                                 : "Contiguous Checkpointing is only available with partitioned activations. Set "
                                   "partitioned activations to true in deepspeed config"};
}

constexpr char kZeroConfig[] = "runtime/zero/config.py", kStage12[] = "runtime/zero/stage_1_and_2.py",
               kEngine[] = "runtime/engine.py", kConfig[] = "runtime/config.py";
constexpr DsRule kRules[] = {
    {"ds.stage-range", Severity::Error, "fix.ds.stage-range", kZeroConfig, stageRange},
    {"ds.zero-boolean", Severity::Warning, "fix.ds.zero-boolean", kZeroConfig, boolean},
    {"ds.legacy-stage1", Severity::Error, "fix.ds.remove-key-here", kEngine, legacyStageOne},
    {"ds.partial-offload", Severity::Error, "fix.ds.partial-offload", kZeroConfig, partialOffload},
    {"ds.share-range", Severity::Error, "fix.ds.share-range", "runtime/zero/offload_config.py", ratioRange},
    {"ds.negative-size", Severity::Error, "fix.ds.negative-size", kZeroConfig, negativeSize},
    {"ds.elastic-checkpoint", Severity::Warning, "fix.ds.elastic-checkpoint", kZeroConfig, elasticCheckpoint},
    {"ds.odd-bucket", Severity::Error, "fix.ds.odd-bucket", kStage12, oddBucket},
    {"ds.scaled-scatter", Severity::Error, "fix.ds.scaled-scatter", "runtime/zero/stage_1_and_2.py, stage3.py",
     scaledScatter},
    {"ds.nvme-path", Severity::Error, "fix.ds.nvme-path", "runtime/zero/partition_parameters.py", noNvmePath},
    {"ds.nvme-below-three", Severity::Warning, "fix.ds.nvme-below-three", kStage12, nvmeBelowThree},
    {"ds.sequential-gather", Severity::Info, "", "runtime/zero/partition_parameters.py", sequentialGather},
    {"ds.hierarchical-mics", Severity::Warning, "fix.ds.hierarchical-mics", "runtime/zero/mics.py", hierarchicalMics},
    {"ds.summed-gradients", Severity::Error, "fix.ds.summed-gradients", kConfig, summedGradients, {0, 19, 6}},
    {"ds.overlap-copies", Severity::Warning, "fix.ds.overlap-copies", kStage12, overlapCopies},
    {"ds.autotp-stage", Severity::Error, "fix.ds.autotp-stage", "DeepSpeed #8167, #7389", autoTpStage, {}, {0, 19, 4}},
    {"ds.autotp-sizes", Severity::Error, "fix.ds.autotp-sizes", kEngine, twoTpSizes},
    {"ds.autotp-world", Severity::Warning, "fix.ds.autotp-world", kConfig, autoTpWorld},
    {"ds.tag-validation", Severity::Error, "fix.ds.tag-validation", kConfig, tagValidation},
    {"ds.parallel-write", Severity::Error, "fix.ds.parallel-write", kConfig, parallelWrite},
    {"ds.no-progress", Severity::Info, "fix.ds.no-progress", "DeepSpeed #6602", noProgress, {0, 15, 2}},
    {"ds.clipping-default", Severity::Info, "fix.ds.clipping-default", "DeepSpeed #8068", clippingDefault, {0, 19, 3}},
    {"ds.checkpointing-needs-model", Severity::Info, "", "runtime/activation_checkpointing/checkpointing.py",
     checkpointingNeedsModel},
    {"ds.contiguous-checkpoints", Severity::Warning, "fix.ds.contiguous-checkpoints",
     "runtime/activation_checkpointing/checkpointing.py", contiguousCheckpoints},
};

}  // namespace

std::span<const DsRule> dsZeroRules() { return kRules; }

}  // namespace core
