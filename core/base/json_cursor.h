// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the readers of JSON and of relaxed JSON share: a place in a text that counts lines and characters, blanks and
// comments, strings in quotes with their escapes, keys that stand twice. Errors are thrown as JsonRefusal and must not
// leave the reader.
#pragma once

#include "core/base/json_text.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace core {

inline constexpr int kMaxJsonDepth = 100;

struct JsonRefusal {
    Problem problem;
};

class JsonCursor {
protected:
    // Both must outlive it. Begins behind a byte-order mark.
    JsonCursor(std::string_view text, JsonText& result);

    [[noreturn]] void fail(std::string code, std::map<std::string, std::string> params, std::string fix = "fix.json.mend") const;
    [[noreturn]] void expected(std::string_view what) const;
    void refuseDepth(int depth) const;

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek() const { return atEnd() ? '\0' : m_text[m_at]; }
    [[nodiscard]] bool startsWith(std::string_view text) const { return m_text.substr(m_at).starts_with(text); }
    void advance(std::size_t characters = 1);
    void skipBlank();  // comments (#, //, /* */) included

    // Between quotes of the kind that stands here; `\'` is an escape only between single ones or with `singleToo`.
    enum class Escapes { Json, SingleQuoteToo };
    [[nodiscard]] std::string quoted(Escapes escapes);
    // `upstream` is what another program prints of a key that stands twice.
    void noteKey(const std::string& name, const std::string& pointer, TextPosition at, const std::string& upstream);

    std::string_view m_text;
    std::size_t m_at = 0;
    TextPosition m_position;
    std::string m_pointer;  // of the value that is being read
    JsonText& m_json;

private:
    [[nodiscard]] std::string found() const;
    void skipBlockComment();
    void escape(std::string& out, Escapes escapes);
    std::uint32_t unicodeEscape();
    std::uint32_t hexQuad();
};

}  // namespace core
