// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Op tables of one's own. As text: one line a pipeline rank, ops as STAGE F|B|I|W MICRO-BATCH ("0F0 1F0 0B0"), apart
// by spaces, commas or tabs; idle slots may be left empty, so the CSV files of torch.distributed.pipelining are read
// as they are. As JSON: a list of such lines or of lists of ops, or an object with that list under "ranks", which is
// what `schedule --json` prints. Model chunk v of rank r is stage v·P + r.
#pragma once

#include "core/schedule/schedule.h"

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

[[nodiscard]] std::optional<Op> parseOp(std::string_view text);

// Lines of a file, comments (#…) and empty lines left out; ops are not looked at yet.
[[nodiscard]] Result<std::vector<std::string>> readScheduleTable(const std::filesystem::path& file);

// P is the number of lines; micro-batches and chunks follow from the ops. Checked as checkSchedule() does; `where`
// stands in the problems.
[[nodiscard]] Result<Schedule> scheduleFromTable(const std::vector<std::string>& lines, const std::string& where);

// The table that a plan draws and runs: of its kind, or its own, which must fit pp, chunks and micro-batches. The plan's
// micro-batches must be whole.
[[nodiscard]] Result<Schedule> planSchedule(const Plan& plan);

}  // namespace core
