// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/member_edit.h"

#include "core/config/text_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string parentOf(const std::string& pointer) { return pointer.substr(0, pointer.rfind('/')); }

std::string nameOf(const std::string& pointer) {
    std::string name = pointer.substr(pointer.rfind('/') + 1);
    for (const auto& [escaped, plain] : {std::pair{"~1", "/"}, {"~0", "~"}})
        for (std::size_t at = name.find(escaped); at != name.npos; at = name.find(escaped, at + 1))
            name.replace(at, 2, plain);
    return name;
}

bool isWord(std::string_view name) {
    return !name.empty() &&
           std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; });
}

bool isComment(std::string_view rest) { return rest.starts_with('#') || rest.starts_with("//"); }

}  // namespace

bool MemberEditor::isObject(const std::string& pointer) const {
    const Json::json_pointer at(pointer);
    return m_read.json.root.contains(at) && m_read.json.root.at(at).is_object();
}

std::optional<MemberEditor::Member> MemberEditor::member(const std::string& pointer) const {
    const auto key = m_read.json.keys.find(pointer);
    const auto begin = m_read.json.positions.find(pointer), end = m_read.ends.find(pointer);
    if (key == m_read.json.keys.end() || begin == m_read.json.positions.end() || end == m_read.ends.end())
        return std::nullopt;
    const auto keyAt = offsetOf(m_text, key->second), from = offsetOf(m_text, begin->second),
               to = offsetOf(m_text, end->second);
    if (!keyAt || !from || !to || *to < *from) return std::nullopt;
    Member found{pointer, *keyAt, *from, *to};
    while (found.end > found.begin && isBlank(m_text[found.end - 1])) --found.end;
    return found;
}

std::vector<MemberEditor::Member> MemberEditor::members(const std::string& object) const {
    std::vector<Member> all;
    const std::string prefix = object + '/';
    for (auto key = m_read.json.keys.lower_bound(prefix);
         key != m_read.json.keys.end() && key->first.starts_with(prefix); ++key)
        if (key->first.find('/', prefix.size()) == std::string::npos)
            if (const auto found = member(key->first)) all.push_back(*found);
    std::ranges::sort(all, {}, &Member::key);
    return all;
}

std::optional<std::string> MemberEditor::withValue(const std::string& pointer, const std::string& value) const {
    if (pointer.empty()) return std::nullopt;
    if (const auto found = member(pointer)) {
        const char* gap = found->begin == found->end ? " " : "";  // a key that has no value yet
        return withEdits(m_text, {{found->begin, found->end - found->begin, gap + value}});
    }
    if (m_read.json.keys.contains(pointer)) return std::nullopt;  // written in a way that is not understood here
    const std::string parent = parentOf(pointer);
    if (parent.empty() || isObject(parent)) return added(pointer, value);
    return withValue(parent, fmt::format("{{ {}: {} }}", Json(nameOf(pointer)).dump(), value));
}

// The key without quotes where its neighbour has none.
std::string MemberEditor::written(const std::string& pointer, const std::string& value, const Member* neighbour) const {
    const std::string name = nameOf(pointer);
    const bool bare = neighbour != nullptr && isWord(m_text.substr(neighbour->key, 1)) && isWord(name);
    return fmt::format("{}: {}", bare ? name : Json(name).dump(), value);
}

