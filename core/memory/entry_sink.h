// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the memory formulas put their entries. With a ledger it writes labels, formulas and numbers; without
// one it only adds up the bytes, which is what a search needs. The formulas exist once, for both.
#pragma once

#include "core/memory/ledger.h"

#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace core {

class EntrySink {
public:
    EntrySink() = default;
    explicit EntrySink(Ledger& ledger)
        : m_ledger(&ledger) {}

    struct Text {
        std::string_view label;    // catalogue code
        std::string_view formula;  // in symbols
        std::string_view pattern;  // with one {} for each value: "8 B · {} / {}"
    };
    // Entries of 0 bytes are left out.
    void add(MemoryCategory category, const Text& text, std::initializer_list<std::int64_t> values,
             Bytes bytes);
    // A line with its numbers already written.
    void add(MemoryCategory category, std::string_view label, std::string_view formula,
             std::string_view numbers, Bytes bytes);
    // From now on bytes of this category lie in host memory: they are recorded as 0 with the label
    // ledger.on-host.
    void moveToHost(MemoryCategory category) { m_onHost[std::size_t(category)] = true; }
    [[nodiscard]] bool writesText() const { return m_ledger != nullptr; }

    [[nodiscard]] const CategoryBytes& bytes() const { return m_bytes; }

private:
    Ledger* m_ledger = nullptr;
    CategoryBytes m_bytes{};
    std::array<bool, kMemoryCategories> m_onHost{};
};

}  // namespace core
