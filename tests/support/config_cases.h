// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rule cases of tests/golden/config_rules_*.json: a case as the files and options that it is checked with.
#pragma once

#include "core/base/file.h"
#include "core/config/check.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace support {

using Json = nlohmann::ordered_json;

inline Json casesOf(const std::string& name) {
    return Json::parse(core::readTextFile(std::string(SHARDSCOPE_SOURCE_DIR) + "/tests/golden/" + name).value());
}

// `indent` of files that a case writes as JSON; −1: one line.
inline std::vector<core::ConfigFile> filesOf(const Json& row, int indent = -1) {
    std::vector<core::ConfigFile> files;
    for (const auto& [key, name] : {std::pair{"sh", "run.sh"}, {"yml", "model.yml"}, {"ds", "ds_config.json"}})
        if (row.contains(key))
            files.push_back({name, row.at(key).is_string() ? row.at(key).get<std::string>() : row.at(key).dump(indent)});
    return files;
}

inline core::CheckOptions optionsOf(const Json& row) {
    core::CheckOptions options;
    const auto count = [&](const char* key, std::optional<std::int64_t>& member) {
        if (row.contains(key)) member = row.at(key).get<std::int64_t>();
    };
    count("world", options.worldSize);
    count("tp", options.tp);
    count("pp", options.pp);
    if (row.contains("engine")) options.engine = core::fromText<core::ConfigEngine>(row.at("engine").get<std::string>());
    if (row.contains("version")) options.deepspeed = core::parseVersion(row.at("version").get<std::string>(), "").value();
    return options;
}

}  // namespace support
