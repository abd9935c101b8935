// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problems of a configuration → changes of its files that end them. Every mend that is offered has been tried: with it the
// problem is gone and no error has come in its place.
#pragma once

#include "core/config/check.h"

#include <optional>
#include <string>
#include <vector>

namespace core {

enum class MendAct { Set, Remove, Rename, Add };

struct ConfigMend {
    MendAct act{};
    std::string name, value;          // Set NAME to VALUE · Remove NAME · Rename to NAME · Add NAME VALUE
    std::vector<ConfigFile> changed;  // whole new texts of the files that change
};

struct MendedReport {
    CheckReport report;
    std::vector<std::vector<ConfigMend>> mends;  // of each problem; none = a person must decide
    std::optional<Job> job;  // what was checked; empty = nothing could be
};

// What might mend a problem, untried.
[[nodiscard]] std::vector<ConfigMend> configMends(const Problem& problem, const std::vector<ConfigFile>& files,
                                                  const Job& job);

// Files that cannot be read, or in which nothing is recognised, are left out of the check: their problems stand in the
// report beside those of the others. Without any file to check the report is empty but for these.
[[nodiscard]] MendedReport checkWithMends(const std::vector<ConfigFile>& files, const CheckOptions& options);

}  // namespace core
