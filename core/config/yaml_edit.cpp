// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/yaml_edit.h"

#include "core/config/text_place.h"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace core {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kMaxDepth = 60, kMostNodes = 5'000;

std::string underscored(std::string text) {
    std::ranges::replace(text, '-', '_');
    return text;
}

// Finds where the members of a document stand. yaml-cpp says where a value begins; where it ends is read off the text.
class Places {
public:
    explicit Places(std::string_view text)
        : m_text(text) {}

    std::optional<HjsonText> of(const YAML::Node& root) {
        const auto begin = offset(root.Mark());
        if (!root.IsMap() || !begin) return std::nullopt;
        m_found.json.root = Json::object();
        m_found.json.positions[""] = positionAt(m_text, *begin);
        if (!object(root, "", *begin, m_found.json.root, 0)) return std::nullopt;
        return std::move(m_found);
    }

private:
    using Offset = std::optional<std::size_t>;

    [[nodiscard]] Offset offset(const YAML::Mark& mark) const {
        if (mark.is_null()) return std::nullopt;
        const std::size_t at = std::size_t(mark.pos) + (m_text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
        return at < m_text.size() ? Offset(at) : std::nullopt;
    }

    // False: more members than are looked at.
    bool object(const YAML::Node& map, const std::string& pointer, std::size_t begin, Json& json, int depth) {
        const bool flow = m_text[begin] == '{';
        for (const auto& entry : map) {
            if (++m_nodes > kMostNodes || depth > kMaxDepth) return false;
            const YAML::Node &key = entry.first, &value = entry.second;
            if (!key.IsScalar()) continue;
            const std::string name = depth == 0 ? underscored(key.Scalar()) : key.Scalar();
            const std::string child = pointer + '/' + pointerToken(name);
            const Offset keyAt = offset(key.Mark()), colon = keyAt ? colonBehind(*keyAt, key.Scalar()) : std::nullopt;
            if (!colon || !m_found.json.keys.try_emplace(child, positionAt(m_text, *keyAt)).second) continue;
            if (!flow) m_found.quoteless.insert(child);
            json[name] = value.IsMap() ? Json::object() : Json();
            const auto range = rangeOf(value, *colon, flow);
            if (!range) continue;
            m_found.json.positions[child] = positionAt(m_text, range->first);
            m_found.ends[child] = positionAt(m_text, range->second);
            if (value.IsMap() && !object(value, child, range->first, json[name], depth + 1)) return false;
        }
        return true;
    }

    // Just behind the colon of a key that is written as it reads.
    [[nodiscard]] Offset colonBehind(std::size_t at, const std::string& key) const {
        const char quote = m_text[at];
        const std::size_t opened = quote == '"' || quote == '\'' ? 1 : 0;
        if (!m_text.substr(at + opened).starts_with(key)) return std::nullopt;
        std::size_t end = at + opened + key.size();
        if (opened == 1 && (end >= m_text.size() || m_text[end++] != quote)) return std::nullopt;
        end = std::min(m_text.find_first_not_of(" \t", end), m_text.size());
        return end < m_text.size() && m_text[end] == ':' ? Offset(end + 1) : std::nullopt;
    }

    [[nodiscard]] std::optional<std::pair<std::size_t, std::size_t>> rangeOf(const YAML::Node& value, std::size_t colon,
                                                                             bool flow) {
        if (value.IsNull()) return nullRange(colon);
        const Offset begin = offset(value.Mark());
        if (!begin || *begin < colon) return std::nullopt;  // an alias stands where its anchor does
        const Offset end = endOf(value, *begin, flow);
        return end ? std::optional(std::pair(*begin, *end)) : std::nullopt;
    }

    [[nodiscard]] std::pair<std::size_t, std::size_t> nullRange(std::size_t colon) const {
        const std::size_t at = std::min(m_text.find_first_not_of(" \t", colon), m_text.size());
        for (const std::string_view word : {"null", "Null", "NULL", "~"})
            if (m_text.substr(at).starts_with(word)) return {at, at + word.size()};
        return {colon, colon};
    }

    [[nodiscard]] Offset endOf(const YAML::Node& node, std::size_t begin, bool flow) {
        if (++m_nodes > kMostNodes || std::string_view("&*!|>").find(m_text[begin]) != std::string_view::npos)
            return std::nullopt;
        if (node.IsScalar()) return scalarEnd(node.Scalar(), begin, flow);
        if (m_text[begin] == '{' || m_text[begin] == '[') return bracketEnd(begin);
        YAML::Node last;
        std::size_t least = begin;
        for (const auto& entry : node) {
            last.reset(node.IsMap() ? entry.second : entry);
            if (!node.IsMap()) continue;
            const Offset keyAt = offset(entry.first.Mark());
            const Offset colon =
                keyAt && entry.first.IsScalar() ? colonBehind(*keyAt, entry.first.Scalar()) : std::nullopt;
            if (!colon) return std::nullopt;
            least = *colon;
        }
        if (last.IsNull()) return node.IsMap() ? Offset(nullRange(least).second) : std::nullopt;
        const Offset from = offset(last.Mark());
        return from && *from >= least ? endOf(last, *from, false) : std::nullopt;
    }

    // A plain text of several lines reads otherwise than its first line.
    [[nodiscard]] Offset scalarEnd(const std::string& read, std::size_t begin, bool flow) const {
        const char quote = m_text[begin];
        if (quote == '"' || quote == '\'') {
            const std::size_t close = quoteEnd(begin);
            return close == m_text.npos ? std::nullopt : Offset(close);
        }
        std::size_t end = begin;
        for (; end < m_text.size() && m_text[end] != '\n'; ++end) {
            if (flow && std::string_view(",]}").find(m_text[end]) != std::string_view::npos) break;
            if (m_text[end] == '#' && end > begin && (m_text[end - 1] == ' ' || m_text[end - 1] == '\t')) break;
        }
        while (end > begin && std::string_view(" \t\r").find(m_text[end - 1]) != std::string_view::npos) --end;
        return m_text.substr(begin, end - begin) == read ? Offset(end) : std::nullopt;
    }

    // Just behind the quote that ends what begins at `at`; npos = none.
    [[nodiscard]] std::size_t quoteEnd(std::size_t at) const {
        const char quote = m_text[at];
        for (++at; at < m_text.size(); ++at) {
            if (quote == '"' && m_text[at] == '\\') {
                ++at;
            } else if (m_text[at] == quote) {
                if (quote == '"' || at + 1 >= m_text.size() || m_text[at + 1] != quote) return at + 1;
                ++at;  // '' stands for one
            }
        }
        return m_text.npos;
    }

    [[nodiscard]] Offset bracketEnd(std::size_t begin) const {
        int depth = 0;
        char before = ',';  // the last byte that is no blank
        for (std::size_t at = begin; at < m_text.size(); ++at) {
            const char c = m_text[at];
            if ((c == '"' || c == '\'') && std::string_view("[{,:").find(before) != std::string_view::npos) {
                const std::size_t close = quoteEnd(at);
                if (close == m_text.npos) return std::nullopt;
                at = close - 1;
            } else if (c == '#' &&
                       (at == begin || std::string_view(" \t\r\n").find(m_text[at - 1]) != std::string_view::npos)) {
                at = std::min(m_text.find('\n', at), m_text.size() - 1);
                continue;
            } else if (c == '{' || c == '[') {
                ++depth;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                return at + 1;
            }
            if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) before = c;
        }
        return std::nullopt;
    }

    std::string_view m_text;
    HjsonText m_found;
    int m_nodes = 0;
};

}  // namespace

std::optional<MemberEditor> yamlEditor(std::string_view text) {
    try {
        auto found = Places(text).of(YAML::Load(std::string(text)));
        if (!found) return std::nullopt;
        return MemberEditor(text, std::move(*found));
    } catch (const YAML::Exception&) {
        return std::nullopt;
    }
}

}  // namespace core
