// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A shell script cut into words (quotes and expansions still in them), operators, line ends and here-documents.
#pragma once

#include "core/base/json_text.h"

#include <string>
#include <string_view>
#include <vector>

namespace core {

struct ShellToken {
    enum class Kind { Word, Operator, LineEnd };
    Kind kind = Kind::Word;
    std::string_view raw;  // of the script's text
    TextPosition at;
    int hereDocument = -1;  // of << and <<-: index into hereDocuments
};

struct HereDocument {
    std::string_view body;
    TextPosition at;
    bool expands = true;    // its delimiter had no quotes
    bool stripsTabs = false;
};

struct ShellComment {
    std::string_view text;  // from # to the end of the line
    TextPosition at;
};

struct ShellTokens {
    std::vector<ShellToken> tokens;
    std::vector<HereDocument> hereDocuments;
    std::vector<ShellComment> comments;
};

// The result points into `text`. Quotes or brackets that do not end are a problem with their place.
[[nodiscard]] Result<ShellTokens> shellTokens(std::string_view text, std::string_view file);

}  // namespace core
