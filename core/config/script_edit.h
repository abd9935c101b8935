// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Changes single arguments in the text of a script, wherever its variables and arrays have them, and leaves everything
// else as it is written. A place whose text is not what the reader made of it (a part of a variable, say) is not touched:
// the answer is then nothing.
#pragma once

#include "core/config/mega_args.h"

#include <optional>
#include <string>
#include <string_view>

namespace core {

class ScriptEdit {
public:
    // Both must outlive it. The arguments are those read from `text`.
    ScriptEdit(std::string_view text, const MegaArgs& args)
        : m_text(text)
        , m_args(args) {}

    // The first value of an argument that is there, wherever it is written.
    [[nodiscard]] std::optional<std::string> withValue(std::string_view name, const std::string& value) const;
    // With its values, and with its line where nothing else stands there.
    [[nodiscard]] std::optional<std::string> without(std::string_view name) const;
    [[nodiscard]] std::optional<std::string> withName(std::string_view name, const std::string& other) const;
    // In front of `anchor`, or of any other argument where that is not there. `words` is "--name value".
    [[nodiscard]] std::optional<std::string> withArgument(const std::string& words, std::string_view anchor) const;
    // A line of its own in front of the command.
    [[nodiscard]] std::optional<std::string> withLineBefore(const std::string& line) const;

private:
    [[nodiscard]] std::optional<std::size_t> nameAt(std::string_view name) const;
    [[nodiscard]] std::string withoutRange(std::size_t begin, std::size_t end) const;

    std::string_view m_text;
    const MegaArgs& m_args;
};

}  // namespace core
