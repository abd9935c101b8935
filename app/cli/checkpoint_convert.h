// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// checkpoint convert SOURCE --to FOLDER: a checkpoint as a Hugging Face model folder, or, with --plan PLAN, such a
// folder as a checkpoint of step 0. FOLDER is new or empty, and appears whole or not at all. What does not fit or is
// damaged: exit code 1; what cannot be read as what it should be: 2.
#pragma once

#include "app/cli/command.h"

namespace app {

void addCheckpointConvert(CLI::App& checkpoint, int& exit);

}  // namespace app
