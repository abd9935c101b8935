// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The commands of shardscope-cli, in the order of the help text.
#include "app/cli/command.h"

namespace app {

std::span<const CommandRow> commands() { return {}; }

}  // namespace app
