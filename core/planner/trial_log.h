// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What one file of a trial says of its run.
#pragma once

#include "core/base/units.h"
#include "core/plan/plan.h"

#include <cstdint>
#include <filesystem>
#include <vector>

namespace core {

struct TrialLog {
    std::vector<double> steps;  // seconds of each update that was not skipped
    bool simulated = false;     // of the virtual clock
    bool failed = false;        // the run ended by an error
    Bytes peak;
    // Without the updates that warm up.
    [[nodiscard]] std::int64_t counted() const;
    [[nodiscard]] Seconds median() const;
};

// The engine's own events, or a log of another framework that trains `plan`. A file that is neither says nothing.
[[nodiscard]] TrialLog readTrialLog(const std::filesystem::path& file, const Plan& plan);

}  // namespace core
