// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_expand.h"

#include "core/config/shell_ansi.h"
#include "core/config/shell_arithmetic.h"

#include <algorithm>

namespace core {

namespace {

constexpr int kMaxDepth = 20;

bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool isName(char c) { return isNameStart(c) || (c >= '0' && c <= '9'); }
bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

enum class Quoting { None, Double, Document };

}  // namespace

// One pass over one word. `m_done` are finished words, `m_current` the one that grows.
class ShellWordExpansion {
public:
    ShellWordExpansion(ShellExpander& expander, std::string_view raw, TextPosition at, Unset unset, int depth)
        : m_expander(expander)
        , m_raw(raw)
        , m_place(at)
        , m_unset(unset)
        , m_depth(depth) {}

    std::vector<ShellText> run(Quoting quoting) {
        while (m_at < m_raw.size() && m_expander.m_bytesLeft > 0) step(quoting);
        if (m_any) flush();
        return std::move(m_done);
    }

private:
    [[nodiscard]] char peek(std::size_t ahead = 0) const {
        return m_at + ahead < m_raw.size() ? m_raw[m_at + ahead] : '\0';
    }

    void advance(std::size_t count = 1) {
        for (; count > 0 && m_at < m_raw.size(); --count, ++m_at) {
            if (m_raw[m_at] == '\n')
                m_place = {m_place.line + 1, 1};
            else if ((m_raw[m_at] & 0xC0) != 0x80)
                ++m_place.column;
        }
    }

    void flush() {
        m_done.push_back(std::move(m_current));
        m_current = {};
        m_any = false;
    }

    void put(char c) {
        m_current.append(c, m_place);
        m_any = true;
        --m_expander.m_bytesLeft;
    }

    void put(const ShellText& text) {
        m_current.append(text);
        m_any = true;
        m_expander.m_bytesLeft -= std::int64_t(text.text().size()) + 1;
    }

    void step(Quoting quoting) {
        const char c = peek();
        if (c == '\\') return backslash(quoting);
        if (c == '$') return dollar(quoting);
        if (c == '`') return command(m_raw.find('`', m_at + 1), quoting);
        if (c == '"' && quoting == Quoting::None) return doubleQuoted();
        if (c == '\'' && quoting == Quoting::None) return singleQuoted();
        put(c);
        advance();
    }

    void backslash(Quoting quoting) {
        if (peek(1) == '\n') return advance(2);
        if (peek(1) == '\r' && peek(2) == '\n') return advance(3);
        const bool keeps =
            quoting != Quoting::None && std::string_view("$`\"\\").find(peek(1)) == std::string_view::npos;
        if (keeps || peek(1) == '\0') put('\\');
        advance();
        if (m_at >= m_raw.size()) return;
        put(peek());
        advance();
    }

    void singleQuoted() {
        m_any = true;
        for (advance(); m_at < m_raw.size() && peek() != '\''; advance()) put(peek());
        advance();
    }

    void doubleQuoted() {
        m_any = true;
        for (advance(); m_at < m_raw.size() && peek() != '"' && m_expander.m_bytesLeft > 0;) step(Quoting::Double);
        advance();
    }

    // Index of the bracket that closes the one at `open`; npos without one.
    [[nodiscard]] std::size_t closing(std::size_t open, char opens, char closes) const {
        int depth = 0;
        for (std::size_t i = open; i < m_raw.size(); ++i) {
            if (m_raw[i] == '\\')
                ++i;
            else if (m_raw[i] == opens)
                ++depth;
            else if (m_raw[i] == closes && --depth == 0)
                return i;
        }
        return m_raw.npos;
    }

    // $'…', ANSI-C quoting.
    void escapedQuote() {
        m_any = true;
        const std::size_t begin = m_at + 2;
        std::size_t end = begin;
        while (end < m_raw.size() && m_raw[end] != '\'') end += m_raw[end] == '\\' ? 2 : 1;
        end = std::min(end, m_raw.size());
        for (const char c : ansiText(m_raw.substr(begin, end - begin))) put(c);
        advance(std::min(end + 1, m_raw.size()) - m_at);
    }

