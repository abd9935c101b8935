// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_tokens.h"

#include <algorithm>

namespace core {

namespace {

struct Unclosed {
    TextPosition at;
    std::string_view what;
};

constexpr int kMaxDepth = 50;

class Cutter {
public:
    explicit Cutter(std::string_view text)
        : m_text(text) {}

    ShellTokens run() {
        while (m_at < m_text.size()) token();
        return std::move(m_result);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    [[nodiscard]] bool startsWith(std::string_view text) const { return m_text.substr(m_at).starts_with(text); }

    void advance(std::size_t count = 1) {
        for (; count > 0 && m_at < m_text.size(); --count, ++m_at) {
            if (m_text[m_at] == '\n')
                m_place = {m_place.line + 1, 1};
            else if ((m_text[m_at] & 0xC0) != 0x80)
                ++m_place.column;
        }
    }

    void token() {
        const char c = peek();
        if (c == ' ' || c == '\t' || c == '\r') return advance();
        if (c == '\\' && (peek(1) == '\n' || (peek(1) == '\r' && peek(2) == '\n')))
            return advance(peek(1) == '\n' ? 2 : 3);
        if (c == '\n') return lineEnd();
        if (c == '#') return comment();
        if (std::string_view(";&|()<>").find(c) != std::string_view::npos) return operatorToken();
        word();
    }

    void lineEnd() {
        m_result.tokens.push_back({ShellToken::Kind::LineEnd, m_text.substr(m_at, 1), m_place, -1});
        advance();
        for (const std::size_t index : m_pending) hereDocument(index);
        m_pending.clear();
    }

    void comment() {
        const std::size_t begin = m_at;
        const TextPosition at = m_place;
        while (m_at < m_text.size() && peek() != '\n') advance();
        m_result.comments.push_back({m_text.substr(begin, m_at - begin), at});
    }

    void operatorToken() {
        static constexpr std::string_view kOperators[] = {"<<<", "<<-", "&>>", ";;&", "&&", "||", ";;", ";&",
                                                          "<<",  ">>",  "<&",  ">&",  "<>", ">|", "&>", ";",
                                                          "&",   "|",   "(",   ")",   "<",  ">"};
        if (startsWith("<(") || startsWith(">(")) return word();
        if (startsWith("((")) return arithmetic();
        for (const std::string_view candidate : kOperators) {
            if (!startsWith(candidate)) continue;
            m_result.tokens.push_back({ShellToken::Kind::Operator, m_text.substr(m_at, candidate.size()), m_place, -1});
            advance(candidate.size());
            if (candidate == "<<" || candidate == "<<-") announce(candidate == "<<-");
            return;
        }
    }

    // ((…)) as one word.
    void arithmetic() {
        const std::size_t begin = m_at;
        const TextPosition at = m_place;
        brackets('(', ')', 0);
        m_result.tokens.push_back({ShellToken::Kind::Word, m_text.substr(begin, m_at - begin), at, -1});
    }

    // The delimiter of a here-document, whose body begins behind this line.
    void announce(bool stripsTabs) {
        const std::size_t redirection = m_result.tokens.size() - 1;
        while (peek() == ' ' || peek() == '\t') advance();
        if (m_at >= m_text.size() || peek() == '\n') return;
        word();
        const std::string_view raw = m_result.tokens.back().raw;
        std::string delimiter;
        for (const char c : raw)
            if (c != '\'' && c != '"' && c != '\\') delimiter += c;
        m_result.tokens[redirection].hereDocument = int(m_result.hereDocuments.size());
        m_pending.push_back(m_result.hereDocuments.size());
        m_delimiters.push_back(delimiter);
        m_result.hereDocuments.push_back({{}, m_place, delimiter.size() == raw.size(), stripsTabs});
    }

    void hereDocument(std::size_t index) {
        HereDocument& document = m_result.hereDocuments[index];
        const std::size_t begin = m_at;
        document.at = m_place;
        while (m_at < m_text.size()) {
            const std::size_t lineBegin = m_at;
            std::string_view line = m_text.substr(m_at, m_text.find('\n', m_at) - m_at);
            advance(line.size() + 1);
            if (line.ends_with('\r')) line.remove_suffix(1);
            while (document.stripsTabs && line.starts_with('\t')) line.remove_prefix(1);
            if (line != m_delimiters[index]) continue;
            document.body = m_text.substr(begin, lineBegin - begin);
            return;
        }
        throw Unclosed{document.at, "here-document"};
    }

    void word() {
        const std::size_t begin = m_at;
        const TextPosition at = m_place;
        if (startsWith("<(") || startsWith(">(")) {
            advance();
            brackets('(', ')', 0);
        }
        while (m_at < m_text.size() && std::string_view(" \t\r\n;&|()<>").find(peek()) == std::string_view::npos)
            part(0);
        // NAME=( … ) is one word.
        if (peek() == '(' && m_at > begin && m_text[m_at - 1] == '=') brackets('(', ')', 0);
        const std::string_view raw = m_text.substr(begin, m_at - begin);
        const bool number = std::ranges::all_of(raw, [](char c) { return c >= '0' && c <= '9'; });
        if (number && (peek() == '<' || peek() == '>')) return;  // 2> of a redirection
        m_result.tokens.push_back({ShellToken::Kind::Word, raw, at, -1});
    }

    void part(int depth) {
        const char c = peek();
        if (c == '\\') return advance(2);
        if (c == '\'') return quote();
        if (c == '"') return doubleQuote(depth);
        if (c == '`') return backticks();
        if (c == '$' && peek(1) == '\'' && depth == 0) return escapedQuote();
        if (c == '$' && peek(1) == '(') {
            advance();
            return brackets('(', ')', depth);
        }
        if (c == '$' && peek(1) == '{') {
            advance();
            return brackets('{', '}', depth);
        }
        advance();
    }

    void quote() {
        const TextPosition at = m_place;
        for (advance(); peek() != '\''; advance())
            if (m_at >= m_text.size()) throw Unclosed{at, "quote '"};
        advance();
    }

    // $'…', in which a backslash guards a quote.
    void escapedQuote() {
        const TextPosition at = m_place;
        for (advance(2); peek() != '\''; advance(peek() == '\\' ? 2 : 1))
            if (m_at >= m_text.size()) throw Unclosed{at, "quote $'"};
        advance();
    }

    void backticks() {
        const TextPosition at = m_place;
        for (advance(); peek() != '`'; advance(peek() == '\\' ? 2 : 1))
            if (m_at >= m_text.size()) throw Unclosed{at, "quote `"};
        advance();
    }

    void doubleQuote(int depth) {
        const TextPosition at = m_place;
        if (depth > kMaxDepth) throw Unclosed{at, "quote \""};
        for (advance(); peek() != '"';) {
            if (m_at >= m_text.size()) throw Unclosed{at, "quote \""};
            if (peek() == '\'')
                advance();
            else
                part(depth + 1);
        }
        advance();
    }

    void brackets(char open, char close, int depth) {
        const TextPosition at = m_place;
        if (depth > kMaxDepth) throw Unclosed{at, "bracket"};
        for (advance(); peek() != close;) {
            if (m_at >= m_text.size()) throw Unclosed{at, "bracket"};
            const bool begins = std::string_view(" \t\n(").find(m_text[m_at - 1]) != std::string_view::npos;
            if (peek() == open)
                brackets(open, close, depth + 1);
            else if (peek() == '#' && begins && open == '(')
                comment();
            else
                part(depth + 1);
        }
        advance();
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    TextPosition m_place;
    ShellTokens m_result;
    std::vector<std::size_t> m_pending;
    std::vector<std::string> m_delimiters;
};

}  // namespace

Result<ShellTokens> shellTokens(std::string_view text, std::string_view file) {
    try {
        return Cutter(text).run();
    } catch (const Unclosed& unclosed) {
        return refuse({Severity::Error, "shell.unclosed", placeText(file, unclosed.at, ""),
                       {{"what", std::string(unclosed.what)}}, "fix.shell.unclosed"});
    }
}

}  // namespace core
