// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A checkpoint on disk, opened for reading: a folder with a manifest and one safetensors file per rank that
// wrote. Opening reads the manifest and every header and holds them against each other; the numbers are
// checked when they are read. Any rank of any layout reads the boxes it needs. Safe from several threads.
#pragma once

#include "core/checkpoint/manifest.h"

#include <filesystem>
#include <map>
#include <span>
#include <vector>

namespace core {

// Of the checkpoint in `folder`; its shards are not looked at.
[[nodiscard]] Result<Manifest> readManifest(const std::filesystem::path& folder);

class Checkpoint {
public:
    // Problems name the file: missing, truncated, damaged, or of another checkpoint.
    [[nodiscard]] static Result<Checkpoint> open(const std::filesystem::path& folder);

    [[nodiscard]] const std::filesystem::path& folder() const { return m_folder; }
    [[nodiscard]] const Manifest& manifest() const { return m_manifest; }
    [[nodiscard]] std::optional<int> tensorNamed(std::string_view name) const;

    // One box of a tensor, row-major, in fp64, which holds every stored type. Reads and checks whole stored slices, one at a time.
    [[nodiscard]] Result<void> read(StateKind kind, int tensor, const Box& box, std::span<double> into) const;
    // Reads everything; a problem for every slice whose bytes are not those that were written.
    [[nodiscard]] Problems verify() const;

private:
    struct Place {
        int file = 0;
        std::int64_t offset = 0, bytes = 0;  // from the start of the file
        StoredSlice slice;
    };
    [[nodiscard]] Problems addFile(int file);
    [[nodiscard]] Result<std::vector<std::byte>> load(const Place& place) const;
    [[nodiscard]] std::filesystem::path pathOf(int file) const;

    std::filesystem::path m_folder;
    Manifest m_manifest;
    std::map<std::pair<StateKind, int>, std::vector<Place>> m_places;
};

}  // namespace core
