// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rows, and the entry that all callers use.
#include "core/lr/registry.h"

#include <algorithm>
#include <array>

namespace core {

namespace {

constexpr std::array<std::string_view, 3> kCosine{"warmup", "total", "min_ratio"};
constexpr std::array<std::string_view, 1> kConstant{"warmup"};
constexpr std::array<std::string_view, 1> kRangeTest{"range_test"};
constexpr std::array<std::string_view, 4> kOneCycle{"warmup", "total", "min_ratio", "one_cycle"};
constexpr std::array<std::string_view, 3> kWarmup{"warmup", "start_ratio", "warmup_type"};
constexpr std::array<std::string_view, 4> kWarmupDecay{"warmup", "total", "start_ratio", "warmup_type"};
constexpr std::array<std::string_view, 5> kWarmupCosine{"warmup", "total", "min_ratio", "start_ratio",
                                                        "warmup_type"};
constexpr std::array<std::string_view, 2> kMegatronConstant{"warmup", "start_ratio"};
constexpr std::array<std::string_view, 4> kMegatron{"warmup", "total", "min_ratio", "start_ratio"};
constexpr std::array<std::string_view, 5> kMegatronWsd{"warmup", "total", "min_ratio", "start_ratio", "wsd"};

constexpr LrScheduleRow kRows[] = {
    {LrKind::WarmupCosine, "", kCosine, warmupCosineRate},
    {LrKind::Constant, "", kConstant, constantRate},
    {LrKind::DeepSpeedRangeTest, "LRRangeTest", kRangeTest, rangeTestRate},
    {LrKind::DeepSpeedOneCycle, "OneCycle", kOneCycle, oneCycleRate},
    {LrKind::DeepSpeedWarmup, "WarmupLR", kWarmup, deepSpeedWarmupRate},
    {LrKind::DeepSpeedWarmupDecay, "WarmupDecayLR", kWarmupDecay, deepSpeedWarmupDecayRate},
    {LrKind::DeepSpeedWarmupCosine, "WarmupCosineLR", kWarmupCosine, deepSpeedWarmupCosineRate},
    {LrKind::MegatronConstant, "", kMegatronConstant, megatronRate},
    {LrKind::MegatronLinear, "linear", kMegatron, megatronRate},
    {LrKind::MegatronCosine, "cosine", kMegatron, megatronRate},
    {LrKind::MegatronInverseSquareRoot, "inverse-square-root", kMegatron, megatronRate},
    {LrKind::MegatronWsd, "WSD", kMegatronWsd, megatronRate},
};

LrRequest requestOf(const LrScheduleSpec& schedule, double peak, std::int64_t update, std::int64_t totalUpdates) {
    return {schedule, peak, update,
            std::max<std::int64_t>(1, schedule.total > 0 ? schedule.total : totalUpdates)};
}

}  // namespace

bool LrScheduleRow::readsKey(std::string_view key) const {
    return std::ranges::find(reads, key) != reads.end();
}

std::span<const LrScheduleRow> lrSchedules() { return kRows; }

const LrScheduleRow& lrSchedule(LrKind kind) { return *std::ranges::find(kRows, kind, &LrScheduleRow::kind); }

double learningRate(const LrScheduleSpec& schedule, double peak, std::int64_t update, std::int64_t totalUpdates) {
    return lrSchedule(schedule.kind).rate(requestOf(schedule, peak, update, totalUpdates));
}

std::optional<Betas> cycledBetas(const LrScheduleSpec& schedule, std::int64_t update, std::int64_t totalUpdates) {
    if (schedule.kind != LrKind::DeepSpeedOneCycle || schedule.oneCycle.momentum == CycleMomentum::Off)
        return std::nullopt;
    return oneCycleBetas(requestOf(schedule, 1, update, totalUpdates));
}

}  // namespace core
