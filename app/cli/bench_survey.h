// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench survey: sweeps of products, attention, passes and collectives on this machine's cores, as a file that calibrate takes.
#pragma once

#include "app/cli/answer.h"

#include <string>

namespace app {

// Written to `file` unless that is empty; an existing one only with `replace`.
[[nodiscard]] Reply benchSurvey(int rounds, const std::string& file, bool replace);

}  // namespace app
