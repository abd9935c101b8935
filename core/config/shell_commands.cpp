// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of a script: assignments, conditions, functions, eval and what a command writes.
#include "core/config/shell_condition.h"
#include "core/config/shell_interpreter.h"

#include <span>
#include <utility>

namespace core {

using Kind = ShellToken::Kind;

namespace {

bool isDeclaration(std::string_view raw) {
    return raw == "export" || raw == "declare" || raw == "local" || raw == "readonly" || raw == "typeset";
}

// The text behind "bash -c", which may stand behind srun and its like.
const ShellText*commandLine(const std::vector<ShellText>& words) {
    for (std::size_t i = 0; i + 2 < words.size(); ++i) {
        const std::string_view program = std::string_view(words[i].text()).substr(words[i].text().rfind('/') + 1);
        if ((program == "bash" || program == "sh") && (words[i + 1].text() == "-c" || words[i + 1].text() == "-lc"))
            return &words[i + 2];
    }
    return nullptr;
}

}  // namespace

void ShellInterpreter::assign(std::string_view raw, TextPosition at) {
    const std::size_t length = assignedLength(raw);
    const std::string name(raw.substr(0, length));
    const bool adds = raw[length] == '+';
    const std::size_t valueAt = length + (adds ? 2 : 1);
    const std::string_view value = raw.substr(valueAt);
    const TextPosition place{at.line, at.column + int(valueAt)};
    ShellVariable& variable = m_script.variables[name];
    if (value.starts_with('(') && value.ends_with(')')) {
        std::vector<ShellText> elements = arrayOf(value.substr(1, value.size() - 2), {place.line, place.column + 1});
        ShellVariable& target = m_script.variables[name];  // expansion may have added variables
        if (!adds) target.elements.clear();
        target.elements.insert(target.elements.end(), elements.begin(), elements.end());
        target.isArray = true;
        return;
    }
    ShellText text = m_expander.single(value, place);
    if (adds && !variable.elements.empty()) {
        ShellText longer = m_script.variables[name].elements.front();
        longer.append(text);
        text = std::move(longer);
        m_bytesLeft -= std::int64_t(text.text().size());
    }
    m_script.variables[name] = {{std::move(text)}, false};
}

// The inside of ( … ): words, line ends and comments.
std::vector<ShellText> ShellInterpreter::arrayOf(std::string_view inside, TextPosition at) {
    std::vector<ShellText> elements;
    const Result<ShellTokens> cut = shellTokens(inside, m_script.file);
    if (!cut) return elements;
    for (const ShellToken& piece : cut->tokens) {
        if (piece.kind != Kind::Word) continue;
        const TextPosition place = piece.at.line == 1 ? TextPosition{at.line, at.column + piece.at.column - 1}
                                                      : TextPosition{at.line + piece.at.line - 1, piece.at.column};
        for (ShellText& word : m_expander.words(piece.raw, place)) elements.push_back(std::move(word));
    }
    return elements;
}

ShellInterpreter::Status ShellInterpreter::simple(Range range) {
    ShellSimple parts = shellSimple(std::span(*m_tokens).subspan(range.begin, range.end - range.begin), range.begin);
    auto& words = parts.words;
    std::size_t first = 0;
    while (first < words.size() && assignedLength(words[first].first) > 0) ++first;
    if (first == words.size()) {
        for (const auto& [raw, at] : words) assign(raw, at);
        return Status::True;
    }
    if (const auto outcome = condition(parts)) return *outcome;
    ShellCommand made;
    for (std::size_t i = 0; i < first; ++i) {
        const std::size_t length = assignedLength(words[i].first);
        made.environment[std::string(words[i].first.substr(0, length))] =
            m_expander.single(words[i].first.substr(length + 1), words[i].second).text();
    }
    if (isDeclaration(words[first].first)) return declare(parts, first);
    for (std::size_t i = first; i < words.size(); ++i)
        for (ShellText& word : m_expander.words(words[i].first, words[i].second)) made.words.push_back(std::move(word));
    if (made.words.empty()) return Status::True;
    return execute(std::move(made), parts);
}

ShellInterpreter::Status ShellInterpreter::declare(const ShellSimple& parts, std::size_t first) {
    for (std::size_t i = first + 1; i < parts.words.size(); ++i) {
        const auto& [raw, at] = parts.words[i];
        const std::size_t length = assignedLength(raw);
        if (length > 0) assign(raw, at);
        if (parts.words[first].first == "export") m_exported.emplace(raw.substr(0, length > 0 ? length : raw.size()));
    }
    return Status::True;
}

// [ … ], [[ … ]], test …, ((…)), true, false.
std::optional<ShellInterpreter::Status> ShellInterpreter::condition(const ShellSimple& parts) {
    const std::string_view head = parts.words.front().first;
    if (head == "true" || head == ":") return Status::True;
    if (head == "false") return Status::False;
    if (head.starts_with("((")) {
        const auto value = m_expander.arithmetic(head.substr(2, head.size() - 4));
        return value ? (*value != 0 ? Status::True : Status::False) : Status::Unknown;
    }
    if (head != "[" && head != "[[" && head != "test") return std::nullopt;
    std::vector<ShellText> words;
    for (std::size_t i = 1; i < parts.words.size(); ++i) {
        const auto& [raw, at] = parts.words[i];
        if (raw == "]" || raw == "]]") break;
        words.push_back(m_expander.single(raw, at, Unset::Empty));
    }
    const std::optional<bool> holds = shellCondition(words);
    return holds ? (*holds ? Status::True : Status::False) : Status::Unknown;
}

ShellInterpreter::Status ShellInterpreter::execute(ShellCommand made, const ShellSimple& parts) {
    const std::string name = made.words.front().text();
    if (name == "exit" || name == "return") return Status::True;
    if (name == "eval") return evaluate(made);
    if (const ShellText* line = commandLine(made.words)) return snippet(*line);
    if (const auto function = m_functions.find(name); function != m_functions.end()) return call(function->second);
    if (parts.target || (parts.document && name == "cat")) written(made, parts);
    for (const std::string& exported : m_exported)
        if (const auto value = m_script.variables.find(exported);
            value != m_script.variables.end() && !value->second.elements.empty())
            made.environment.try_emplace(exported, value->second.elements.front().text());
    m_script.commands.push_back(std::move(made));
    return name == "grep" || name == "which" || name == "command" ? Status::Unknown : Status::True;
}

ShellInterpreter::Status ShellInterpreter::snippet(const ShellText& line) {
    m_snippets.push_back(line.text());
    Result<ShellTokens> cut = shellTokens(m_snippets.back(), m_script.file);
    if (!cut) return Status::Unknown;
    const TextPosition at = line.at();
    for (ShellToken& piece : cut->tokens) {
        if (piece.at.line == 1) piece.at.column += at.column - 1;
        piece.at.line += at.line - 1;
    }
    m_snippetTokens.push_back(std::move(*cut));
    run(m_snippetTokens.back());
    return Status::True;
}

// The text of the words once more; its places are those of the words that it came from.
ShellInterpreter::Status ShellInterpreter::evaluate(const ShellCommand& made) {
    ShellText line;
    for (std::size_t i = 1; i < made.words.size(); ++i) {
        if (i > 1) line.append(' ', made.words[i].at());
        line.append(made.words[i]);
    }
    ShellCommand again;
    for (ShellText& word : line.split()) again.words.push_back(std::move(word));
    m_bytesLeft -= std::int64_t(line.text().size());
    if (!again.words.empty() && again.words.front().text() != "eval") return execute(std::move(again), {});
    return Status::Unknown;
}

void ShellInterpreter::written(const ShellCommand& made, const ShellSimple& parts) {
    if (!parts.target) return;
    const ShellText path = m_expander.single(token(*parts.target).raw, token(*parts.target).at);
    ShellText content;
    if (parts.document) {
        const HereDocument& document = (*m_documents)[*parts.document];
        content = document.expands ? m_expander.document(document.body, document.at)
                                   : ShellText(document.body, document.at);
    } else if (made.words.front().text() == "echo" && made.words.size() > 1) {
        content = made.words[1];
    } else {
        return;
    }
    m_script.written.push_back({path.text(), std::move(content)});
}

}  // namespace core
