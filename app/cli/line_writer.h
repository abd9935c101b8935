// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Lines for a reader who may be slow, stopped or gone: add() never waits, a thread of its own writes. What a
// stalled reader leaves behind is bounded; beyond that the oldest lines of the least weight are left out, and
// the next line he gets says how many.
#pragma once

#include "app/cli/nonblocking_output.h"

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>

namespace app {

// What a reader misses least is left out first; Vital lines never are.
enum class LineWeight { Detail, Progress, Milestone, Vital };

class LineWriter {
public:
    struct Settings {
        std::size_t mostBytes = std::size_t{4} << 20;  // waiting lines
        std::chrono::milliseconds patience{500};       // with a reader who takes nothing, after hurry()
        // The line, newline included, that says how many were left out; `time` is that of the line it stands
        // before.
        std::function<std::string(std::int64_t lines, double time)> leftOut;
        // Called once, by the writing thread, with the errno of a write that failed for good.
        std::function<void(int)> onLost;
    };

    LineWriter(int descriptor, Settings settings);
    ~LineWriter();  // as after hurry() and close()
    LineWriter(const LineWriter&) = delete;
    LineWriter& operator=(const LineWriter&) = delete;

    // `line` with its newline, `time` for leftOut. From any thread.
    void add(std::string line, LineWeight weight, double time = 0);
    // Nobody waits any longer for a reader who takes nothing. From any thread.
    void hurry();
    // Waits until every line is written, the reader is gone or, once hurried, patience is at its end.
    void close();
    // errno of the write that failed for good; 0 while all is well. Final after close().
    [[nodiscard]] int error() const;

private:
    struct Line {
        std::string text;
        LineWeight weight;
        double time = 0;
    };
    using Clock = std::chrono::steady_clock;

    void run();
    // False: closed, and nothing waits.
    [[nodiscard]] bool next(std::string& text);
    // False: no use in going on.
    [[nodiscard]] bool writeWhole(const std::string& text);
    [[nodiscard]] bool outOfPatience();
    void leaveOut();

    NonblockingOutput m_output;
    Settings m_settings;
    mutable std::mutex m_mutex;
    std::condition_variable m_changed;
    std::deque<Line> m_lines;
    std::size_t m_bytes = 0;
    std::int64_t m_leftOut = 0;
    bool m_begun = false;  // the first line is never the one about lines left out
    bool m_closing = false, m_hurried = false, m_over = false;
    int m_error = 0;
    Clock::time_point m_lastProgress = Clock::now();  // bytes taken by the reader, or hurry()
    std::thread m_thread;
};

}  // namespace app
