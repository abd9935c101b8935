// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// UTF-8, one character at a time (RFC 3629).
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace core {

// Bytes of the sequence that begins at `at`, 0 when it is damaged (overlong forms and surrogates included).
[[nodiscard]] std::size_t utf8Length(std::string_view text, std::size_t at);
// The first bytes of a text, at most `most`, that end no character in its middle.
[[nodiscard]] std::string_view utf8Prefix(std::string_view text, std::size_t most);
void appendUtf8(std::string& out, std::uint32_t character);

}  // namespace core
