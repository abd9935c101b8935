// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Futex wait in slices.
#include "gpu/collectives/wait.h"

#include <climits>
#include <linux/futex.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace gpu {

namespace {

constexpr int kLoads = 16;
constexpr int kYields = 8;
constexpr long kSliceNanoseconds = 20'000'000;  // an end of the run is noticed within this time

static_assert(sizeof(std::atomic<std::uint32_t>) == sizeof(std::uint32_t));

}  // namespace

void WaitWord::advance() {
    m_word.fetch_add(1, std::memory_order_seq_cst);
    // The order of word and sleepers is reversed in sleepWhile(): one of the two sees the other.
    if (m_sleepers.load(std::memory_order_seq_cst) > 0)
        syscall(SYS_futex, &m_word, FUTEX_WAKE_PRIVATE, INT_MAX, nullptr, nullptr, 0);
}

void WaitWord::sleepWhile(std::uint32_t old) {
    const timespec slice{0, kSliceNanoseconds};
    m_sleepers.fetch_add(1, std::memory_order_seq_cst);
    syscall(SYS_futex, &m_word, FUTEX_WAIT_PRIVATE, old, &slice, nullptr, 0);
    m_sleepers.fetch_sub(1, std::memory_order_seq_cst);
}

WaitResult WaitWord::waitWhile(std::uint32_t old, const CancelToken& cancel, WallClock::time_point deadline) {
    for (int i = 0; i < kLoads; ++i)
        if (value() != old) return WaitResult::Changed;
    for (int i = 0; i < kYields; ++i) {
        sched_yield();
        if (value() != old) return WaitResult::Changed;
    }
    while (value() == old) {
        cancel.throwIfCancelled();
        if (WallClock::now() > deadline) return WaitResult::TimedOut;
        sleepWhile(old);
    }
    return WaitResult::Changed;
}

}  // namespace gpu
