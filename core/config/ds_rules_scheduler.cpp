// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The scheduler block: names, parameters of each, and the two habits that surprise (a logarithmic warm-up, a maximum
// of 0.001 that replaces the optimizer's rate).
#include "core/base/suggest.h"
#include "core/config/ds_rules.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

using C = DsContext;
using Found = std::optional<DsFinding>;

constexpr char kType[] = "scheduler/type";

struct SchedulerRow {
    std::string_view name;
    std::vector<std::string> parameters;
    std::vector<std::string> required;
};

const std::vector<SchedulerRow>& schedulers() {
    static const std::vector<SchedulerRow> rows = {
        {"WarmupLR", {"warmup_min_lr", "warmup_max_lr", "warmup_num_steps", "warmup_type", "last_batch_iteration"}, {}},
        {"WarmupDecayLR",
         {"total_num_steps", "warmup_min_lr", "warmup_max_lr", "warmup_num_steps", "warmup_type",
          "last_batch_iteration"},
         {"total_num_steps"}},
        {"WarmupCosineLR",
         {"total_num_steps", "warmup_min_ratio", "warmup_num_steps", "cos_min_ratio", "warmup_type",
          "last_batch_iteration"},
         {"total_num_steps"}},
        {"OneCycle",
         {"cycle_min_lr", "cycle_max_lr", "decay_lr_rate", "cycle_first_step_size", "cycle_second_step_size",
          "cycle_first_stair_count", "cycle_second_stair_count", "decay_step_size", "cycle_momentum", "cycle_min_mom",
          "cycle_max_mom", "decay_mom_rate", "last_batch_iteration"},
         {"cycle_min_lr", "cycle_max_lr"}},
        {"LRRangeTest",
         {"lr_range_test_min_lr", "lr_range_test_step_size", "lr_range_test_step_rate", "lr_range_test_staircase",
          "last_batch_iteration"},
         {}},
    };
    return rows;
}

constexpr std::string_view kTorch[] = {"LambdaLR",
                                       "MultiplicativeLR",
                                       "StepLR",
                                       "MultiStepLR",
                                       "ConstantLR",
                                       "LinearLR",
                                       "ExponentialLR",
                                       "SequentialLR",
                                       "CosineAnnealingLR",
                                       "ChainedScheduler",
                                       "ReduceLROnPlateau",
                                       "CyclicLR",
                                       "CosineAnnealingWarmRestarts",
                                       "OneCycleLR",
                                       "PolynomialLR"};

const SchedulerRow* row(const C& c) {
    const std::string name = c.clientOptimizer ? "" : c.config.text(kType).value_or("");
    const auto found = std::ranges::find(schedulers(), name, &SchedulerRow::name);
    return found == schedulers().end() ? nullptr : &*found;
}

bool warms(const C& c) { return row(c) != nullptr && row(c)->name.starts_with("Warmup"); }
std::string parameter(std::string_view name) { return fmt::format("scheduler/params/{}", name); }

Found unknownType(const C& c) {
    const std::string name = c.clientOptimizer ? "" : c.config.text(kType).value_or("");
    if (name.empty() || row(c) != nullptr || std::ranges::find(kTorch, name) != std::end(kTorch)) return {};
    std::vector<std::string> names;
    for (const SchedulerRow& known : schedulers()) names.emplace_back(known.name);
    return DsFinding{kType, {{"scheduler", name}, {"nearest", nearestWord(name, names).value_or(joinedByOr(names))}},
                     fmt::format("DeepSpeed does not recognize LR scheduler {}", name)};
}

Found unknownParameter(const C& c) {
    if (row(c) == nullptr) return {};
    for (const std::string& name : c.config.members("scheduler/params"))
        if (std::ranges::find(row(c)->parameters, name) == row(c)->parameters.end())
            return DsFinding{
                parameter(name),
                {{"parameter", name},
                 {"scheduler", std::string(row(c)->name)},
                 {"nearest", nearestWord(name, row(c)->parameters).value_or(joinedByOr(row(c)->parameters))}},
                fmt::format("{}.__init__() got an unexpected keyword argument '{}'", row(c)->name, name)};
    return {};
}

Found missingParameter(const C& c) {
    if (row(c) == nullptr) return {};
    for (const std::string& name : row(c)->required)
        if (!c.config.has(parameter(name)))
            return DsFinding{
                "scheduler",
                {{"parameter", name}, {"scheduler", std::string(row(c)->name)}},
                fmt::format("{}.__init__() missing 1 required positional argument: '{}'", row(c)->name, name)};
    return {};
}

