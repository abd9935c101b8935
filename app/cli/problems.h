// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problems on the command line: their JSON form and their line on standard error. The sentences are core's.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/problem.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <vector>

namespace app {

// An error about a flag or a word of the command line. `fix` may be empty.
[[nodiscard]] core::Problem usageProblem(std::string code, std::string where,
                                         std::map<std::string, std::string> params, std::string fix = {});

// `text` is none of `choices`; the nearest is suggested.
[[nodiscard]] core::Problem unknownChoice(std::string where, const std::string& text,
                                          const std::vector<std::string>& choices);

template <class E>
[[nodiscard]] core::Result<E> parseChoice(const std::string& text, const std::string& where) {
    if (const auto value = core::fromText<E>(text)) return *value;
    std::vector<std::string> names;
    for (const auto& [value, name] : core::enumNames<E>()) names.emplace_back(name);
    return core::refuse(unknownChoice(where, text, names));
}

[[nodiscard]] nlohmann::ordered_json toJson(const core::Problems& problems);
// "error: WHERE: what is wrong; what to do", with its newline; likewise "warning" and "info".
[[nodiscard]] std::string problemLine(const core::Problem& problem);
// One line each on standard error.
void printProblems(const core::Problems& problems);

}  // namespace app
