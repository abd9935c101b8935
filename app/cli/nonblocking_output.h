// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Writing to a descriptor that others share without ever waiting in the write. O_NONBLOCK would be set for
// all who share it (the shell among them), so a pipe or terminal is opened a second time, a socket is asked
// call by call, and a file, which nobody reads slowly, is written as it is.
#pragma once

#include <string_view>

#include <sys/types.h>

namespace app {

class NonblockingOutput {
public:
    explicit NonblockingOutput(int descriptor);
    ~NonblockingOutput();
    NonblockingOutput(const NonblockingOutput&) = delete;
    NonblockingOutput& operator=(const NonblockingOutput&) = delete;

    // Bytes written, or −1 with errno as write(2) leaves it; EAGAIN: no room now.
    [[nodiscard]] ssize_t write(std::string_view bytes) const;
    // Until there is room, or the time is over.
    void waitForRoom(int milliseconds) const;

private:
    enum class Way { Whole, Socket, Polled };

    int m_descriptor;
    int m_reopened = -1;
    Way m_way = Way::Whole;
};

}  // namespace app
