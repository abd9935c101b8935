// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/catalogue.h"
#include "core/validation/published.h"

#include <algorithm>
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

}  // namespace

std::string PublishedWords::text() const { return fillIn(sentence(code), params); }

void putWords(PublishedTable& table) {
    const auto* row = std::ranges::find(kWords, std::string_view(table.name), &Words::name);
    if (row == std::end(kWords)) throw std::runtime_error("published.json: no words for the table " + table.name);
    table.title.code = row->title;
    table.source.code = row->source;
    table.constants.code = row->constants;
}

}  // namespace core
