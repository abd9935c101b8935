// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A ledger: labelled bytes that sum to a total, each with its formula in symbols and with numbers.
// MemoryCategory is the one enum from formula to allocator tag to bar colour.
#pragma once

#include "core/base/enum_text.h"
#include "core/base/units.h"

#include <array>
#include <string>
#include <vector>

namespace core {

enum class MemoryCategory { Parameters, Gradients, Optimizer, Activations, Temporary, Framework };
inline constexpr int kMemoryCategories = 6;
template <>
std::span<const std::pair<MemoryCategory, std::string_view>> enumNames<MemoryCategory>();  // "parameters" ...

// fp32 master weights count as Optimizer, ZeRO-3 gathers as Temporary.
using CategoryBytes = std::array<Bytes, kMemoryCategories>;
[[nodiscard]] Bytes sum(const CategoryBytes& bytes);

struct LedgerEntry {
    MemoryCategory category{};
    std::string label;    // code of the message catalogue, e.g. "ledger.adam-moments"
    std::string formula;  // "8 · Ψ / D"
    std::string numbers;  // "8 B · 1,638,400 / 2"
    Bytes bytes;
    bool operator==(const LedgerEntry&) const = default;
};

struct Ledger {
    std::vector<LedgerEntry> entries;
    [[nodiscard]] Bytes total() const;
    [[nodiscard]] Bytes of(MemoryCategory category) const;
    [[nodiscard]] CategoryBytes byCategory() const;
    bool operator==(const Ledger&) const = default;
};

}  // namespace core
