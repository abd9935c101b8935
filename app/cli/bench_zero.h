// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// bench zero: what each of ZeRO's options is worth on virtual cards, against the same plan without it: virtual time of a
// step on fast and on slow links, and the temporary memory it takes. Options that do not win everywhere are off by default.
#pragma once

#include "app/cli/answer.h"

namespace app {

[[nodiscard]] Reply benchZero(int rounds);

}  // namespace app
