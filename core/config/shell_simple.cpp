// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/shell_simple.h"

#include <cctype>

namespace core {

ShellSimple shellSimple(std::span<const ShellToken> tokens, std::size_t first) {
    using Kind = ShellToken::Kind;
    ShellSimple simple;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        const ShellToken& token = tokens[i];
        if (token.kind == Kind::Word) {
            simple.words.emplace_back(token.raw, token.at);
            continue;
        }
        const bool here = token.hereDocument >= 0;
        if (here) simple.document = std::size_t(token.hereDocument);
        if (i + 1 == tokens.size() || tokens[i + 1].kind != Kind::Word) continue;
        if (token.raw == ">" || token.raw == ">>" || token.raw == ">|") simple.target = first + i + 1;
        ++i;
    }
    return simple;
}

std::size_t assignedLength(std::string_view raw) {
    std::size_t length = 0;
    while (length < raw.size() && (raw[length] == '_' || std::isalnum(static_cast<unsigned char>(raw[length]))))
        ++length;
    if (length == 0 || std::isdigit(static_cast<unsigned char>(raw[0]))) return 0;
    const std::string_view rest = raw.substr(length);
    return rest.starts_with('=') || rest.starts_with("+=") ? length : 0;
}

}  // namespace core
