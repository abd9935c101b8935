// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A folder of checkpoints: one subfolder each, step-00000010. A subfolder of that name is always complete: it
// is written under a temporary name, synced and renamed. Unfinished ones of a killed run are removed when the
// next one begins to write there.
#pragma once

#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/file_io.h"

#include <filesystem>
#include <string>
#include <vector>

namespace core {

inline constexpr std::string_view kStepPrefix = "step-";

struct CheckpointPlace {
    std::filesystem::path path;
    std::string savedAt;  // ISO 8601; of the folder itself where the manifest cannot be read
    std::int64_t step = 0;
    Problems problems;  // of the manifest
};
// Newest first, by the time of saving.
[[nodiscard]] std::vector<CheckpointPlace> checkpointsIn(const std::filesystem::path& folder);

// What one rank gives to be written. Owns its bytes: training goes on while they are written.
struct RankShard {
    struct Entry {
        SliceId id;
        StoredType type{};
        std::int64_t begin = 0, bytes = 0;  // in `data`
    };
    int rank = 0;
    std::vector<Entry> entries;  // in the order of `data`, without gaps
    std::vector<std::byte> data;
};

// The right to write into a folder: at most one process has it. Not for several threads at a time.
class CheckpointFolder {
public:
    // Creates the folder and clears away what a killed run left unfinished. Refused while another process
    // writes there.
    [[nodiscard]] static Result<CheckpointFolder> open(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }
    // Writes one checkpoint; `manifest` comes without id, savedAt and files. Returns its folder and bytes. On
    // failure nothing is left behind. A checkpoint of the same step is replaced.
    struct Written {
        std::filesystem::path path;
        std::int64_t bytes = 0;
    };
    [[nodiscard]] Result<Written> write(Manifest manifest, const std::vector<RankShard>& shards);
    // Gives the folder up; it goes, too, where nothing was written.
    void removeIfEmpty();
    // Removes all but the `keep` newest; 0 keeps all.
    void prune(int keep);

private:
    [[nodiscard]] Result<std::int64_t> writeInto(const std::filesystem::path& temporary, Manifest& manifest,
                                                 const std::vector<RankShard>& shards) const;
    void remove(const std::filesystem::path& checkpoint);

    std::filesystem::path m_path;
    Descriptor m_lock;
    std::int64_t m_written = 0;
};

}  // namespace core
