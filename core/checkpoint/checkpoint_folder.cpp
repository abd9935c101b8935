// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Listing, writing and pruning.
#include "core/checkpoint/checkpoint_folder.h"

#include "core/checkpoint/crc32c.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fcntl.h>
#include <random>
#include <sys/file.h>
#include <tuple>
#include <unistd.h>

namespace core {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTemporaryPrefix = ".unfinished-", kLockName = ".lock";

std::string stepName(std::int64_t step) { return fmt::format("{}{:08}", kStepPrefix, step); }

std::string timeText(std::chrono::system_clock::time_point time) {
    const auto milliseconds =
        std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count() % 1000;
    return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(std::chrono::system_clock::to_time_t(time)),
                       milliseconds);
}

std::string timeOf(const fs::path& path) {
    std::error_code ignored;
    return timeText(std::chrono::time_point_cast<std::chrono::system_clock::duration>(
        std::chrono::file_clock::to_sys(fs::last_write_time(path, ignored))));
}

std::string randomId() {
    std::random_device random;
    std::string id;
    for (int word = 0; word < 4; ++word) id += fmt::format("{:08x}", random());
    return id;
}

std::vector<fs::path> subfolders(const fs::path& folder, std::string_view prefix) {
    std::vector<fs::path> found;
    std::error_code error;
    for (auto at = fs::directory_iterator(folder, error); !error && at != fs::directory_iterator();
         at.increment(error)) {
        std::error_code ignored;
        if (at->path().filename().string().starts_with(prefix) && at->is_directory(ignored))
            found.push_back(at->path());
    }
    return found;
}

SafetensorsHeader headerOf(const RankShard& shard, const Manifest& manifest) {
    SafetensorsHeader header;
    header.metadata = {{"format", "shardscope-checkpoint"},
                       {"checkpoint", manifest.id},
                       {"step", std::to_string(manifest.position.step)},
                       {"rank", std::to_string(shard.rank)}};
    for (const RankShard::Entry& entry : shard.entries) {
        const Box& box = entry.id.box;
        std::vector<std::int64_t> shape{box.rows};
        if (manifest.tensors[std::size_t(entry.id.tensor)].columns > 1) shape.push_back(box.columns);
        header.tensors.push_back({sliceName(entry.id, manifest.tensors), entry.type, std::move(shape),
                                  entry.begin, entry.bytes});
    }
    return header;
}

StoredFile describe(const RankShard& shard, std::string name, std::string_view header) {
    StoredFile file{std::move(name), shard.rank, std::int64_t(header.size() + shard.data.size()),
                    crc32c(header), {}};
    for (const RankShard::Entry& entry : shard.entries)
        file.slices.push_back({entry.id, entry.type,
                               crc32c(std::span(shard.data)
                                          .subspan(std::size_t(entry.begin), std::size_t(entry.bytes)))});
    return file;
}

}  // namespace

std::vector<CheckpointPlace> checkpointsIn(const fs::path& folder) {
    std::vector<CheckpointPlace> places;
    for (const fs::path& path : subfolders(folder, kStepPrefix)) {
        const Result<Manifest> manifest = readManifest(path);
        places.push_back(manifest ? CheckpointPlace{path, manifest->savedAt, manifest->position.step, {}}
                                  : CheckpointPlace{path, timeOf(path), 0, manifest.error()});
    }
    std::ranges::sort(places, std::greater(),
                      [](const CheckpointPlace& place) { return std::tie(place.savedAt, place.path); });
    return places;
}

Result<CheckpointFolder> CheckpointFolder::open(const fs::path& path) {
    CheckpointFolder folder;
    std::error_code error;
    fs::create_directories(path, error);
    if (error) return refuse(cannotWrite(path, error.value()));
    folder.m_path = path;
    const fs::path lock = path / kLockName;
    folder.m_lock = Descriptor(::open(lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
    if (folder.m_lock.number() < 0) return refuse(cannotWrite(lock, errno));
    if (::flock(folder.m_lock.number(), LOCK_EX | LOCK_NB) != 0)
        return refuse({Severity::Error, "checkpoint.folder-in-use", path.string(), {}, "fix.checkpoint.folder-in-use"});
    for (const fs::path& unfinished : subfolders(path, kTemporaryPrefix)) fs::remove_all(unfinished, error);
    return folder;
}

// The manifest comes last: a folder without one is never taken for a checkpoint.
Result<std::int64_t> CheckpointFolder::writeInto(const fs::path& temporary, Manifest& manifest,
                                                 const std::vector<RankShard>& shards) const {
    std::error_code error;
    if (!fs::create_directory(temporary, error))
        return refuse(cannotWrite(temporary, error ? error.value() : EEXIST));
    for (const RankShard& shard : shards) {
        if (shard.entries.empty()) continue;
        const std::string header = encode(headerOf(shard, manifest));
        const std::string name = fmt::format("rank-{:05}.safetensors", shard.rank);
        manifest.files.push_back(describe(shard, name, header));
        const std::span<const std::byte> parts[] = {std::as_bytes(std::span(header)), shard.data};
        if (const auto written = writeSynced(temporary / name, parts); !written)
            return tl::make_unexpected(written.error());
    }
    const std::string text = encode(manifest);
    const std::span<const std::byte> parts[] = {std::as_bytes(std::span(text))};
    if (const auto written = writeSynced(temporary / kManifestName, parts); !written)
        return tl::make_unexpected(written.error());
    syncFolder(temporary);
    return manifest.bytes() + std::int64_t(text.size());
}

Result<CheckpointFolder::Written> CheckpointFolder::write(Manifest manifest, const std::vector<RankShard>& shards) {
    manifest.id = randomId();
    manifest.savedAt = timeText(std::chrono::system_clock::now());
    const fs::path temporary =
        m_path / fmt::format("{}{}-{}", kTemporaryPrefix, ::getpid(), ++m_written);
    const fs::path final = m_path / stepName(manifest.position.step);
    std::error_code ignored;
    const Result<std::int64_t> bytes = writeInto(temporary, manifest, shards);
    if (!bytes) {
        fs::remove_all(temporary, ignored);
        return tl::make_unexpected(bytes.error());
    }
    const Result<fs::path> replaced = renameOver(temporary, final);
    if (!replaced) {
        fs::remove_all(temporary, ignored);
        return tl::make_unexpected(replaced.error());
    }
    syncFolder(m_path);
    if (!replaced->empty()) remove(*replaced);
    return Written{final, *bytes};
}

// Out of the list in one step, so that nobody finds half of it.
void CheckpointFolder::remove(const fs::path& checkpoint) {
    std::error_code error;
    fs::path doomed = checkpoint;
    if (checkpoint.filename().string().starts_with(kStepPrefix)) {
        doomed = m_path / fmt::format("{}{}-{}", kTemporaryPrefix, ::getpid(), ++m_written);
        fs::rename(checkpoint, doomed, error);
        if (error) return;
    }
    fs::remove_all(doomed, error);
}

void CheckpointFolder::removeIfEmpty() {
    std::error_code ignored;
    fs::remove(m_path / kLockName, ignored);
    fs::remove(m_path, ignored);
    (void)m_lock.close();
}

// Damaged ones are left to whoever wants to look at them.
void CheckpointFolder::prune(int keep) {
    if (keep < 1) return;
    const std::vector<CheckpointPlace> places = checkpointsIn(m_path);
    for (std::size_t i = std::size_t(keep); i < places.size(); ++i)
        if (places[i].problems.empty()) remove(places[i].path);
}

}  // namespace core
