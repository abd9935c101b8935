// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lookup over the tables of the rooms. A few hundred rows: a linear search is fast enough for texts.
#include "core/base/catalogue.h"

#include "core/base/text.h"

#include <array>

namespace core {

namespace {

std::array<std::span<const Sentence>, 16> tables() {
    return {fileSentences(),   planSentences(),   scheduleSentences(), telemetrySentences(),
            memorySentences(), engineSentences(), dataSentences(),     checkpointSentences(),
            importSentences(), lessonSentences(), commandLineSentences(), configSentences(),
            exportSentences(), workflowSentences(), adviceSentences(), plannerSentences()};
}

}  // namespace

std::string_view sentence(std::string_view code) {
    for (const auto& table : tables())
        for (const Sentence& row : table)
            if (row.code == code) return row.text;
    return {};
}

std::string fillIn(std::string_view text, const std::map<std::string, std::string>& params) {
    std::string filled;
    while (!text.empty()) {
        const std::size_t open = text.find('{');
        const std::size_t close = open == text.npos ? text.npos : text.find('}', open);
        if (close == text.npos) break;
        filled += text.substr(0, open);
        const auto value = params.find(std::string(text.substr(open + 1, close - open - 1)));
        filled += value == params.end() ? std::string(text.substr(open, close - open + 1)) : visible(value->second);
        text.remove_prefix(close + 1);
    }
    return filled.append(text);
}

std::vector<Sentence> catalogue() {
    std::vector<Sentence> rows;
    for (const auto& table : tables()) rows.insert(rows.end(), table.begin(), table.end());
    return rows;
}

}  // namespace core
