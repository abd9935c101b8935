// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/hjson_edit.h"

#include "core/config/hjson.h"
#include "core/config/text_place.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

std::string parentOf(const std::string& pointer) { return pointer.substr(0, pointer.rfind('/')); }

std::string quotedKey(const std::string& pointer) {
    std::string name = pointer.substr(pointer.rfind('/') + 1);
    for (const auto& [escaped, plain] : {std::pair{"~1", "/"}, {"~0", "~"}})
        for (std::size_t at = name.find(escaped); at != name.npos; at = name.find(escaped, at + 1)) name.replace(at, 2, plain);
    return nlohmann::json(name).dump();
}

struct Member {
    std::string pointer;
    std::size_t key = 0, begin = 0, end = 0;  // offsets of the key and of its value
};

class Editor {
public:
    Editor(std::string_view text, HjsonText read)
        : m_text(text)
        , m_read(std::move(read)) {}

    [[nodiscard]] bool has(const std::string& pointer) const { return m_read.ends.contains(pointer); }
    [[nodiscard]] bool isObject(const std::string& pointer) const {
        return m_read.json.root.contains(nlohmann::ordered_json::json_pointer(pointer)) &&
               m_read.json.root.at(nlohmann::ordered_json::json_pointer(pointer)).is_object();
    }

    [[nodiscard]] std::optional<Member> member(const std::string& pointer) const {
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

    // In the order of the text.
    [[nodiscard]] std::vector<Member> members(const std::string& object) const {
        std::vector<Member> all;
        const std::string prefix = object + '/';
        for (auto key = m_read.json.keys.lower_bound(prefix);
             key != m_read.json.keys.end() && key->first.starts_with(prefix); ++key)
            if (key->first.find('/', prefix.size()) == std::string::npos)
                if (const auto found = member(key->first)) all.push_back(*found);
        std::ranges::sort(all, {}, &Member::key);
        return all;
    }

    [[nodiscard]] std::string replaced(const Member& member, const std::string& value) const {
        return withEdits(m_text, {{member.begin, member.end - member.begin, value}});
    }

    [[nodiscard]] std::optional<std::string> added(const std::string& pointer, const std::string& value) const {
        const std::string object = parentOf(pointer), written = quotedKey(pointer) + ": " + value;
        const std::vector<Member> siblings = members(object);
        if (siblings.empty()) return intoEmpty(object, written);
        const Member& last = siblings.back();
        const std::size_t behind = skipBlank(last.end);
        const bool comma = behind < m_text.size() && m_text[behind] == ',';
        const bool ownLine = lineContent(m_text, last.key) == last.key;
        const std::string indent(m_text.substr(lineBegin(m_text, last.key), last.key - lineBegin(m_text, last.key)));
        const bool quoteless = m_read.quoteless.contains(last.pointer);
        const std::string ending = m_text.find("\r\n") != m_text.npos ? "\r\n" : "\n";
        const std::string joint = quoteless || ownLine ? ending + indent : " ";
        if (comma) return withEdits(m_text, {{behind + 1, 0, joint + written}});
        return withEdits(m_text, {{last.end, 0, (quoteless ? "" : ",") + joint + written}});
    }

    [[nodiscard]] std::string without(const Member& member) const {
        std::size_t begin = member.key, end = member.end;
        const std::size_t behind = skipBlank(end);
        const bool comma = behind < m_text.size() && m_text[behind] == ',';
        if (comma) end = behind + 1;
        const std::string_view rest = m_text.substr(end, lineEnd(m_text, end) - end);
        const std::size_t content = rest.find_first_not_of(" \t");
        const bool lineEmpties = content == rest.npos || rest.substr(content).starts_with("//") || rest[content] == '#';
        if (lineEmpties && lineContent(m_text, begin) == begin) {
            begin = lineBegin(m_text, begin);
            end = std::min(m_text.find('\n', end), m_text.size() - 1) + 1;
        } else if (comma) {
            while (end < m_text.size() && (m_text[end] == ' ' || m_text[end] == '\t')) ++end;
        }
        std::vector<TextEdit> edits{{begin, end - begin, ""}};
        if (const auto before = previous(member); !comma && before) {
            const std::size_t separator = skipBlank(before->end);
            if (separator < begin && m_text[separator] == ',') edits.push_back({separator, 1, ""});
        }
        return withEdits(m_text, std::move(edits));
    }

    [[nodiscard]] std::optional<std::string> renamed(const Member& member, const std::string& name) const {
        const char quote = m_text[member.key];
        std::size_t end = member.key + 1;
        if (quote == '"' || quote == '\'') {
            while (end < m_text.size() && m_text[end] != quote) end += m_text[end] == '\\' ? 2 : 1;
            if (end >= m_text.size()) return std::nullopt;
            return withEdits(m_text, {{member.key + 1, end - member.key - 1, name}});
        }
        while (end < m_text.size() && !isBlank(m_text[end]) && m_text[end] != ':') ++end;
        return withEdits(m_text, {{member.key, end - member.key, name}});
    }

private:
    [[nodiscard]] std::size_t skipBlank(std::size_t at) const {
        while (at < m_text.size() && isBlank(m_text[at])) ++at;
        return at;
    }

    [[nodiscard]] std::optional<Member> previous(const Member& member) const {
        std::optional<Member> before;
        for (const Member& sibling : members(parentOf(member.pointer)))
            if (sibling.key < member.key) before = sibling;
        return before;
    }

    [[nodiscard]] std::optional<std::string> intoEmpty(const std::string& object, const std::string& written) const {
        const auto at = m_read.json.positions.find(object);
        const auto begin = at == m_read.json.positions.end() ? std::nullopt : offsetOf(m_text, at->second);
        if (!begin) return std::nullopt;
        if (*begin >= m_text.size() || m_text[*begin] != '{') return withEdits(m_text, {{*begin, 0, written + '\n'}});
        return withEdits(m_text, {{*begin + 1, 0, ' ' + written + ' '}});
    }

    std::string_view m_text;
    HjsonText m_read;
};

std::optional<Editor> editorOf(std::string_view text) {
    auto read = readHjson(text, "");
    if (!read || !read->json.root.is_object()) return std::nullopt;
    return Editor(text, std::move(*read));
}

}  // namespace

std::optional<std::string> withHjsonValue(std::string_view text, const std::string& pointer, const std::string& value) {
    const auto editor = editorOf(text);
    if (!editor || pointer.empty()) return std::nullopt;
    if (const auto member = editor->member(pointer)) return editor->replaced(*member, value);
    const std::string parent = parentOf(pointer);
    if (parent.empty() || editor->isObject(parent)) return editor->added(pointer, value);
    return withHjsonValue(text, parent, fmt::format("{{ {}: {} }}", quotedKey(pointer), value));
}

std::optional<std::string> withoutHjsonMember(std::string_view text, const std::string& pointer) {
    const auto editor = editorOf(text);
    const auto member = editor ? editor->member(pointer) : std::nullopt;
    return member ? std::optional(editor->without(*member)) : std::nullopt;
}

std::optional<std::string> withHjsonKey(std::string_view text, const std::string& pointer, const std::string& name) {
    const auto editor = editorOf(text);
    const auto member = editor ? editor->member(pointer) : std::nullopt;
    if (!member || editor->has(parentOf(pointer) + '/' + pointerToken(name))) return std::nullopt;
    return editor->renamed(*member, name);
}

}  // namespace core
