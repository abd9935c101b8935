// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_ansi.h"

#include "core/base/utf8.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

namespace core {

namespace {

constexpr std::uint32_t kLastCharacter = 0x10FFFF;

class Decoder {
public:
    explicit Decoder(std::string_view text)
        : m_text(text) {}

    std::string run() {
        while (m_at < m_text.size())
            if (m_text[m_at] != '\\' || m_at + 1 == m_text.size())
                m_out += m_text[m_at++];
            else
                escape();
        return std::move(m_out);
    }

private:
    // The digits behind `skip` characters, at most `most`; advances past them.
    std::optional<std::uint32_t> number(std::size_t skip, std::size_t most, int base) {
        const std::string_view digits = m_text.substr(std::min(m_at + skip, m_text.size()), most);
        std::uint32_t value = 0;
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
        if (error != std::errc()) return std::nullopt;
        m_at += skip + std::size_t(end - digits.data());
        return value;
    }

    void escape() {
        static constexpr std::string_view kLetters = "abeEfnrtv\\'\"?", kMeanings = "\a\b\x1b\x1b\f\n\r\t\v\\'\"?";
        const char letter = m_text[m_at + 1];
        if (const std::size_t i = kLetters.find(letter); i != kLetters.npos) {
            m_out += kMeanings[i];
            m_at += 2;
        } else if (letter >= '0' && letter <= '7') {
            m_out += char(*number(1, 3, 8));
        } else if (letter == 'x') {
            byteOrCharacter(number(2, 2, 16), 0xFF);
        } else if (letter == 'u' || letter == 'U') {
            byteOrCharacter(number(2, letter == 'u' ? 4 : 8, 16), kLastCharacter);
        } else {
            m_out += m_text[m_at++];  // the backslash stays where it means nothing
        }
    }

    // Without digits the escape stands for itself.
    void byteOrCharacter(std::optional<std::uint32_t> value, std::uint32_t most) {
        if (!value)
            m_out += m_text[m_at++];
        else if (most == 0xFF)
            m_out += char(*value);
        else if (*value <= most)
            appendUtf8(m_out, *value);
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_out;
};

}  // namespace

std::string ansiText(std::string_view quoted) { return Decoder(quoted).run(); }

}  // namespace core