    void dollar(Quoting quoting) {
        if (quoting == Quoting::None && peek(1) == '\'') return escapedQuote();
        if (quoting == Quoting::None && peek(1) == '"') return advance();  // $"…" is "…" in the language of the shell
        if (peek(1) == '(' && peek(2) == '(') {
            const std::size_t end = closing(m_at + 1, '(', ')');
            if (end != m_raw.npos && m_raw[end - 1] == ')') return arithmetic(end, quoting);
        }
        if (peek(1) == '(') return command(closing(m_at + 1, '(', ')'), quoting);
        if (peek(1) == '{') {
            const std::size_t end = closing(m_at + 1, '{', '}');
            if (end != m_raw.npos) return braces(m_raw.substr(m_at + 2, end - m_at - 2), end, quoting);
        }
        std::size_t end = m_at + 1;
        while (end < m_raw.size() && isName(m_raw[end])) ++end;
        const std::string_view name = m_raw.substr(m_at + 1, end - m_at - 1);
        if (!name.empty() && isNameStart(name.front())) {
            const TextPosition at = m_place;
            advance(end - m_at);
            return variable(name, at, quoting);
        }
        if (std::string_view("@*#?$!-0123456789").find(peek(1)) != std::string_view::npos && peek(1) != '\0')
            return unknown(2, quoting);
        put('$');
        advance();
    }

    // What stands here cannot be known: it stays as it is written.
    void unknown(std::size_t length, Quoting quoting) {
        if (m_unset == Unset::Empty && quoting != Quoting::Document) m_any = m_any || quoting == Quoting::Double;
        ShellText text(m_raw.substr(m_at, length), m_place);
        text.markUnknown();
        advance(length);
        put(text);
    }

    void command(std::size_t end, Quoting quoting) {
        if (end == m_raw.npos) return unknown(m_raw.size() - m_at, quoting);
        const std::string_view inside = m_raw.substr(m_at, end + 1 - m_at);
        // The folder of the script: paths in it are relative to the script anyway.
        if (inside.find("dirname") != inside.npos &&
            (inside.find("$0") != inside.npos || inside.find("BASH_SOURCE") != inside.npos)) {
            put(ShellText(".", m_place));
            return advance(inside.size());
        }
        unknown(inside.size(), quoting);
    }

    void arithmetic(std::size_t end, Quoting quoting) {
        const std::string_view inside = m_raw.substr(m_at + 3, end - 1 - (m_at + 3));
        const auto value = m_expander.arithmetic(inside);
        if (!value) return unknown(end + 1 - m_at, quoting);
        put(ShellText(std::to_string(*value), m_place));
        advance(end + 1 - m_at);
    }

    void variable(std::string_view name, TextPosition at, Quoting quoting) {
        const auto found = m_expander.m_variables.find(name);
        if (found == m_expander.m_variables.end()) return unset(name, at);
        if (!found->second.elements.empty()) value(found->second.elements.front(), quoting);
    }

    void unset(std::string_view name, TextPosition at) {
        if (m_unset == Unset::Empty) return;
        ShellText text("${" + std::string(name) + "}", at);
        text.markUnknown();
        put(text);
    }

