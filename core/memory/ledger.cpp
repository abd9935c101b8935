// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sums over ledgers and the names of the memory categories.
#include "core/memory/ledger.h"

#include <numeric>

namespace core {

template <>
std::span<const std::pair<MemoryCategory, std::string_view>> enumNames<MemoryCategory>() {
    static constexpr std::array<std::pair<MemoryCategory, std::string_view>, kMemoryCategories> names{{
        {MemoryCategory::Parameters, "parameters"},
        {MemoryCategory::Gradients, "gradients"},
        {MemoryCategory::Optimizer, "optimizer"},
        {MemoryCategory::Activations, "activations"},
        {MemoryCategory::Temporary, "temporary"},
        {MemoryCategory::Framework, "framework"},
    }};
    return names;
}

Bytes sum(const CategoryBytes& bytes) { return std::accumulate(bytes.begin(), bytes.end(), Bytes(0)); }

Bytes Ledger::total() const { return sum(byCategory()); }

Bytes Ledger::of(MemoryCategory category) const { return byCategory()[std::size_t(category)]; }

CategoryBytes Ledger::byCategory() const {
    CategoryBytes bytes{};
    for (const LedgerEntry& entry : entries) bytes[std::size_t(entry.category)] += entry.bytes;
    return bytes;
}

}  // namespace core
