// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One of three ways, by what the descriptor is.
#include "app/cli/nonblocking_output.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace app {

NonblockingOutput::NonblockingOutput(int descriptor)
    : m_descriptor(descriptor) {
    struct stat status {};
    if (::fstat(descriptor, &status) != 0) return;
    if (S_ISSOCK(status.st_mode)) m_way = Way::Socket;
    if (!S_ISFIFO(status.st_mode) && !S_ISCHR(status.st_mode)) return;
    m_reopened = ::open(fmt::format("/proc/self/fd/{}", descriptor).c_str(),
                        O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (m_reopened < 0) m_way = Way::Polled;
}

NonblockingOutput::~NonblockingOutput() {
    if (m_reopened >= 0) ::close(m_reopened);
}

ssize_t NonblockingOutput::write(std::string_view bytes) const {
    if (m_way == Way::Socket)
        return ::send(m_descriptor, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
    if (m_way == Way::Whole)
        return ::write(m_reopened >= 0 ? m_reopened : m_descriptor, bytes.data(), bytes.size());
    // Somebody else's pipe: where poll() sees room, a piece of PIPE_BUF bytes fits.
    pollfd room{m_descriptor, POLLOUT, 0};
    if (::poll(&room, 1, 0) == 0) {
        errno = EAGAIN;
        return -1;
    }
    return ::write(m_descriptor, bytes.data(), std::min<std::size_t>(bytes.size(), PIPE_BUF));
}

void NonblockingOutput::waitForRoom(int milliseconds) const {
    pollfd room{m_reopened >= 0 ? m_reopened : m_descriptor, POLLOUT, 0};
    ::poll(&room, 1, milliseconds);
}

}  // namespace app
