// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Answers on standard output, problems on standard error, exit codes.
#include "app/cli/answer.h"

#include "app/cli/problems.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <iostream>
#include <memory>

namespace app {

namespace {

enum class Form { Text, Json };

void print(const Answer& answer, Form form) {
    if (form == Form::Text) {
        std::fputs(answer.text.c_str(), stdout);
        return;
    }
    Json json = answer.json;
    json["problems"] = toJson(answer.problems);
    std::fputs((json.dump(2, ' ', false, Json::error_handler_t::replace) + '\n').c_str(), stdout);
}

int deliver(const Reply& reply, Form form) {
    if (!reply) {
        printProblems(reply.error());
        return kNotUnderstood;
    }
    print(*reply, form);
    printProblems(reply->problems);
    const bool failed = reply->exit == kEngineFailed;
    return delivered(core::hasErrors(reply->problems) && !failed ? int(kNo) : int(reply->exit));
}

}  // namespace

int delivered(int exit) {
    std::cout.flush();
    const bool flushed = std::fflush(stdout) == 0;
    if (flushed && std::ferror(stdout) == 0 && std::cout.good()) return exit;
    printProblems(
        {usageProblem("cli.output-not-written", "standard output",
                      {{"reason", std::strerror(flushed ? ENOSPC : errno)}}, "fix.cli.output-not-written")});
    return kEngineFailed;
}

void answerWith(CLI::App& command, int& exit, std::function<Reply()> run) {
    auto json = std::make_shared<bool>(false);
    command.add_flag("--json", *json, "Print one JSON object instead of text");
    command.callback(
        [json, &exit, run = std::move(run)] { exit = deliver(run(), *json ? Form::Json : Form::Text); });
}

}  // namespace app
