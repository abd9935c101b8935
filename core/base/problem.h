// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A Problem is a refused or doubtful input: which rule, where, with which values, and how to mend it.
// `code` names the sentence in the message catalogue (core/base/catalogue.h, English; ui translates the same codes).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace core {

enum class Severity { Error, Warning, Info };

struct Problem {
    Severity severity = Severity::Error;
    std::string code{};                         // stable, e.g. "layout.tp-divides-heads"
    std::string where{};                        // JSON pointer ("/layout/tp"), flag ("--tp") or FILE:LINE:COLUMN (pointer)
    std::map<std::string, std::string> params{};  // values named in the catalogue sentence, e.g. {"tp","6"},{"nearest","4 or 8"}
    std::string fix{};                          // code of the remedy's sentence, same params; empty when there is none
    std::string upstreamMessage{};              // what DeepSpeed or Megatron itself would print, if it would

    bool operator==(const Problem&) const = default;
};

using Problems = std::vector<Problem>;

[[nodiscard]] bool hasErrors(const Problems& problems);

// English sentences with the parameters put in. An unknown code yields the code itself, so nothing is swallowed.
[[nodiscard]] std::string message(const Problem& problem);
[[nodiscard]] std::string fixText(const Problem& problem);
// "WHERE: what is wrong; what to do"
[[nodiscard]] std::string describe(const Problem& problem);

}  // namespace core
