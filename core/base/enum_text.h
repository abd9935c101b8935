// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One table per enum between value and its name in plan files, flags and messages.
// Specialise `enumNames<E>()` beside each enum; everything else derives from it.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <utility>

namespace core {

template <class E>
std::span<const std::pair<E, std::string_view>> enumNames();

template <class E>
[[nodiscard]] std::string_view toText(E value) {
    for (const auto& [v, name] : enumNames<E>())
        if (v == value) return name;
    return "?";
}

template <class E>
[[nodiscard]] std::optional<E> fromText(std::string_view text) {
    for (const auto& [v, name] : enumNames<E>())
        if (name == text) return v;
    return std::nullopt;
}

}  // namespace core
