// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Problems of configurations in words: what the list, the line and the buttons say.
#pragma once

#include "core/config/mends.h"
#include "core/config/text_place.h"

#include <QString>

namespace ui {

struct DeskProblem {
    core::Severity severity{};
    QString file;  // path; empty = of the launch as a whole
    int line = -1, column = 0;  // from 0; −1 = no place
    QString title;     // what is wrong, without its source
    QString remedy;    // may be empty
    QString upstream;  // what the program itself prints; may be empty
    QString source;    // may be empty
    std::vector<core::ConfigMend> mends;
};
// Errors first, then by place.
[[nodiscard]] std::vector<DeskProblem> deskProblems(const core::MendedReport& report);

// "Set stage to 1", "Remove fp16"
[[nodiscard]] QString mendWords(const core::ConfigMend& mend);
// "ds_config.json, line 8"
[[nodiscard]] QString placeWords(const DeskProblem& problem);
// All of it, for a tooltip.
[[nodiscard]] QString wholeWords(const DeskProblem& problem);

}  // namespace ui
