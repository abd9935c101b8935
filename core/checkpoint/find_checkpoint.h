// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From what a person names to a checkpoint that can be trusted: the folder of one checkpoint, or a folder of
// several, of which the newest is meant. A damaged one is refused with the newest sound one beside it as the
// remedy; it is never passed over in silence.
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/checkpoint_folder.h"

#include <filesystem>
#include <optional>

namespace core {

// The checkpoint that `path` means, not opened. Refused with checkpoint.not-found.
[[nodiscard]] Result<std::filesystem::path> locateCheckpoint(const std::filesystem::path& path);

// The newest one beside `checkpoint`, other than itself, that verifies.
[[nodiscard]] std::optional<CheckpointPlace> soundBeside(const std::filesystem::path& checkpoint);

// Located, opened and verified to the last byte.
[[nodiscard]] Result<Checkpoint> openSound(const std::filesystem::path& path);
// Adds to every problem of a damaged checkpoint which one to take instead.
[[nodiscard]] Problems withRemedy(Problems problems, const std::filesystem::path& checkpoint);

// Where a run of this plan writes: /run/checkpoint/directory, else where the checkpoint it resumed from lies,
// else a folder of its own in the user's data folder, named after the plan and the time.
[[nodiscard]] std::filesystem::path checkpointFolderFor(const Plan& plan, const Checkpoint* resumed);

}  // namespace core
