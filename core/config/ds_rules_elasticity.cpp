// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Elastic training takes the batch into its own hands.
#include "core/config/ds_rules.h"

#include <fmt/format.h>

namespace core {

namespace {

using C = DsContext;
using Found = std::optional<DsFinding>;

bool enabled(const C& c) { return c.config.flag("elasticity/enabled"); }

Found batchKeys(const C& c) {
    if (!enabled(c) || c.config.flag("elasticity/ignore_non_elastic_batch_info")) return {};
    for (const char* key : {"train_batch_size", "train_micro_batch_size_per_gpu", "gradient_accumulation_steps"})
        if (c.config.has(key))
            return DsFinding{
                key,
                {{"key", key}},
                "One or more batch related parameters were found in your ds_config (train_batch_size, "
                "train_micro_batch_size_per_gpu, and/or gradient_accumulation_steps). These parameters *will "
                "not be used* since elastic training is enabled, which takes control of these parameters. If "
                "you want to suppress this error (the parameters will be silently ignored) please set "
                "ignore_non_elastic_batch_info':true in your elasticity config."};
    return {};
}

Found missing(const C& c) {
    if (!enabled(c)) return {};
    for (const char* key : {"max_train_batch_size", "micro_batch_sizes"})
        if (!c.config.has(std::string("elasticity/") + key))
            return DsFinding{"elasticity", {{"key", key}}, fmt::format("Elasticity config missing {}", key)};
    return {};
}

Found cardRange(const C& c) {
    const std::int64_t least = c.config.whole("elasticity/min_gpus").value_or(1),
                       most = c.config.whole("elasticity/max_gpus").value_or(10000);
    if (!enabled(c) || (least > 0 && most >= least)) return {};
    return DsFinding{
        "elasticity/min_gpus",
        {{"least", fmt::to_string(least)}, {"most", fmt::to_string(most)}},
        least < 1 ? fmt::format("Elasticity min/max gpus must be > 0, given min_gpus: {}, max_gpus: {}", least, most)
                  : fmt::format("Elasticity min_gpus cannot be greater than max_gpus, given min_gpus: {}, "
                                "max_gpus: {}",
                                least, most)};
}

Found cardsPerNode(const C& c) {
    const std::int64_t cards = c.config.whole("elasticity/num_gpus_per_node").value_or(1),
                       parallel = c.config.whole("elasticity/model_parallel_size").value_or(1);
    if (!enabled(c) || c.config.real("elasticity/version").value_or(0.2) < 0.2 || parallel < 1 || cards % parallel == 0)
        return {};
    return DsFinding{
        "elasticity/num_gpus_per_node",
        {{"cards", fmt::to_string(cards)}, {"parallel", fmt::to_string(parallel)}},
        fmt::format("In Elasticity v0.2, number of GPUs per node:{} should be divisible by model parallel size "
                    "{}",
                    cards, parallel)};
}

constexpr char kSource[] = "elasticity/config.py, elasticity/elasticity.py";
constexpr DsRule kRules[] = {
    {"ds.elasticity-batch", Severity::Error, "fix.ds.elasticity-batch", "runtime/config.py", batchKeys},
    {"ds.elasticity-missing", Severity::Error, "fix.ds.elasticity-missing", kSource, missing},
    {"ds.elasticity-cards", Severity::Error, "fix.ds.elasticity-cards", kSource, cardRange},
    {"ds.elasticity-node", Severity::Error, "fix.ds.elasticity-node", kSource, cardsPerNode},
};

}  // namespace

std::span<const DsRule> dsElasticityRules() { return kRules; }

}  // namespace core
