// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The languages that lessons are written in, side by side.
#pragma once

#include "core/base/enum_text.h"

#include <array>
#include <cstddef>

namespace core {

enum class Language { English, Chinese };
inline constexpr std::array kLanguages = {Language::English, Language::Chinese};
template <>
std::span<const std::pair<Language, std::string_view>> enumNames<Language>();  // "en", "zh_CN": names of text files

template <class T>
struct Localised {
    std::array<T, kLanguages.size()> texts{};
    [[nodiscard]] const T& in(Language language) const { return texts[std::size_t(language)]; }
    T& in(Language language) { return texts[std::size_t(language)]; }
};

}  // namespace core
