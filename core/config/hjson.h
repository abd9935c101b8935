// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Hjson as DeepSpeed reads its configuration (Python's hjson 3.1): JSON plus comments (#, //, /* */), keys and strings
// without quotes, strings in single or triple quotes, commas that may be left out, a root without braces. Two habits
// of that reader matter and are kept: a string without quotes runs to the end of its line, comma included, and a
// number with an exponent that is whole and below 1e10 becomes an integer. Places and duplicate keys as in JsonText.
#pragma once

#include "core/base/json_text.h"

#include <map>
#include <set>
#include <string>
#include <string_view>

namespace core {

struct HjsonText {
    JsonText json;
    std::set<std::string> quoteless;           // pointers of the strings that had no quotes
    std::map<std::string, TextPosition> ends;  // pointer → just behind its value; blanks behind one without quotes count
};

[[nodiscard]] Result<HjsonText> readHjson(std::string_view text, std::string_view file);

}  // namespace core
