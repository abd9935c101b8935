// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What a command answers, and how it reaches the caller: text for people, or with --json exactly one JSON
// object on standard output. A command that does not understand its input returns problems instead: they go
// to standard error, standard output stays empty, the exit code is 2. Commands that stream (train) do not
// answer this way.
#pragma once

#include "app/cli/command.h"
#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>

namespace app {

using Json = nlohmann::ordered_json;

struct Answer {
    Json json;                // gets "problems" from below
    std::string text;         // ends with a newline
    core::Problems problems;  // an error among them makes the exit code 1
    Exit exit = kYes;         // kNo for a "no" without a broken rule, such as memory that does not fit; kEngineFailed stays
};
using Reply = core::Result<Answer>;

// Adds --json to `command` and runs `run` when it is called.
void answerWith(CLI::App& command, int& exit, std::function<Reply()> run);

// What has been printed reaches standard output now; `exit`, or kEngineFailed and a sentence where it could
// not.
[[nodiscard]] int delivered(int exit);

}  // namespace app
