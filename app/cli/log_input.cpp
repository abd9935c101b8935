// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/log_input.h"

#include <cerrno>
#include <csignal>
#include <utility>

#include <fcntl.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace app {

LogInput LogInput::file(std::string name) {
    LogInput input(name == "-" ? Kind::Standard : Kind::File, std::move(name));
    if (input.m_kind == Kind::Standard) {
        input.m_name = "standard input";
        input.m_descriptor = STDIN_FILENO;
        return input;
    }
    input.m_descriptor = ::open(input.m_name.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status {};
    if (input.m_descriptor < 0)
        input.m_error = errno;
    else if (::fstat(input.m_descriptor, &status) == 0 && S_ISDIR(status.st_mode))
        input.m_error = EISDIR;
    return input;
}

LogInput LogInput::command(const std::string& line) {
    LogInput input(Kind::Command, line);
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) != 0) {
        input.m_error = errno;
        return input;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    const char* words[] = {"sh", "-c", line.c_str(), nullptr};
    input.m_error = ::posix_spawn(&input.m_child, "/bin/sh", &actions, &attributes, const_cast<char**>(words), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
    input.m_descriptor = ends[0];
    if (input.m_error != 0) input.m_child = -1;
    return input;
}

LogInput::LogInput(LogInput&& other) noexcept
    : m_kind(other.m_kind)
    , m_name(std::move(other.m_name))
    , m_descriptor(std::exchange(other.m_descriptor, -1))
    , m_error(other.m_error)
    , m_child(std::exchange(other.m_child, -1))
    , m_offset(other.m_offset) {}

LogInput::~LogInput() {
    if (m_descriptor > STDIN_FILENO) ::close(m_descriptor);
    if (m_child <= 0) return;
    ::kill(-m_child, SIGTERM);
    while (::waitpid(m_child, nullptr, 0) < 0 && errno == EINTR) {}
}

ssize_t LogInput::read(char* buffer, std::size_t size) {
    const ssize_t count = ::read(m_descriptor, buffer, size);
    if (count > 0) m_offset += count;
    return count;
}

void LogInput::renew() {
    struct stat there {}, ours {};
    if (m_kind != Kind::File || ::stat(m_name.c_str(), &there) != 0 || ::fstat(m_descriptor, &ours) != 0) return;
    if (there.st_ino == ours.st_ino && there.st_dev == ours.st_dev) {
        if (there.st_size >= m_offset) return;
        ::lseek(m_descriptor, 0, SEEK_SET);
    } else {
        const int next = ::open(m_name.c_str(), O_RDONLY | O_CLOEXEC);
        if (next < 0) return;
        ::close(m_descriptor);
        m_descriptor = next;
    }
    m_offset = 0;
}

std::string lineOfStandardInput() {
    constexpr std::size_t kMost = std::size_t{1} << 20;
    std::string line;
    char c = 0;
    while (line.size() < kMost && ::read(STDIN_FILENO, &c, 1) == 1 && c != '\n') line += c;
    return line;
}

}  // namespace app
