// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which change each remedy stands for, as data: one row a remedy (or one of several ways), up to three changes made
// together. {name} in a name or value is a parameter of the problem.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace core {

struct MendChange {
    enum class Kind {
        None,
        SetKey,       // of the ds_config: path, JSON value
        SetHere,      // the key that the problem points at
        RemoveKey,    // path
        RemoveHere,   // likewise
        RenameHere,   // to `name`
        SetArgument,  // of the script: name, value
        RemoveArgument,
        RenameArgument,  // `name` to `value`
        AddArgument,     // name, value
        AddLine          // before the command
    };
    Kind kind = Kind::None;
    std::string_view name{}, value{};
};

struct MendRow {
    std::string_view fix;
    std::array<MendChange, 3> changes;
    std::string_view code{};  // of this problem only; empty = of any
};

[[nodiscard]] std::span<const MendRow> mendRows();

}  // namespace core
