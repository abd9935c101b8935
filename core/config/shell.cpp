// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell.h"

#include "core/config/shell_interpreter.h"

#include <fmt/format.h>

namespace core {

std::string ShellScript::where(TextPosition at) const { return fmt::format("{}:{}:{}", file, at.line, at.column); }

Result<ShellScript> readShell(std::string_view text, std::string_view file, ShellVariables environment) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const Result<ShellTokens> tokens = shellTokens(text, file);
    if (!tokens) return tl::make_unexpected(tokens.error());
    ShellScript script;
    script.file = file;
    script.variables = std::move(environment);
    for (const ShellComment& comment : tokens->comments) script.comments.emplace_back(comment.text, comment.at);
    ShellInterpreter interpreter(script);
    interpreter.run(*tokens);
    if (interpreter.exhausted())
        return refuse({Severity::Error, "shell.too-long", script.where({}), {}, "fix.shell.too-long"});
    return script;
}

}  // namespace core
