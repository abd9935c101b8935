// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Registry of learning-rate schedules: a new one is a function and a row.
#pragma once

#include "core/lr/families.h"

#include <span>
#include <string_view>

namespace core {

struct LrScheduleRow {
    LrKind kind;
    // Its name where it comes from: "type" of a ds_config's scheduler, Megatron's --lr-decay-style; empty for own.
    std::string_view foreignName;
    std::span<const std::string_view> reads;  // keys below /lr_schedule that the kind looks at
    double (*rate)(const LrRequest& request);

    [[nodiscard]] bool readsKey(std::string_view key) const;
};

[[nodiscard]] std::span<const LrScheduleRow> lrSchedules();
[[nodiscard]] const LrScheduleRow& lrSchedule(LrKind kind);

}  // namespace core
