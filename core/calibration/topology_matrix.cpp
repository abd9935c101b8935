// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/calibration/topology_matrix.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <vector>

namespace core {

namespace {

constexpr int kMostColumns = 4096;

// Without the terminal's escapes, with which the header is underlined.
std::vector<std::string> wordsOf(std::string_view line) {
    std::string plain;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] != '\x1b') {
            plain += line[i];
            continue;
        }
        while (i < line.size() && line[i] != 'm') ++i;
    }
    std::vector<std::string> words;
    std::string word;
    for (const char c : plain + ' ') {
        if (c != ' ' && c != '\t' && c != '\r')
            word += c;
        else if (!word.empty())
            words.push_back(std::exchange(word, {}));
    }
    return words;
}

bool isNumbered(std::string_view word, std::string_view prefix) {
    word = word.starts_with(prefix) ? word.substr(prefix.size()) : "";
    return !word.empty() && std::ranges::all_of(word, [](char c) { return c >= '0' && c <= '9'; });
}
bool isCard(std::string_view word) { return isNumbered(word, "GPU"); }
bool isPort(std::string_view word) {
    return isNumbered(word, "NIC") || word.starts_with("mlx") || word.starts_with("bnxt") || word.starts_with("irdma");
}

struct Mark {
    CardPath path;
    int links = 0;
};
std::optional<Mark> markOf(std::string_view word) {
    if (word.starts_with("NV")) {
        int links = 0;
        const auto [end, error] = std::from_chars(word.data() + 2, word.data() + word.size(), links);
        if (error != std::errc() || end != word.data() + word.size() || links < 1 || links > 1000) return std::nullopt;
        return Mark{CardPath::NvLink, links};
    }
    if (word == "PIX" || word == "PXB") return Mark{CardPath::Bridge};
    if (word == "PHB") return Mark{CardPath::Host};
    if (word == "NODE" || word == "SYS" || word == "SOC") return Mark{CardPath::Sockets};
    return std::nullopt;
}

class Reader {
public:
    Reader(std::string_view text, std::string_view file)
        : m_text(text)
        , m_file(file) {}

    Result<NodeTopology> read() {
        while (!m_text.empty()) {
            ++m_line;
            const std::string_view line = m_text.substr(0, m_text.find('\n'));
            m_text.remove_prefix(std::min(m_text.size(), line.size() + 1));
            const std::vector<std::string> words = wordsOf(line);
            if (words.empty()) continue;
            if (m_columns.empty()) {
                if (isCard(words.front())) header(words);
                continue;
            }
            if (!isCard(words.front())) continue;
            if (auto problem = row(words)) return refuse(std::move(*problem));
        }
        if (m_columns.empty()) return refuse(problem("topology.no-header", "fix.topology.no-header", {}));
        if (m_rows != m_topology.gpus)
            return refuse(problem("topology.missing-row", "fix.topology.no-header",
                                  {{"rows", std::to_string(m_rows)}, {"gpus", std::to_string(m_topology.gpus)}}));
        return m_topology;
    }

private:
    [[nodiscard]] Problem problem(const char* code, const char* fix, std::map<std::string, std::string> params) const {
        return {Severity::Error, code, fmt::format("{}:{}:1", m_file, m_line), std::move(params), fix};
    }

    void header(const std::vector<std::string>& words) {
        for (const std::string& word : words) {
            if (!isCard(word) && !isPort(word)) break;
            if (int(m_columns.size()) >= kMostColumns) break;
            m_columns.push_back(word);
            ++(isCard(word) ? m_topology.gpus : m_topology.ports);
        }
    }

    std::optional<Problem> row(const std::vector<std::string>& words) {
        ++m_rows;
        if (words.size() < m_columns.size() + 1)
            return problem("topology.short-row", "fix.topology.no-header",
                           {{"row", words.front()}, {"columns", std::to_string(m_columns.size())}});
        for (std::size_t column = 0; column < m_columns.size(); ++column) {
            const std::string& word = words[column + 1];
            if (!isCard(m_columns[column]) || word == "X" || m_columns[column] == words.front()) continue;
            const auto mark = markOf(word);
            if (!mark) return problem("topology.unknown-mark", "fix.topology.unknown-mark", {{"mark", word}});
            m_topology.worst = std::max(m_topology.worst, mark->path);
            if (mark->path != CardPath::NvLink) m_topology.links = 0;
            if (m_topology.worst == CardPath::NvLink)
                m_topology.links = m_topology.links == 0 ? mark->links : std::min(m_topology.links, mark->links);
        }
        return std::nullopt;
    }

    std::string_view m_text, m_file;
    int m_line = 0, m_rows = 0;
    std::vector<std::string> m_columns;
    NodeTopology m_topology;
};

}  // namespace

Result<NodeTopology> readTopology(std::string_view text, std::string_view file) { return Reader(text, file).read(); }

}  // namespace core
