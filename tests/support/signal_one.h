// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// kill(2) takes 0 and negative numbers for groups of processes, −1 for all of this user's. A test that failed
// to start something must never get there: signals go through here.
#pragma once

#include <csignal>
#include <cstdint>

// False: `pid` names no single process, or it is gone.
[[nodiscard]] inline bool signalOne(std::int64_t pid, int signal) {
    return pid > 1 && ::kill(pid_t(pid), signal) == 0;
}
