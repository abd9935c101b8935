// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problems as English sentences, from the catalogue.
#include "core/base/problem.h"

#include "core/base/catalogue.h"
#include "core/base/text.h"

#include <algorithm>

namespace core {

namespace {

std::string sentenceFor(std::string_view code, const Problem& problem) {
    const std::string_view text = sentence(code);
    return text.empty() ? std::string(code) : fillIn(text, problem.params);
}

}  // namespace

bool hasErrors(const Problems& problems) {
    return std::any_of(problems.begin(), problems.end(),
                       [](const Problem& p) { return p.severity == Severity::Error; });
}

std::string message(const Problem& problem) { return sentenceFor(problem.code, problem); }

std::string fixText(const Problem& problem) {
    return problem.fix.empty() ? std::string() : sentenceFor(problem.fix, problem);
}

std::string describe(const Problem& problem) {
    std::string text = problem.where.empty() ? std::string() : visible(problem.where) + ": ";
    text += message(problem);
    if (const std::string fix = fixText(problem); !fix.empty()) text += "; " + fix;
    return text;
}

}  // namespace core
