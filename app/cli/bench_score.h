// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench score: how fast plans are scored, evaluated, replayed and searched, each against the time that an interface with
// sliders leaves for it.
#pragma once

#include "app/cli/answer.h"

namespace app {

[[nodiscard]] Reply benchScore(int rounds);

}  // namespace app
