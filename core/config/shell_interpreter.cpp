// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_interpreter.h"

#include "core/config/shell_condition.h"

#include <algorithm>
#include <utility>

namespace core {

using Kind = ShellToken::Kind;

void ShellInterpreter::run(const ShellTokens& tokens) {
    const auto* outerTokens = std::exchange(m_tokens, &tokens.tokens);
    const auto* outerDocuments = std::exchange(m_documents, &tokens.hereDocuments);
    list({0, tokens.tokens.size()});
    m_tokens = outerTokens;
    m_documents = outerDocuments;
}

void ShellInterpreter::list(Range range) {
    const Nested nested(*this);
    if (exhausted()) return;
    Status last = Status::True;
    std::string_view join;
    for (std::size_t i = range.begin; i < range.end && !exhausted();) {
        if (blocks().separates(i)) {
            join = token(i).raw;
            ++i;
            continue;
        }
        const bool runs = join == "&&" ? last == Status::True : join == "||" ? last == Status::False : true;
        join = {};
        last = runs ? command(i, range.end) : skip(i, range.end, last);
    }
}

ShellInterpreter::Status ShellInterpreter::skip(std::size_t& i, std::size_t end, Status last) const {
    while (i < end && !blocks().separates(i)) ++i;
    return last;
}

ShellInterpreter::Status ShellInterpreter::command(std::size_t& i, std::size_t end) {
    ++m_commands;
    const std::string_view raw = token(i).kind == Kind::Word ? token(i).raw : std::string_view();
    if (raw == "if") return conditional(i, end);
    if (raw == "for") return loop(i, end);
    if (raw == "while" || raw == "until") return never(i, end);
    if (raw == "case") return cases(i, end);
    if (raw == "{") return block(i, end);
    if (raw == "function") return function(i + 1, i, end);
    if (raw == "!") return negated(i, end);
    if (i + 2 < end && blocks().isOperator(i + 1, "(") && blocks().isOperator(i + 2, ")")) return function(i, i, end);
    const std::size_t begin = i;
    while (i < end && !blocks().separates(i)) ++i;
    if (i == begin) ++i;
    return simple({begin, i});
}

// One "!" or several.
ShellInterpreter::Status ShellInterpreter::negated(std::size_t& i, std::size_t end) {
    bool turns = false;
    for (; i < end && blocks().isWord(i, "!"); ++i) turns = !turns;
    const Status status = i < end && !blocks().separates(i) ? command(i, end) : Status::Unknown;
    if (!turns || status == Status::Unknown) return status;
    return status == Status::True ? Status::False : Status::True;
}

// if CONDITION; then …; elif …; else …; fi. A condition that cannot be told skips its branch.
ShellInterpreter::Status ShellInterpreter::conditional(std::size_t& i, std::size_t end) {
    const std::size_t close = blocks().find(i + 1, end, {"fi"});
    bool done = false;
    for (std::size_t at = i; at < close;) {
        const bool isElse = blocks().isWord(at, "else");
        const std::size_t then = isElse ? at : blocks().find(at + 1, close, {"then"});
        const std::size_t next = then < close ? blocks().find(then + 1, close, {"elif", "else"}) : close;
        const Status holds = isElse ? Status::True : done ? Status::False : last({at + 1, then});
        if (holds == Status::Unknown) skipped(token(at).at);
        if (!done && holds == Status::True && then < close) {
            list({then + 1, next});
            done = true;
        }
        at = next;
    }
    i = std::min(close + 1, end);
    return Status::True;
}

// Runs a condition and gives the outcome of its last command.
ShellInterpreter::Status ShellInterpreter::last(Range range) {
    const Nested nested(*this);
    Status status = Status::Unknown;
    std::string_view join;
    for (std::size_t i = range.begin; i < range.end && !exhausted();) {
        if (blocks().separates(i)) {
            join = token(i++).raw;
            continue;
        }
        const Status before = status;
        status = command(i, range.end);
        if (join == "&&") status = before == Status::True ? status : before;
        if (join == "||") status = before == Status::False ? status : before;
        join = {};
    }
    return status;
}

void ShellInterpreter::skipped(TextPosition at) {
    m_script.notes.push_back({Severity::Info, "shell.branch-skipped", m_script.where(at), {}, ""});
}

ShellInterpreter::Status ShellInterpreter::loop(std::size_t& i, std::size_t end) {
    const std::size_t close = blocks().find(i + 1, end, {"done"}), body = blocks().find(i + 1, close, {"do"});
    std::vector<ShellText> values;
    const bool named = i + 2 < body && token(i + 1).kind == Kind::Word && blocks().isWord(i + 2, "in");
    for (std::size_t at = i + 3; named && at < body && token(at).kind == Kind::Word; ++at)
        for (ShellText& word : m_expander.words(token(at).raw, token(at).at)) values.push_back(std::move(word));
    if (named && !values.empty()) m_script.variables[std::string(token(i + 1).raw)] = {{values.front()}, false};
    if (body < close && (!named || !values.empty())) list({body + 1, close});
    i = std::min(close + 1, end);
    return Status::True;
}

ShellInterpreter::Status ShellInterpreter::never(std::size_t& i, std::size_t end) {
    skipped(token(i).at);
    i = std::min(blocks().find(i + 1, end, {"done"}) + 1, end);
    return Status::True;
}

// case WORD in PATTERN | PATTERN) …;; esac
ShellInterpreter::Status ShellInterpreter::cases(std::size_t& i, std::size_t end) {
    const std::size_t close = blocks().find(i + 1, end, {"esac"});
    const ShellText word =
        i + 1 < close ? m_expander.single(token(i + 1).raw, token(i + 1).at, Unset::Empty) : ShellText();
    std::size_t at = std::min(i + 3, close);
    bool done = false;
    while (at < close) {
        const std::size_t paren = blocks().operatorFrom(at, close, ")");
        const std::size_t next = std::min(blocks().operatorFrom(paren, close, ";;"), close);
        bool matches = false;
        for (std::size_t pattern = at; pattern < paren; ++pattern)
            if (token(pattern).kind == Kind::Word)
                matches = matches || shellPatternMatches(
                                         m_expander.single(token(pattern).raw, token(pattern).at).text(), word.text());
        if (matches && !done && !word.unknown() && paren < close) {
            list({paren + 1, next});
            done = true;
        }
        at = next + 1;
    }
    i = std::min(close + 1, end);
    return Status::True;
}

ShellInterpreter::Status ShellInterpreter::block(std::size_t& i, std::size_t end) {
    const std::size_t close = blocks().find(i + 1, end, {"}"});
    list({i + 1, close});
    i = std::min(close + 1, end);
    return Status::True;
}

ShellInterpreter::Status ShellInterpreter::function(std::size_t name, std::size_t& i, std::size_t end) {
    std::size_t open = name + 1;
    while (open < end && !blocks().isWord(open, "{")) ++open;
    if (name >= end || open >= end) return i = end, Status::True;
    const std::size_t close = blocks().find(open + 1, end, {"}"});
    m_functions[std::string(token(name).raw)] = {m_tokens, m_documents, {open + 1, close}};
    i = std::min(close + 1, end);
    return Status::True;
}

ShellInterpreter::Status ShellInterpreter::call(const Function& function) {
    const auto* outerTokens = std::exchange(m_tokens, function.tokens);
    const auto* outerDocuments = std::exchange(m_documents, function.documents);
    list(function.body);
    m_tokens = outerTokens;
    m_documents = outerDocuments;
    return Status::True;
}

}  // namespace core
