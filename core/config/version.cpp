// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/config/version.h"

#include <fmt/format.h>

#include <charconv>

namespace core {

Result<Version> parseVersion(std::string_view text, std::string_view where) {
    std::string_view rest = text.substr(text.starts_with('v') ? 1 : 0);
    int parts[3] = {};
    int count = 0;
    bool more = true;
    while (more && count < 3) {
        const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), parts[count]);
        if (error != std::errc() || parts[count] < 0) break;
        ++count;
        rest.remove_prefix(std::size_t(end - rest.data()));
        more = rest.starts_with('.');
        if (more) rest.remove_prefix(1);
    }
    if (count < 2 || more || !rest.empty())
        return refuse({Severity::Error, "config.version", std::string(where), {{"text", std::string(text)}},
                       "fix.config.version"});
    return Version{parts[0], parts[1], parts[2]};
}

std::string toText(Version version) { return fmt::format("{}.{}.{}", version.major, version.minor, version.patch); }

}  // namespace core
