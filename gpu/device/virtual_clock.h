// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The clock of a virtual card. Rank threads share cores, so wall-clock time shows the operating system's
// scheduling; the virtual clock shows the pipeline: it advances by the thread's own CPU time of each op and
// by the modelled link time of each message, and takes the maximum of all members at every synchronisation.
// Owned by one rank thread. Results are *simulated from measured costs*.
#pragma once

#include <ctime>

namespace gpu {

[[nodiscard]] inline double threadCpuSeconds() {
    timespec t{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

class VirtualClock {
public:
    // Adds the CPU time since the last call (compute). Call before anything that must not count as compute.
    void addCompute() {
        const double cpu = threadCpuSeconds();
        m_now += cpu - m_mark;
        m_mark = cpu;
    }
    // Drops the CPU time since the last call: copies and sums inside a collective stand for the link, which
    // is modelled.
    void skip() { m_mark = threadCpuSeconds(); }
    void advanceTo(double time) {
        if (time > m_now) m_now = time;
    }
    void add(double seconds) { m_now += seconds; }
    // Without the CPU time since the last addCompute().
    [[nodiscard]] double now() const { return m_now; }
    void restart() {
        m_now = 0;
        ++m_restarts;
        skip();
    }

    // Times of before the last of them mean nothing.
    [[nodiscard]] int restarts() const { return m_restarts; }

private:
    double m_now = 0;
    int m_restarts = 0;
    double m_mark = threadCpuSeconds();
};

}  // namespace gpu