std::optional<std::string> MemberEditor::added(const std::string& pointer, const std::string& value) const {
    const std::string object = parentOf(pointer);
    const std::vector<Member> siblings = members(object);
    if (siblings.empty()) return intoEmpty(object, written(pointer, value, nullptr));
    const Member& last = siblings.back();
    const std::string text = written(pointer, value, &last);
    const std::size_t behind = skipBlank(last.end);
    const bool comma = behind < m_text.size() && m_text[behind] == ',';
    const bool ownLine = lineContent(m_text, last.key) == last.key;
    const std::size_t line = lineBegin(m_text, last.key);
    const std::string indent(m_text.substr(line, lineContent(m_text, last.key) - line));
    const bool quoteless = m_read.quoteless.contains(last.pointer);
    const std::string ending = m_text.find("\r\n") != m_text.npos ? "\r\n" : "\n";
    const std::string joint = quoteless || ownLine ? ending + indent : " ";
    const std::size_t end = comma ? behind + 1 : last.end;
    std::vector<TextEdit> edits;
    if (!comma && !quoteless) edits.push_back({last.end, 0, ","});
    // A comment behind the last member stays with it.
    const std::size_t content = m_text.find_first_not_of(" \t", end);
    const bool commented = ownLine && content != m_text.npos && isComment(m_text.substr(content));
    edits.push_back({commented ? lineEnd(m_text, content) : end, 0, joint + text});
    if (edits.size() == 2 && edits[0].begin == edits[1].begin) return withEdits(m_text, {{end, 0, "," + joint + text}});
    return withEdits(m_text, std::move(edits));
}

std::optional<std::string> MemberEditor::without(const std::string& pointer) const {
    const auto found = member(pointer);
    if (!found) return std::nullopt;
    std::size_t begin = found->key, end = found->end;
    const std::size_t behind = skipBlank(end);
    const bool comma = behind < m_text.size() && m_text[behind] == ',';
    if (comma) end = behind + 1;
    const std::string_view rest = m_text.substr(end, lineEnd(m_text, end) - end);
    const std::size_t content = rest.find_first_not_of(" \t");
    const bool lineEmpties = content == rest.npos || isComment(rest.substr(content));
    if (lineEmpties && lineContent(m_text, begin) == begin) {
        begin = lineBegin(m_text, begin);
        end = std::min(m_text.find('\n', end), m_text.size() - 1) + 1;
    } else if (comma) {
        while (end < m_text.size() && (m_text[end] == ' ' || m_text[end] == '\t')) ++end;
    }
    std::vector<TextEdit> edits{{begin, end - begin, ""}};
    if (const auto before = previous(*found); !comma && before) {
        const std::size_t separator = skipBlank(before->end);
        if (separator < begin && m_text[separator] == ',') edits.push_back({separator, 1, ""});
    }
    return withEdits(m_text, std::move(edits));
}

std::optional<std::string> MemberEditor::withKey(const std::string& pointer, const std::string& name) const {
    const auto found = member(pointer);
    if (!found || m_read.json.keys.contains(parentOf(pointer) + '/' + pointerToken(name))) return std::nullopt;
    const char quote = m_text[found->key];
    std::size_t end = found->key + 1;
    if (quote == '"' || quote == '\'') {
        while (end < m_text.size() && m_text[end] != quote) end += m_text[end] == '\\' ? 2 : 1;
        if (end >= m_text.size()) return std::nullopt;
        return withEdits(m_text, {{found->key + 1, end - found->key - 1, name}});
    }
    while (end < m_text.size() && !isBlank(m_text[end]) && m_text[end] != ':') ++end;
    return withEdits(m_text, {{found->key, end - found->key, name}});
}

std::size_t MemberEditor::skipBlank(std::size_t at) const {
    while (at < m_text.size() && isBlank(m_text[at])) ++at;
    return at;
}

std::optional<MemberEditor::Member> MemberEditor::previous(const Member& member) const {
    std::optional<Member> before;
    for (const Member& sibling : members(parentOf(member.pointer)))
        if (sibling.key < member.key) before = sibling;
    return before;
}

std::optional<std::string> MemberEditor::intoEmpty(const std::string& object, const std::string& written) const {
    const auto at = m_read.json.positions.find(object);
    const auto begin = at == m_read.json.positions.end() ? std::nullopt : offsetOf(m_text, at->second);
    if (!begin) return std::nullopt;
    if (*begin >= m_text.size() || m_text[*begin] != '{') return withEdits(m_text, {{*begin, 0, written + '\n'}});
    return withEdits(m_text, {{*begin + 1, 0, ' ' + written + ' '}});
}

}  // namespace core
