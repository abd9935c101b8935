// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands that a launch script would run, found without running it: variables, arrays, continuations, defaults,
// arithmetic, here-documents, functions, if and case where the condition can be told, the first turn of a for loop.
// What only a run would tell is marked unknown. Work is bounded: a script that goes on for ever ends in a problem.
#pragma once

#include "core/config/shell_expand.h"
#include "core/config/shell_tokens.h"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace core {

struct ShellCommand {
    std::vector<ShellText> words;
    std::map<std::string, std::string> environment;  // NAME=value before the command and exported ones
};

// A file that the script writes: cat <<EOF > FILE, echo … > FILE.
struct ShellWritten {
    std::string path;
    ShellText content;
};

struct ShellScript {
    std::string file;
    std::vector<ShellCommand> commands;
    std::vector<ShellWritten> written;
    std::vector<std::pair<std::string, TextPosition>> comments;  // with their #
    ShellVariables variables;                                    // as the script leaves them
    Problems notes;

    [[nodiscard]] std::string where(TextPosition at) const;
};

[[nodiscard]] Result<ShellScript> readShell(std::string_view text, std::string_view file, ShellVariables environment = {});

}  // namespace core
