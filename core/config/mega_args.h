// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Arguments of Megatron-LM and Megatron-DeepSpeed, whatever they were read from. Names without dashes in front, with
// dashes inside ("tensor-model-parallel-size"). The table of names is data: kind, and who knows it.
#pragma once

#include "core/config/shell_text.h"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace core {

enum class MegaKind { Flag, Whole, Real, Text, Several };

struct MegaName {
    std::string_view name;
    MegaKind kind;
};

// Every name that some version of either project knows.
[[nodiscard]] std::span<const MegaName> megaNames();
[[nodiscard]] const MegaName* findMegaName(std::string_view name);

// A name that was taken out, and what replaces it.
struct MegaRemoved {
    std::string_view name, instead;
};
[[nodiscard]] std::span<const MegaRemoved> megaRemoved();

struct MegaValue {
    std::vector<ShellText> values;  // none of a flag
    std::string where;              // FILE:LINE:COLUMN of the name
};

class MegaArgs {
public:
    std::string file;
    std::string place;  // FILE:LINE:COLUMN of the command

    void set(std::string name, MegaValue value) { m_values[std::move(name)] = std::move(value); }
    [[nodiscard]] bool has(std::string_view name) const { return m_values.contains(name); }
    // Nothing where it is absent, not a number, or known only to a run.
    [[nodiscard]] std::optional<std::int64_t> whole(std::string_view name) const;
    [[nodiscard]] std::optional<double> real(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> text(std::string_view name) const;
    [[nodiscard]] std::string where(std::string_view name) const;  // of the first name given that is there, else `place`
    [[nodiscard]] const std::map<std::string, MegaValue, std::less<>>& all() const { return m_values; }

private:
    std::map<std::string, MegaValue, std::less<>> m_values;
};

// The words behind the program, as argparse takes them: --name value, --name=value, several values up to the next name.
// Problems: a name that nobody knows, a missing or ill-typed value.
struct MegaParsed {
    MegaArgs args;
    Problems problems;
};
// Whose parser reads the words. Megatron's own programs end on a name that they do not know, also on the beginning of one;
// others may add names of their own (extra_args_provider), which cannot be known here.
enum class MegaProgram { Own, Extended };
[[nodiscard]] MegaParsed parseMegaArgs(std::span<const ShellText> words, std::string_view file, MegaProgram program);

}  // namespace core
