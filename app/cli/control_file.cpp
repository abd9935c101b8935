// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Open for reading and writing, so that the pipe has a writer at all times and never comes to its end.
#include "app/cli/control_file.h"

#include "app/cli/problems.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace app {

core::Result<ControlFile> ControlFile::create(const std::string& path) {
    constexpr mode_t kOwnerOnly = 0600;
    const auto refused = [&path] {
        return core::refuse(usageProblem("cli.control-file", path, {{"reason", std::strerror(errno)}},
                                         "fix.cli.control-file"));
    };
    if (::mkfifo(path.c_str(), kOwnerOnly) != 0) return refused();
    const int descriptor = ::open(path.c_str(), O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) return refused();
    return ControlFile(path, descriptor);
}

ControlFile::ControlFile(ControlFile&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_kept(other.m_kept) {}

ControlFile::~ControlFile() {
    if (m_descriptor < 0) return;
    if (!m_kept) ::unlink(m_path.c_str());
    ::close(m_descriptor);
}

}  // namespace app
