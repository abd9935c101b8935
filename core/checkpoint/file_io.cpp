// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// POSIX and Linux calls.
#include "core/checkpoint/file_io.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace core {

namespace {

constexpr std::size_t kMostAtOnce = std::size_t{1} << 26;

// 0, or the errno of the call that failed.
int writeAll(int descriptor, std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), kMostAtOnce));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        bytes = bytes.subspan(std::size_t(written));
    }
    return 0;
}

}  // namespace

Problem cannotRead(const std::filesystem::path& file, int error) {
    return {Severity::Error, "checkpoint.cannot-read", file.string(), {{"reason", std::strerror(error)}},
            "fix.checkpoint.cannot-read"};
}

Problem cannotWrite(const std::filesystem::path& file, int error) {
    return {Severity::Error, "checkpoint.cannot-write", file.string(), {{"reason", std::strerror(error)}},
            "fix.checkpoint.cannot-write"};
}

Descriptor::Descriptor(Descriptor&& other) noexcept
    : m_number(std::exchange(other.m_number, -1)) {}

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
    if (this != &other) {
        (void)close();
        m_number = std::exchange(other.m_number, -1);
    }
    return *this;
}

Descriptor::~Descriptor() { (void)close(); }

int Descriptor::close() {
    if (m_number < 0) return 0;
    return ::close(std::exchange(m_number, -1)) == 0 ? 0 : errno;
}

Result<InputFile> InputFile::open(const std::filesystem::path& path) {
    InputFile file;
    file.m_path = path;
    file.m_descriptor = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (file.m_descriptor.number() < 0 || ::fstat(file.m_descriptor.number(), &status) != 0)
        return refuse(cannotRead(path, errno));
    if (!S_ISREG(status.st_mode)) return refuse(cannotRead(path, EISDIR));
    file.m_bytes = status.st_size;
    return file;
}

Result<void> InputFile::readAt(std::int64_t offset, std::span<std::byte> into) const {
    while (!into.empty()) {
        const ssize_t count = ::pread(m_descriptor.number(), into.data(), std::min(into.size(), kMostAtOnce), offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return refuse(cannotRead(m_path, errno));
        if (count == 0)
            return refuse({Severity::Error, "checkpoint.truncated", m_path.string(),
                           {{"bytes", std::to_string(m_bytes)}, {"expected", std::to_string(offset + std::int64_t(into.size()))}}});
        into = into.subspan(std::size_t(count));
        offset += count;
    }
    return {};
}

Result<OutputFile> OutputFile::create(const std::filesystem::path& path) {
    OutputFile file;
    file.m_path = path;
    file.m_descriptor = Descriptor(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
    if (file.m_descriptor.number() < 0) return refuse(cannotWrite(path, errno));
    return file;
}

Result<void> OutputFile::append(std::span<const std::byte> bytes) {
    if (const int error = writeAll(m_descriptor.number(), bytes); error != 0) return refuse(cannotWrite(m_path, error));
    return {};
}

Result<void> OutputFile::finish() {
    const int error = ::fsync(m_descriptor.number()) == 0 ? 0 : errno, closing = m_descriptor.close();
    if (error != 0 || closing != 0) return refuse(cannotWrite(m_path, error != 0 ? error : closing));
    return {};
}

Result<void> writeSynced(const std::filesystem::path& file, std::span<const std::span<const std::byte>> parts) {
    Result<OutputFile> out = OutputFile::create(file);
    if (!out) return tl::make_unexpected(out.error());
    for (const std::span<const std::byte> part : parts)
        if (const auto written = out->append(part); !written) return written;
    return out->finish();
}

void syncFolder(const std::filesystem::path& folder) {
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.number() >= 0) ::fsync(descriptor.number());
}

Result<std::filesystem::path> renameOver(const std::filesystem::path& from, const std::filesystem::path& to) {
    if (::rename(from.c_str(), to.c_str()) == 0) return std::filesystem::path();
    if (errno != EEXIST && errno != ENOTEMPTY) return refuse(cannotWrite(to, errno));
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_EXCHANGE) == 0) return from;
    // A file system that cannot exchange names: between the two renames the old one is there as -replaced.
    const std::filesystem::path replaced = to.string() + kReplacedSuffix;
    if (::rename(to.c_str(), replaced.c_str()) != 0 || ::rename(from.c_str(), to.c_str()) != 0)
        return refuse(cannotWrite(to, errno));
    return replaced;
}

}  // namespace core
