// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Units of numeric answers, as each language writes them.
#pragma once

#include "core/lesson/language.h"

#include <string>
#include <string_view>

namespace core {

// A unit as it stands in a file, "d", in words: "days", "天".
[[nodiscard]] std::string unitText(std::string_view unit, Language language);
// "8.52 days", "8.52 天"; the per cent sign as numberText() writes it.
[[nodiscard]] std::string withUnit(const std::string& number, std::string_view unit, Language language);

}  // namespace core
