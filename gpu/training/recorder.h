// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// From rank threads to the event stream: each rank has a bounded lock-free ring, one writer thread drains them and writes
// NDJSON. A rank is never blocked: what does not fit is dropped, counted and reported as `dropped`.
#pragma once

#include "core/telemetry/events.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace gpu {

class Recorder {
public:
    using Sink = std::function<void(const core::Event& event, std::string_view line)>;  // called by the writer thread

    // Rings for `ranks` producers (0..ranks−1) plus one for the trainer itself (index `ranks`).
    Recorder(int ranks, Sink sink);
    ~Recorder();  // as finish()
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;

    // One producer thread per ring. Never blocks.
    void record(int ring, core::EventBody body);
    // Writes what has been recorded and ends the writer; what is recorded later is lost. By one thread.
    void finish();
    // Seconds since the recorder started: the `t` of its events.
    [[nodiscard]] double now() const;

private:
    class Ring;
    void writerLoop();
    void drainOnce();
    void write(const core::Event& event);

    std::vector<std::unique_ptr<Ring>> m_rings;
    Sink m_sink;
    std::chrono::steady_clock::time_point m_start;
    std::atomic<std::int64_t> m_dropped{0};
    std::atomic<bool> m_finished{false};
    std::mutex m_wakeMutex;
    std::condition_variable m_wake;
    std::thread m_writer;
};

}  // namespace gpu
