// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes single members of a text of nested objects and leaves everything else as it is written: comments, order,
// indents, quotes. Where the members stand is known beforehand, so the same acts serve relaxed JSON and YAML. Pointers
// are RFC 6901. Nothing where the change cannot be made.
#pragma once

#include "core/config/hjson.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core {

class MemberEditor {
public:
    // The text must outlive it; `places` are those of its members. A member that needs a line of its own instead of a
    // comma is among the quoteless ones.
    MemberEditor(std::string_view text, HjsonText places)
        : m_text(text)
        , m_read(std::move(places)) {}

    // `value` is JSON text. A member that is not there is added behind the last of its object, objects around it likewise.
    [[nodiscard]] std::optional<std::string> withValue(const std::string& pointer, const std::string& value) const;
    // With its comma, and with its line where nothing else stands there.
    [[nodiscard]] std::optional<std::string> without(const std::string& pointer) const;
    [[nodiscard]] std::optional<std::string> withKey(const std::string& pointer, const std::string& name) const;

private:
    struct Member {
        std::string pointer;
        std::size_t key = 0, begin = 0, end = 0;  // offsets of the key and of its value
    };
    [[nodiscard]] bool isObject(const std::string& pointer) const;
    [[nodiscard]] std::optional<Member> member(const std::string& pointer) const;
    [[nodiscard]] std::vector<Member> members(const std::string& object) const;  // in the order of the text
    [[nodiscard]] std::optional<Member> previous(const Member& member) const;
    [[nodiscard]] std::optional<std::string> added(const std::string& pointer, const std::string& value) const;
    [[nodiscard]] std::string written(const std::string& pointer, const std::string& value, const Member* neighbour) const;
    [[nodiscard]] std::optional<std::string> intoEmpty(const std::string& object, const std::string& written) const;
    [[nodiscard]] std::size_t skipBlank(std::size_t at) const;

    std::string_view m_text;
    HjsonText m_read;
};

}  // namespace core
