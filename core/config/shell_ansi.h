// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The inside of bash's $'…' (bash manual, "ANSI-C Quoting"): backslash escapes into what they stand for.
#pragma once

#include <string>
#include <string_view>

namespace core {

[[nodiscard]] std::string ansiText(std::string_view quoted);

}  // namespace core
