// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ds_config of a plan: strict JSON, since others read it too. Optimizer and scheduler are the script's.
#include "core/config/kit_parts.h"

#include <nlohmann/json.hpp>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

Json offloadOf(Offload device, const std::string& folder) {
    Json offload{{"device", toText(device)}, {"pin_memory", true}};
    if (device == Offload::Nvme) offload["nvme_path"] = folder;
    return offload;
}

Json zeroOf(const ZeroSpec& zero) {
    Json json{{"stage", zero.stage}};
    if (zero.stage == 0) return json;
    if (zero.reduceBucketSize > 0) json["reduce_bucket_size"] = zero.reduceBucketSize;
    if (zero.stage == 3 && zero.prefetchBucketSize > 0) json["stage3_prefetch_bucket_size"] = zero.prefetchBucketSize;
    if (zero.stage == 3 && zero.maxLiveParameters > 0) json["stage3_max_live_parameters"] = zero.maxLiveParameters;
    if (zero.offloadOptimizer != Offload::None)
        json["offload_optimizer"] = offloadOf(zero.offloadOptimizer, zero.offloadDirectory);
    if (zero.stage == 3 && zero.offloadParameters != Offload::None)
        json["offload_param"] = offloadOf(zero.offloadParameters, zero.offloadDirectory);
    return json;
}

Json lossScaleOf(const LossScaleSpec& scale) {
    if (scale.rules == LossScaleRules::Constant) return {{"enabled", true}, {"loss_scale", scale.initial}};
    Json fp16{
        {"enabled", true}, {"loss_scale", 0}, {"loss_scale_window", scale.window}, {"hysteresis", scale.hysteresis}};
    int power = 0;
    for (double value = scale.initial; value > 1 && power < 40; value /= 2) ++power;
    if (power > 0 && power <= 24) fp16["initial_scale_power"] = power;
    if (scale.minimum >= 1) fp16["min_loss_scale"] = std::int64_t(scale.minimum);
    return fp16;
}

}  // namespace

std::string kitDsConfig(const Plan& plan) {
    Json json{{"train_batch_size", plan.batch.global},
              {"train_micro_batch_size_per_gpu", plan.batch.micro},
              {"gradient_accumulation_steps", plan.microBatches()},
              {"gradient_clipping", plan.optimizer.clip},
              {"steps_per_print", 10}};
    json["zero_optimization"] = zeroOf(plan.zero);
    // The pipeline engine reduces by its own schedule.
    if (plan.zero.overlap == Overlap::On && plan.zero.stage > 0 && plan.layout.pp == 1)
        json["zero_optimization"]["overlap_comm"] = true;
    if (plan.precision == Precision::Fp16) json["fp16"] = lossScaleOf(plan.lossScale);
    if (plan.precision == Precision::Bf16) json["bf16"] = {{"enabled", true}};
    if (plan.gradientDtype)
        json["data_types"]["grad_accum_dtype"] = toText(*plan.gradientDtype);
    else if (plan.precision == Precision::Bf16 && plan.zero.stage < 2)
        json["data_types"]["grad_accum_dtype"] = "fp32";  // the default adds up in bf16
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace core
