// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explorer as a printer: this program knows no Qt, so a PDF is made by the program `shardscope` beside it, without a
// window and without a display.
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"

#include <string>

namespace app {

// Waits for it. Refused where there is no such program, or where it printed nothing.
[[nodiscard]] core::Result<void> printByExplorer(const core::Plan& plan, const std::string& file, const std::string& language);

}  // namespace app
