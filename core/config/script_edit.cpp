// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/script_edit.h"

#include "core/config/text_place.h"

#include <algorithm>

namespace core {

namespace {

bool endsWord(char c) { return std::string_view(" \t\r\n=\"')`;").find(c) != std::string_view::npos; }

std::size_t wordEnd(std::string_view text, std::size_t at) {
    while (at < text.size() && !endsWord(text[at])) ++at;
    return at;
}

}  // namespace

std::optional<std::size_t> ScriptEdit::nameAt(std::string_view name) const {
    const auto found = m_args.all().find(name);
    if (found == m_args.all().end()) return std::nullopt;
    const auto place = placeOf(found->second.where);
    if (!place || place->file != m_args.file) return std::nullopt;
    const auto at = offsetOf(m_text, place->at);
    if (!at || !m_text.substr(*at).starts_with("--")) return std::nullopt;
    std::string written(m_text.substr(*at + 2, wordEnd(m_text, *at) - *at - 2)), wanted(name);
    std::ranges::replace(written, '_', '-');
    std::ranges::replace(wanted, '_', '-');
    return written == wanted ? at : std::nullopt;
}

std::optional<std::string> ScriptEdit::withValue(std::string_view name, const std::string& value) const {
    const auto found = m_args.all().find(name);
    if (found == m_args.all().end() || found->second.values.empty()) return std::nullopt;
    const ShellText& old = found->second.values.front();
    const auto at = old.unknown() || old.text().empty() ? std::nullopt : offsetOf(m_text, old.at());
    if (!at || !m_text.substr(*at).starts_with(old.text())) return std::nullopt;
    const std::size_t end = *at + old.text().size();
    if (end < m_text.size() && !endsWord(m_text[end]) && m_text[end] != '}') return std::nullopt;
    return withEdits(m_text, {{*at, old.text().size(), value}});
}

std::optional<std::string> ScriptEdit::without(std::string_view name) const {
    const auto at = nameAt(name);
    if (!at) return std::nullopt;
    std::size_t end = wordEnd(m_text, *at);
    for (const ShellText& value : m_args.all().find(name)->second.values) {
        const std::size_t next = std::min(m_text.find_first_not_of(" \t=", end), m_text.size());
        if (m_text.substr(next).starts_with(value.text())) {
            end = next + value.text().size();
        } else {  // written with a variable or in quotes: one word of its line
            if (m_text.substr(next, 1) == "\"" || m_text.substr(next, 1) == "'") {
                const std::size_t close = m_text.find(m_text[next], next + 1);
                if (close == m_text.npos) return std::nullopt;
                end = close + 1;
            } else {
                end = wordEnd(m_text, next);
            }
        }
    }
    return withoutRange(*at, end);
}

std::string ScriptEdit::withoutRange(std::size_t begin, std::size_t end) const {
    const std::size_t lineFrom = lineBegin(m_text, begin), lineTo = lineEnd(m_text, end);
    const std::string_view rest = m_text.substr(end, lineTo - end);
    const std::size_t content = rest.find_first_not_of(" \t");
    const bool continues = content != rest.npos && rest.substr(content) == "\\";
    if (lineContent(m_text, begin) != begin || (content != rest.npos && !continues)) {
        while (end < m_text.size() && (m_text[end] == ' ' || m_text[end] == '\t')) ++end;
        return withEdits(m_text, {{begin, end - begin, ""}});
    }
    const std::size_t next = m_text.find('\n', lineTo);
    std::vector<TextEdit> edits{{lineFrom, (next == m_text.npos ? m_text.size() : next + 1) - lineFrom, ""}};
    // The last line of a command leaves a continuation that leads nowhere.
    if (!continues && lineFrom > 0) {
        const std::size_t before = lineEnd(m_text, lineBegin(m_text, lineFrom - 1));
        if (before > 0 && m_text[before - 1] == '\\') {
            std::size_t from = before - 1;
            while (from > 0 && (m_text[from - 1] == ' ' || m_text[from - 1] == '\t')) --from;
            edits.push_back({from, before - from, ""});
        }
    }
    return withEdits(m_text, std::move(edits));
}

std::optional<std::string> ScriptEdit::withName(std::string_view name, const std::string& other) const {
    const auto at = nameAt(name);
    if (!at) return std::nullopt;
    return withEdits(m_text, {{*at + 2, wordEnd(m_text, *at) - *at - 2, other}});
}

std::optional<std::string> ScriptEdit::withArgument(const std::string& words, std::string_view anchor) const {
    std::optional<std::size_t> at = nameAt(anchor);
    for (auto argument = m_args.all().begin(); !at && argument != m_args.all().end(); ++argument)
        at = nameAt(argument->first);
    if (!at) return std::nullopt;
    return withEdits(m_text, {{*at, 0, words + ' '}});
}

std::optional<std::string> ScriptEdit::withLineBefore(const std::string& line) const {
    const auto place = placeOf(m_args.place);
    const auto at = place && place->file == m_args.file ? offsetOf(m_text, place->at) : std::nullopt;
    if (!at) return std::nullopt;
    const std::size_t begin = lineBegin(m_text, *at);
    const std::string indent(m_text.substr(begin, lineContent(m_text, *at) - begin));
    return withEdits(m_text, {{begin, 0, indent + line + (m_text.find("\r\n") == m_text.npos ? "\n" : "\r\n")}});
}

}  // namespace core
