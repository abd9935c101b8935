// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The files of one launch put together: the training command, its arguments, the ds_config it names, the hosts.
#pragma once

#include "core/config/mega_rules.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace core {

struct ConfigFile {
    std::string name, text;
};

// Opens a file that another one names; nothing where there is none. The second argument is the naming file.
using OpenFile = std::function<std::optional<ConfigFile>(const std::string& path, const std::string& from)>;

struct Job {
    std::optional<Launch> launch;
    std::optional<MegaArgs> args;
    MegaFlavour flavour = MegaFlavour::MegatronLm;
    std::optional<DsConfig> deepspeed;
    std::optional<std::int64_t> hostCards;  // slots of a hostfile
    std::string hostfile;
    std::vector<std::pair<std::string, std::string>> remarks;  // "# shardscope:" comments: pointer, JSON text
    Problems problems;  // what reading met: unknown arguments, duplicate keys, skipped branches
};

// A file that cannot be read, or in which nothing is recognised, is an error.
[[nodiscard]] Result<Job> readJob(const std::vector<ConfigFile>& files, const OpenFile& open = {});

}  // namespace core
