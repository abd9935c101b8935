// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// --report: the page about a plan, without a window. Returns the exit code.
#pragma once

#include "core/lesson/language.h"
#include "core/plan/plan.h"

#include <QString>

namespace app {

// 0 written, 2 not written; the reason goes to standard error.
[[nodiscard]] int runReport(const core::Plan& plan, const QString& file, core::Language language);

}  // namespace app
