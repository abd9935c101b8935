// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Core texts as Qt strings. Codes of problems, ledgers and fields are translated in the contexts "problem",
// "fix", "ledger" and "field"; where a language has no sentence for a code, the English one of the core
// catalogue stands.
#pragma once

#include "core/base/problem.h"
#include "core/plan/fields.h"

#include <QString>

#include <string_view>

namespace ui {

[[nodiscard]] QString qs(std::string_view text);
[[nodiscard]] QString sentence(const core::Problem& problem);     // what is wrong
[[nodiscard]] QString fixSentence(const core::Problem& problem);  // what to do; may be empty
[[nodiscard]] QString sentences(const core::Problem& problem);    // both
[[nodiscard]] QString fieldLabel(const core::Field& field);
[[nodiscard]] QString ledgerLabel(const std::string& code);

}  // namespace ui
