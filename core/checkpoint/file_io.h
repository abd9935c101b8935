// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Large binary files: written once from front to back and synced, read at any place. Every failure names the
// file and the reason of the operating system.
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace core {

// An open descriptor, closed at the end. Moves, does not copy.
class Descriptor {
public:
    explicit Descriptor(int number = -1)
        : m_number(number) {}
    Descriptor(Descriptor&& other) noexcept;
    Descriptor& operator=(Descriptor&& other) noexcept;
    ~Descriptor();
    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] int close();  // 0, or the errno

private:
    int m_number;
};

class InputFile {
public:
    [[nodiscard]] static Result<InputFile> open(const std::filesystem::path& file);
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }
    // All of `into`, or a problem. From any thread.
    [[nodiscard]] Result<void> readAt(std::int64_t offset, std::span<std::byte> into) const;

private:
    std::filesystem::path m_path;
    Descriptor m_descriptor;
    std::int64_t m_bytes = 0;
};

// A new file, written from front to back; it is whole, and on the disk, when finish() says so.
class OutputFile {
public:
    [[nodiscard]] static Result<OutputFile> create(const std::filesystem::path& file);
    [[nodiscard]] Result<void> append(std::span<const std::byte> bytes);
    [[nodiscard]] Result<void> finish();

private:
    std::filesystem::path m_path;
    Descriptor m_descriptor;
};

// A new file with these parts, one after the other, synced to the disk.
[[nodiscard]] Result<void> writeSynced(const std::filesystem::path& file,
                                       std::span<const std::span<const std::byte>> parts);
// Makes the names in a folder durable. A file system that cannot sync folders keeps its content anyway.
void syncFolder(const std::filesystem::path& folder);
// Folder `from` takes the name `to`; at every instant either the old or the new one is there under a name that
// counts. Returns where the old one is now, for removal; empty when there was none.
inline constexpr const char* kReplacedSuffix = "-replaced";
[[nodiscard]] Result<std::filesystem::path> renameOver(const std::filesystem::path& from, const std::filesystem::path& to);

[[nodiscard]] Problem cannotRead(const std::filesystem::path& file, int error);
[[nodiscard]] Problem cannotWrite(const std::filesystem::path& file, int error);

}  // namespace core
