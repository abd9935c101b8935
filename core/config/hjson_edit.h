// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes single members of a relaxed-JSON text and leaves everything else as it is written: comments, order, indents,
// quotes. Pointers are RFC 6901. Nothing where the text cannot be read or the change cannot be made.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace core {

// `value` is JSON text. A member that is not there is added behind the last of its object, objects around it likewise.
[[nodiscard]] std::optional<std::string> withHjsonValue(std::string_view text, const std::string& pointer,
                                                        const std::string& value);
// With its comma, and with its line where nothing else stands there.
[[nodiscard]] std::optional<std::string> withoutHjsonMember(std::string_view text, const std::string& pointer);
[[nodiscard]] std::optional<std::string> withHjsonKey(std::string_view text, const std::string& pointer,
                                                      const std::string& name);

}  // namespace core
