// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// JSON for people: reads what they write (comments //, #, /* */, trailing commas, a byte-order mark),
// remembers where every value stands, and finds keys that stand twice. RFC 8259 otherwise; pointers are RFC
// 6901.
#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <map>
#include <string>
#include <string_view>

namespace core {

// 1-based; the column counts characters, not bytes.
struct TextPosition {
    int line = 1, column = 1;
    bool operator==(const TextPosition&) const = default;
};

struct JsonText {
    nlohmann::ordered_json root;
    std::string file;                               // as given; stands in every `where`
    std::map<std::string, TextPosition> keys;       // pointer → its key (of an element: its value)
    std::map<std::string, TextPosition> positions;  // pointer → its value
    Problems duplicates;                            // the last of equal keys is the one in `root`

    // "FILE:LINE:COLUMN (pointer)" of a value; of its nearest parent where the pointer has no place in the
    // text.
    [[nodiscard]] std::string where(std::string_view pointer) const;
    // The same, of the key.
    [[nodiscard]] std::string whereKey(std::string_view pointer) const;
};

[[nodiscard]] Result<JsonText> readJson(std::string_view text, std::string_view file);

// One reference token of a pointer: "~" and "/" escaped.
[[nodiscard]] std::string pointerToken(std::string_view key);
[[nodiscard]] std::string placeText(std::string_view file, TextPosition at, std::string_view pointer);

}  // namespace core
