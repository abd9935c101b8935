// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell.h"

#include "core/config/shell_blocks.h"
#include "core/config/shell_condition.h"
#include "core/config/shell_simple.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <set>
#include <span>

namespace core {

namespace {

using Kind = ShellToken::Kind;

constexpr int kMaxDepth = 20;
constexpr int kMostCommands = 20'000;
constexpr std::int64_t kMostBytes = std::int64_t{4} << 20;

struct Range {
    std::size_t begin = 0, end = 0;
};

struct Function {
    const std::vector<ShellToken>* tokens;
    const std::vector<HereDocument>* documents;
    Range body;
};

class Interpreter {
public:
    Interpreter(ShellScript& script)
        : m_script(script)
        , m_expander(script.variables, m_bytesLeft) {}

    void run(const ShellTokens& tokens) {
        const auto* outerTokens = std::exchange(m_tokens, &tokens.tokens);
        const auto* outerDocuments = std::exchange(m_documents, &tokens.hereDocuments);
        list({0, tokens.tokens.size()});
        m_tokens = outerTokens;
        m_documents = outerDocuments;
    }

    [[nodiscard]] bool exhausted() const { return m_bytesLeft <= 0 || m_commands >= kMostCommands; }

private:
    [[nodiscard]] const ShellToken& token(std::size_t i) const { return (*m_tokens)[i]; }
    [[nodiscard]] ShellBlocks blocks() const { return ShellBlocks(*m_tokens); }

    enum class Status { True, False, Unknown };

    void list(Range range) {
        if (++m_depth > kMaxDepth) {
            m_bytesLeft = 0;
            --m_depth;
            return;
        }
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
        --m_depth;
    }

    Status skip(std::size_t& i, std::size_t end, Status last) const {
        while (i < end && !blocks().separates(i)) ++i;
        return last;
    }

    Status command(std::size_t& i, std::size_t end) {
        ++m_commands;
        const std::string_view raw = token(i).kind == Kind::Word ? token(i).raw : std::string_view();
        if (raw == "if") return conditional(i, end);
        if (raw == "for") return loop(i, end);
        if (raw == "while" || raw == "until") return never(i, end);
        if (raw == "case") return cases(i, end);
        if (raw == "{") return block(i, end);
        if (raw == "function") return function(i + 1, i, end);
        if (raw == "!") {
            const Status status = command(++i == end ? --i : i, end);
            return status == Status::True ? Status::False : status == Status::False ? Status::True : status;
        }
        if (i + 2 < end && blocks().isOperator(i + 1, "(") && blocks().isOperator(i + 2, ")")) return function(i, i, end);
        const std::size_t begin = i;
        while (i < end && !blocks().separates(i)) ++i;
        if (i == begin) ++i;
        return simple({begin, i});
    }

    // if CONDITION; then …; elif …; else …; fi. A condition that cannot be told skips its branch.
    Status conditional(std::size_t& i, std::size_t end) {
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
    Status last(Range range) {
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

    void skipped(TextPosition at) {
        m_script.notes.push_back({Severity::Info, "shell.branch-skipped", m_script.where(at), {}, ""});
    }

    Status loop(std::size_t& i, std::size_t end) {
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

    Status never(std::size_t& i, std::size_t end) {
        skipped(token(i).at);
        i = std::min(blocks().find(i + 1, end, {"done"}) + 1, end);
        return Status::True;
    }

    // case WORD in PATTERN | PATTERN) …;; esac
    Status cases(std::size_t& i, std::size_t end) {
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
                    matches = matches || shellPatternMatches(m_expander.single(token(pattern).raw, token(pattern).at).text(),
                                                             word.text());
            if (matches && !done && !word.unknown() && paren < close) {
                list({paren + 1, next});
                done = true;
            }
            at = next + 1;
        }
        i = std::min(close + 1, end);
        return Status::True;
    }

    Status block(std::size_t& i, std::size_t end) {
        const std::size_t close = blocks().find(i + 1, end, {"}"});
        list({i + 1, close});
        i = std::min(close + 1, end);
        return Status::True;
    }

    Status function(std::size_t name, std::size_t& i, std::size_t end) {
        std::size_t open = name + 1;
        while (open < end && !blocks().isWord(open, "{")) ++open;
        if (name >= end || open >= end) return i = end, Status::True;
        const std::size_t close = blocks().find(open + 1, end, {"}"});
        m_functions[std::string(token(name).raw)] = {m_tokens, m_documents, {open + 1, close}};
        i = std::min(close + 1, end);
        return Status::True;
    }

    void assign(std::string_view raw, TextPosition at) {
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
    std::vector<ShellText> arrayOf(std::string_view inside, TextPosition at) {
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

    Status simple(Range range) {
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

    static bool isDeclaration(std::string_view raw) {
        return raw == "export" || raw == "declare" || raw == "local" || raw == "readonly" || raw == "typeset";
    }

    Status declare(const ShellSimple& parts, std::size_t first) {
        for (std::size_t i = first + 1; i < parts.words.size(); ++i) {
            const auto& [raw, at] = parts.words[i];
            const std::size_t length = assignedLength(raw);
            if (length > 0) assign(raw, at);
            if (parts.words[first].first == "export") m_exported.emplace(raw.substr(0, length > 0 ? length : raw.size()));
        }
        return Status::True;
    }

    // [ … ], [[ … ]], test …, ((…)), true, false.
    std::optional<Status> condition(const ShellSimple& parts) {
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

    Status execute(ShellCommand made, const ShellSimple& parts) {
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

    Status call(const Function& function) {
        const auto* outerTokens = std::exchange(m_tokens, function.tokens);
        const auto* outerDocuments = std::exchange(m_documents, function.documents);
        list(function.body);
        m_tokens = outerTokens;
        m_documents = outerDocuments;
        return Status::True;
    }

    // The text behind "bash -c", which may stand behind srun and its like.
    static const ShellText* commandLine(const std::vector<ShellText>& words) {
        for (std::size_t i = 0; i + 2 < words.size(); ++i) {
            const std::string_view program = std::string_view(words[i].text()).substr(words[i].text().rfind('/') + 1);
            if ((program == "bash" || program == "sh") && (words[i + 1].text() == "-c" || words[i + 1].text() == "-lc"))
                return &words[i + 2];
        }
        return nullptr;
    }

    Status snippet(const ShellText& line) {
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
    Status evaluate(const ShellCommand& made) {
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

    void written(const ShellCommand& made, const ShellSimple& parts) {
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

}  // namespace

std::string ShellScript::where(TextPosition at) const { return fmt::format("{}:{}:{}", file, at.line, at.column); }

Result<ShellScript> readShell(std::string_view text, std::string_view file, ShellVariables environment) {
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    const Result<ShellTokens> tokens = shellTokens(text, file);
    if (!tokens) return tl::make_unexpected(tokens.error());
    ShellScript script;
    script.file = file;
    script.variables = std::move(environment);
    for (const ShellComment& comment : tokens->comments) script.comments.emplace_back(comment.text, comment.at);
    Interpreter interpreter(script);
    interpreter.run(*tokens);
    if (interpreter.exhausted())
        return refuse({Severity::Error, "shell.too-long", script.where({}), {}, "fix.shell.too-long"});
    return script;
}

}  // namespace core