Found warmupSteps(const C& c) {
    const auto steps = c.config.real(parameter("warmup_num_steps"));
    if (!warms(c) || !steps || c.config.isAuto(parameter("warmup_num_steps"))) return {};
    if (*steps > 0 && c.config.whole(parameter("warmup_num_steps"))) return {};
    return DsFinding{parameter("warmup_num_steps"), {{"value", c.config.shown(parameter("warmup_num_steps"))}},
                     fmt::format("warmup_num_steps must be a positive integer, got {}",
                                 c.config.shown(parameter("warmup_num_steps")))};
}

Found shortTotal(const C& c) {
    const auto total = c.config.whole(parameter("total_num_steps"));
    const std::int64_t warmup = c.config.whole(parameter("warmup_num_steps")).value_or(1000);
    if (!warms(c) || !total || *total >= warmup) return {};
    return DsFinding{parameter("total_num_steps"),
                     {{"total", fmt::to_string(*total)}, {"warmup", fmt::to_string(warmup)}},
                     fmt::format("total_num_steps {} is less than warmup_num_steps {}", *total, warmup)};
}

Found logWarmup(const C& c) {
    if (!warms(c) || c.config.text(parameter("warmup_type")) == "linear") return {};
    return DsFinding{
        kType, {{"steps", fmt::to_string(c.config.whole(parameter("warmup_num_steps")).value_or(1000))}}, ""};
}

Found warmupType(const C& c) {
    const auto type = c.config.text(parameter("warmup_type"));
    if (!warms(c) || !type || *type == "log" || *type == "linear") return {};
    return DsFinding{
        parameter("warmup_type"),
        {{"value", *type}},
        fmt::format("Using unknown warmup_type: {}. The increasing function is set to default (log)", *type)};
}

Found replacedRate(const C& c) {
    const bool decays = row(c) != nullptr && row(c)->name == "WarmupDecayLR";
    const bool old = row(c) != nullptr && row(c)->name == "WarmupLR" && c.version < Version{0, 17, 2};
    const auto rate = c.config.real("optimizer/params/lr");
    if ((!decays && !old) || !rate || *rate == 0.001 || c.config.has(parameter("warmup_max_lr"))) return {};
    return DsFinding{
        kType, {{"rate", c.config.shown("optimizer/params/lr")}, {"scheduler", std::string(row(c)->name)}}, ""};
}

Found twoRates(const C& c) {
    const auto rate = c.config.real("optimizer/params/lr"), most = c.config.real(parameter("warmup_max_lr"));
    if (!warms(c) || !rate || !most || *rate == *most) return {};
    return DsFinding{
        parameter("warmup_max_lr"),
        {{"rate", c.config.shown("optimizer/params/lr")}, {"most", c.config.shown(parameter("warmup_max_lr"))}},
        ""};
}

Found noType(const C& c) {
    if (!c.config.has("scheduler") || c.config.has(kType)) return {};
    return DsFinding{"scheduler", {{"block", "scheduler"}}, ""};
}

constexpr char kSchedules[] = "runtime/lr_schedules.py";
constexpr DsRule kRules[] = {
    {"ds.scheduler-unknown", Severity::Error, "fix.ds.scheduler-unknown", "runtime/engine.py", unknownType},
    {"ds.scheduler-parameter", Severity::Error, "fix.ds.scheduler-unknown", kSchedules, unknownParameter},
    {"ds.scheduler-missing", Severity::Error, "fix.ds.scheduler-missing", kSchedules, missingParameter},
    {"ds.warmup-steps", Severity::Error, "fix.ds.warmup-steps", kSchedules, warmupSteps},
    {"ds.warmup-total", Severity::Warning, "fix.ds.warmup-total", kSchedules, shortTotal},
    {"ds.warmup-type", Severity::Warning, "fix.ds.warmup-type", kSchedules, warmupType},
    {"ds.warmup-log", Severity::Info, "fix.ds.warmup-log", kSchedules, logWarmup},
    {"ds.warmup-replaces-lr", Severity::Warning, "fix.ds.warmup-replaces-lr", "DeepSpeed #7303, #7360", replacedRate},
    {"ds.warmup-two-rates", Severity::Warning, "fix.ds.warmup-two-rates", kSchedules, twoRates},
    {"ds.no-type", Severity::Warning, "fix.ds.no-type", "runtime/config.py", noType},
};

}  // namespace

std::span<const DsRule> dsSchedulerRules() { return kRules; }

}  // namespace core
