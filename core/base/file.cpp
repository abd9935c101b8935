// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// POSIX file access: open, write, fsync, rename, fsync of the folder.
#include "core/base/file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <iterator>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

namespace core {

namespace {

namespace fs = std::filesystem;

Problem writeProblem(const fs::path& file, int error) {
    return {Severity::Error,
            "file.cannot-write",
            file.string(),
            {{"reason", std::strerror(error)}},
            "fix.file.choose-other-place"};
}

Problem readProblem(const fs::path& file, int error) {
    return {Severity::Error,
            "file.cannot-read",
            file.string(),
            {{"reason", std::strerror(error)}},
            "fix.file.check-path"};
}

// 0, or the errno of the call that failed.
int writeAll(int descriptor, std::string_view content) {
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return errno;
        content.remove_prefix(std::size_t(written));
    }
    return ::fsync(descriptor) == 0 ? 0 : errno;
}

// Makes the rename itself durable. A file system that cannot sync folders keeps the content anyway.
void syncFolder(const fs::path& folder) {
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor < 0) return;
    ::fsync(descriptor);
    ::close(descriptor);
}

// Something at the end of which reading comes to an end: a file, or the pipe of a shell's <(command). A named pipe
// may wait for a writer for ever, and a device need have no end.
bool canBeReadToItsEnd(const fs::path& file, const struct stat& status) {
    struct statfs system {};
    return S_ISREG(status.st_mode) ||
           (S_ISFIFO(status.st_mode) && ::statfs(file.c_str(), &system) == 0 && system.f_type == PIPEFS_MAGIC);
}

// A file that is replaced keeps its permissions; a new one gets what the umask leaves of 0666.
mode_t permissionsFor(const fs::path& file) {
    struct stat status {};
    return ::stat(file.c_str(), &status) == 0 ? status.st_mode & 07777 : 0666;
}

}  // namespace

Result<std::string> readTextFile(const fs::path& file, std::int64_t maxBytes) {
    struct stat status {};
    if (::stat(file.c_str(), &status) != 0) return refuse(readProblem(file, errno));
    if (S_ISDIR(status.st_mode))
        return refuse({Severity::Error, "file.is-folder", file.string(), {}, "fix.file.name-a-file"});
    if (!canBeReadToItsEnd(file, status))
        return refuse({Severity::Error, "file.not-a-file", file.string(), {}, "fix.file.name-a-file"});
    errno = 0;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return refuse(readProblem(file, errno != 0 ? errno : EIO));
    std::string content;
    char block[1 << 16];
    while (stream.read(block, sizeof block), stream.gcount() > 0) {
        content.append(block, std::size_t(stream.gcount()));
        if (std::int64_t(content.size()) > maxBytes)
            return refuse({Severity::Error,
                           "file.too-large",
                           file.string(),
                           {{"bytes", fmt::format("{} or more", content.size())},
                            {"limit", fmt::to_string(maxBytes)}},
                           "fix.file.smaller"});
    }
    if (stream.bad()) return refuse(readProblem(file, EIO));
    return content;
}

Result<void> writeFileAtomically(const fs::path& file, std::string_view content) {
    std::error_code ignored;
    // A link stays a link: what it points to is replaced.
    const fs::path target = fs::is_symlink(file, ignored) ? fs::weakly_canonical(file, ignored) : file;
    const fs::path temporary = fmt::format("{}.{}.tmp", target.string(), ::getpid());
    const int descriptor =
        ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, permissionsFor(target));
    if (descriptor < 0) return refuse(writeProblem(file, errno));
    int error = writeAll(descriptor, content);
    if (::close(descriptor) != 0 && error == 0) error = errno;
    if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
    if (error != 0) {
        ::unlink(temporary.c_str());
        return refuse(writeProblem(file, error));
    }
    syncFolder(target.has_parent_path() ? target.parent_path() : fs::path("."));
    return {};
}

}  // namespace core