    void value(const ShellText& text, Quoting quoting) {
        if (quoting != Quoting::None) return put(text);
        if (text.text().empty()) return;
        if (isBlank(text.text().front()) && m_any) flush();
        const std::vector<ShellText> parts = text.split();
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) flush();
            put(parts[i]);
        }
        if (isBlank(text.text().back()) && m_any) flush();
    }

    void elements(const ShellVariable& variable, Quoting quoting) {
        for (std::size_t i = 0; i < variable.elements.size(); ++i) {
            if (i > 0 && m_any) flush();
            if (quoting == Quoting::None)
                value(variable.elements[i], quoting);
            else
                put(variable.elements[i]);
        }
    }

    // ${…}, `end` at its closing brace.
    void braces(std::string_view inside, std::size_t end, Quoting quoting) {
        const TextPosition at = m_place;
        std::size_t length = 0;
        while (length < inside.size() && isName(inside[length])) ++length;
        const std::string_view name = inside.substr(0, length), rest = inside.substr(length);
        const bool wellFormed = !name.empty() && isNameStart(name.front());
        if (inside.starts_with('#') && wellFormedCount(inside.substr(1), end, quoting)) return;
        if (!wellFormed && rest.empty()) return unknown(end + 1 - m_at, quoting);
        const auto found = m_expander.m_variables.find(name);
        const bool isSet = found != m_expander.m_variables.end();
        if (wellFormed && (rest == "[@]" || rest == "[*]")) {
            advance(end + 1 - m_at);
            return isSet ? elements(found->second, quoting) : unset(name, at);
        }
        if (wellFormed && rest.empty()) {
            advance(end + 1 - m_at);
            return variable(name, at, quoting);
        }
        if (wellFormed && rest.starts_with('[') && rest.ends_with(']')) return element(name, rest, end, quoting);
        operation(name, rest, end, quoting);
    }

    bool wellFormedCount(std::string_view name, std::size_t end, Quoting quoting) {
        const bool array = name.ends_with("[@]") || name.ends_with("[*]");
        if (array) name.remove_suffix(3);
        const auto found = m_expander.m_variables.find(name);
        if (found == m_expander.m_variables.end()) return false;
        const std::size_t count = array ? found->second.elements.size()
                                  : found->second.elements.empty() ? 0
                                                                   : found->second.elements.front().text().size();
        value(ShellText(std::to_string(count), m_place), quoting);
        advance(end + 1 - m_at);
        return true;
    }

    void element(std::string_view name, std::string_view rest, std::size_t end, Quoting quoting) {
        const auto found = m_expander.m_variables.find(name);
        const auto index = m_expander.arithmetic(rest.substr(1, rest.size() - 2));
        if (found == m_expander.m_variables.end() || !index || *index < 0 ||
            std::size_t(*index) >= found->second.elements.size())
            return unknown(end + 1 - m_at, quoting);
        advance(end + 1 - m_at);
        value(found->second.elements[std::size_t(*index)], quoting);
    }

    // ${NAME:-word} and its like. NAME may be a digit: an argument of the script, which is not given here.
    void operation(std::string_view name, std::string_view rest, std::size_t end, Quoting quoting) {
        const bool colon = rest.starts_with(':');
        const std::string_view sign = rest.substr(colon ? 1 : 0, 1);
        if (sign.empty() || std::string_view("-=+?").find(sign[0]) == std::string_view::npos || name.empty())
            return unknown(end + 1 - m_at, quoting);
        const std::string_view word = rest.substr(colon ? 2 : 1);
        const std::size_t wordAt = end - word.size();
        const auto found = m_expander.m_variables.find(name);
        const bool isSet = found != m_expander.m_variables.end() && !found->second.elements.empty() &&
                           !(colon && found->second.elements.front().text().empty());
        if (sign == "?" && !isSet) return unknown(end + 1 - m_at, quoting);
        if (isSet != (sign == "+")) {
            advance(end + 1 - m_at);
            if (isSet) value(found->second.elements.front(), quoting);
            return;
        }
        advance(wordAt - m_at);
        if (m_depth >= kMaxDepth) return unknown(end + 1 - m_at, quoting);
        ShellWordExpansion inner(m_expander, word, m_place, m_unset, m_depth + 1);
        const std::vector<ShellText> parts = inner.run(quoting);
        advance(end + 1 - m_at);
        ShellText joined;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0) joined.append(' ', m_place);
            joined.append(parts[i]);
        }
        if (sign == "=") m_expander.m_variables[std::string(name)] = {{joined}, false};
        value(joined, quoting);
    }

    ShellExpander& m_expander;
    std::string_view m_raw;
    std::size_t m_at = 0;
    TextPosition m_place;
    Unset m_unset;
    int m_depth;
    std::vector<ShellText> m_done;
    ShellText m_current;
    bool m_any = false;
};

namespace {

ShellText joinedText(const std::vector<ShellText>& words, TextPosition at) {
    ShellText text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) text.append(' ', at);
        text.append(words[i]);
    }
    return text;
}

}  // namespace

std::vector<ShellText> ShellExpander::words(std::string_view raw, TextPosition at, Unset unset) {
    return ShellWordExpansion(*this, raw, at, unset, 0).run(Quoting::None);
}

ShellText ShellExpander::single(std::string_view raw, TextPosition at, Unset unset) {
    return joinedText(ShellWordExpansion(*this, raw, at, unset, 0).run(Quoting::None), at);
}

ShellText ShellExpander::document(std::string_view body, TextPosition at) {
    return joinedText(ShellWordExpansion(*this, body, at, Unset::Unknown, 0).run(Quoting::Document), at);
}

std::optional<std::int64_t> ShellExpander::arithmetic(std::string_view text, int depth) {
    if (depth > kMaxDepth) return std::nullopt;
    return shellArithmetic(text, [this, depth](std::string_view name) -> std::optional<std::int64_t> {
        const auto found = m_variables.find(name);
        if (found == m_variables.end() || found->second.elements.empty()) return std::nullopt;
        const ShellText& value = found->second.elements.front();
        return value.unknown() ? std::nullopt : arithmetic(value.text(), depth + 1);
    });
}

}  // namespace core
