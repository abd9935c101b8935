// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Entries with or without their text.
#include "core/memory/entry_sink.h"

#include "core/base/text.h"

namespace core {

namespace {

std::string fill(std::string_view pattern, std::initializer_list<std::int64_t> values) {
    std::string text;
    auto value = values.begin();
    for (std::size_t at; (at = pattern.find("{}")) != pattern.npos && value != values.end(); ++value) {
        text.append(pattern.substr(0, at)).append(withThousands(*value));
        pattern.remove_prefix(at + 2);
    }
    return text.append(pattern);
}

}  // namespace

void EntrySink::add(MemoryCategory category, const Text& text, std::initializer_list<std::int64_t> values,
                    Bytes bytes) {
    if (bytes == Bytes(0)) return;
    add(category, text.label, text.formula, m_ledger ? fill(text.pattern, values) : std::string(), bytes);
}

void EntrySink::add(MemoryCategory category, std::string_view label, std::string_view formula,
                    std::string_view numbers, Bytes bytes) {
    if (bytes == Bytes(0)) return;
    const bool onHost = m_onHost[std::size_t(category)];
    if (!onHost) m_bytes[std::size_t(category)] += bytes;
    if (!m_ledger) return;
    if (onHost)
        m_ledger->entries.push_back(
            {category, "ledger.on-host", std::string(formula), std::string(numbers), Bytes(0)});
    else
        m_ledger->entries.push_back(
            {category, std::string(label), std::string(formula), std::string(numbers), bytes});
}

}  // namespace core
