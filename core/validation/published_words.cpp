// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Title, source and constants of every published table, and what its rows are called, by message codes.
#include "core/base/catalogue.h"
#include "core/validation/published.h"

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>

namespace core {

namespace {

struct Words {
    std::string_view name, title, source, constants;
};
constexpr Words kWords[] = {
    {"zero-table-1", "published.zero-table-1-title", "published.zero-table-1-source", ""},
    {"korthikanti-figure-1", "published.korthikanti-figure-1-title", "published.korthikanti-figure-1-source", ""},
    {"korthikanti-figure-7", "published.korthikanti-figure-7-title", "published.korthikanti-figure-7-source", ""},
    {"korthikanti-table-5", "published.korthikanti-table-5-title", "published.korthikanti-table-5-source", "published.a100-of-2022"},
    {"megatron-table-1", "published.megatron-table-1-title", "published.megatron-table-1-source", "published.a100-of-2021"},
    {"korthikanti-table-4", "published.korthikanti-table-4-title", "published.korthikanti-table-4-source", "published.a100-of-2022"},
    {"megatron-table-2", "published.megatron-table-2-title", "published.megatron-table-2-source", "published.a100-of-2021"},
    {"bigscience-memory", "published.bigscience-memory-title", "published.bigscience-memory-source", "published.bigscience-memory-constants"},
    {"llmc-states", "published.llmc-states-title", "published.llmc-states-source", ""},
    {"production-runs", "published.production-runs-title", "published.production-runs-source", "published.a100-of-2021-stragglers"},
    {"llama-3-mfu", "published.llama-3-mfu-title", "published.llama-3-mfu-source", "published.llama-mfu-constants"},
    {"parameter-counts", "published.parameter-counts-title", "published.parameter-counts-source", ""},
    {"galvatron-block", "published.galvatron-block-title", "published.galvatron-block-source", "published.galvatron-block-constants"},
};

struct Phrase {
    std::string_view text, code;  // text: of a row's label; {} stands for what becomes the next parameter
    std::array<std::string_view, 3> params{};
};
// A longer one before those that it contains.
constexpr Phrase kPhrases[] = {
    {"master weights, m and v", "published.row-master-weights"},
    {"weights", "published.row-weights"},
    {"gradients", "published.row-gradients"},
    {"states", "published.row-states"},
    {"activations", "published.row-activations"},
    {"tensor parallel baseline", "published.row-tensor-baseline"},
    {"tensor parallel", "published.row-tensor"},
    {"sequence parallel and selective", "published.row-sequence-selective"},
    {"selective and sequence parallel", "published.row-sequence-selective"},
    {"sequence+selective", "published.row-sequence-selective"},
    {"sequence parallel", "published.row-sequence"},
    {"selective recompute", "published.row-selective"},
    {"selective recomputation", "published.row-selective"},
    {"full recompute", "published.row-full"},
    {"full recomputation", "published.row-full"},
    {"forward", "published.row-forward"},
    {"backward", "published.row-backward"},
    {"{} stage {} on {}", "published.row-zero", {"model", "stage", "cards"}},
    {"{} on {}", "published.row-on", {"model", "cards"}},
    {"{} cards", "published.row-cards", {"cards"}},
    {"micro {}", "published.row-micro", {"micro"}},
    {"global {}", "published.row-global", {"global"}},
};

// Values of the phrase's parameters in `text`; none where it is another phrase.
std::optional<std::map<std::string, std::string>> valuesOf(std::string_view text, const Phrase& wanted) {
    std::map<std::string, std::string> values;
    std::string_view phrase = wanted.text;
    auto name = wanted.params.begin();
    while (!phrase.empty()) {
        const std::size_t open = phrase.find('{');
        if (!text.starts_with(phrase.substr(0, open))) return std::nullopt;
        if (open == phrase.npos) return text.size() == phrase.size() ? std::optional(values) : std::nullopt;
        text.remove_prefix(open);
        phrase.remove_prefix(open + 2);
        const std::string_view next = phrase.substr(0, phrase.find('{'));
        const std::size_t end = next.empty() ? text.size() : text.find(next);
        if (end == text.npos || end == 0) return std::nullopt;
        values[std::string(*name++)] = text.substr(0, end);
        text.remove_prefix(end);
    }
    return text.empty() ? std::optional(values) : std::nullopt;
}

std::optional<PublishedWords> phraseOf(std::string_view text) {
    for (const Phrase& phrase : kPhrases)
        if (auto values = valuesOf(text, phrase)) return PublishedWords{std::string(phrase.code), std::move(*values)};
    return std::nullopt;
}

}  // namespace

std::string PublishedWords::text() const {
    const auto plain = params.find("text");
    return code.empty() ? (plain == params.end() ? std::string() : plain->second) : fillIn(sentence(code), params);
}

std::vector<PublishedWords> PublishedRow::words() const {
    constexpr std::string_view kComma = ", ";
    if (auto whole = phraseOf(label); whole && label.find(kComma) != label.npos) return {std::move(*whole)};
    std::vector<PublishedWords> words;
    for (std::string_view rest = label;;) {
        const std::string_view part = rest.substr(0, rest.find(kComma));
        words.push_back(phraseOf(part).value_or(PublishedWords{{}, {{"text", std::string(part)}}}));
        if (part.size() == rest.size()) return words;
        rest.remove_prefix(part.size() + kComma.size());
    }
}

void putWords(PublishedTable& table) {
    const auto* row = std::ranges::find(kWords, std::string_view(table.name), &Words::name);
    if (row == std::end(kWords)) throw std::runtime_error("published.json: no words for the table " + table.name);
    table.title.code = row->title;
    table.source.code = row->source;
    table.constants.code = row->constants;
}

}  // namespace core
