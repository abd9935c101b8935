// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Goes through the tokens of a script as a shell would, as far as that can be told without running anything: blocks and
// functions (shell_interpreter.cpp), and the commands in them (shell_commands.cpp). Work is bounded: exhausted()
// afterwards means that the script was not read to its end.
#pragma once

#include "core/config/shell.h"
#include "core/config/shell_blocks.h"
#include "core/config/shell_simple.h"

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class ShellInterpreter {
public:
    // Adds to `script`, whose variables are those that it begins with.
    explicit ShellInterpreter(ShellScript& script)
        : m_script(script)
        , m_expander(script.variables, m_bytesLeft) {}

    // The tokens must outlive it.
    void run(const ShellTokens& tokens);
    [[nodiscard]] bool exhausted() const { return m_bytesLeft <= 0 || m_commands >= kMostCommands; }

private:
    static constexpr int kMaxDepth = 20, kMostCommands = 20'000;
    static constexpr std::int64_t kMostBytes = std::int64_t{4} << 20;

    struct Range {
        std::size_t begin = 0, end = 0;
    };
    struct Function {
        const std::vector<ShellToken>* tokens;
        const std::vector<HereDocument>* documents;
        Range body;
    };
    enum class Status { True, False, Unknown };

    [[nodiscard]] const ShellToken& token(std::size_t i) const { return (*m_tokens)[i]; }
    [[nodiscard]] ShellBlocks blocks() const { return ShellBlocks(*m_tokens); }

    // Blocks. `i` is moved behind what was run.
    void list(Range range);
    Status skip(std::size_t& i, std::size_t end, Status last) const;
    Status command(std::size_t& i, std::size_t end);
    Status negated(std::size_t& i, std::size_t end);
    Status conditional(std::size_t& i, std::size_t end);
    Status last(Range range);
    void skipped(TextPosition at);
    Status loop(std::size_t& i, std::size_t end);
    Status never(std::size_t& i, std::size_t end);
    Status cases(std::size_t& i, std::size_t end);
    Status block(std::size_t& i, std::size_t end);
    Status function(std::size_t name, std::size_t& i, std::size_t end);
    Status call(const Function& function);

    // Commands without blocks.
    void assign(std::string_view raw, TextPosition at);
    std::vector<ShellText> arrayOf(std::string_view inside, TextPosition at);
    Status simple(Range range);
    Status declare(const ShellSimple& parts, std::size_t first);
    std::optional<Status> condition(const ShellSimple& parts);
    Status execute(ShellCommand made, const ShellSimple& parts);
    Status snippet(const ShellText& line);
    Status evaluate(const ShellCommand& made);
    void written(const ShellCommand& made, const ShellSimple& parts);

    ShellScript& m_script;
    std::int64_t m_bytesLeft = kMostBytes;
    int m_commands = 0, m_depth = 0;
    ShellExpander m_expander;
    const std::vector<ShellToken>* m_tokens = nullptr;
    const std::vector<HereDocument>* m_documents = nullptr;
    std::map<std::string, Function, std::less<>> m_functions;
    std::set<std::string, std::less<>> m_exported;
    std::deque<std::string> m_snippets;  // what functions of a snippet point into
    std::deque<ShellTokens> m_snippetTokens;
};

}  // namespace core
