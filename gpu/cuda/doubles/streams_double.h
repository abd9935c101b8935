// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Streams of the made-up machine. Work lies in its stream's queue until somebody waits for it, and then only what the wait
// needs is done: a stream that others should have waited for, and nobody did, has done nothing yet, and one that should have
// waited is done too early. Either way wrong numbers come out where an event is missing. One lock for the whole machine.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace gpu::cuda::doubles {

// False: it cannot be done yet.
using Attempt = std::function<bool()>;

struct Queue {
    std::deque<Attempt> tasks;
    std::uint64_t put = 0, done = 0;  // tasks so far
    bool busy = false;                // its first task is being tried
    bool captures = false;
    std::vector<Attempt> captured;
};

// Where an event stands in its stream.
struct Record {
    std::shared_ptr<Queue> queue;
    std::uint64_t serial = 0;
    bool reached = false;
    int looks = 0;
    std::chrono::steady_clock::time_point time;
};

// Guards all queues; tasks run under it.
[[nodiscard]] std::recursive_mutex& orderOfWork();
[[nodiscard]] std::shared_ptr<Queue> makeQueue();
// Its number. A queue that captures keeps it apart.
std::uint64_t put(Queue& queue, Attempt attempt);
// Does what the queue has up to this number; whether all of it is done.
bool advance(Queue& queue, std::uint64_t serial);
[[nodiscard]] std::shared_ptr<Record> record(const std::shared_ptr<Queue>& queue);
void wait(Queue& queue, const std::shared_ptr<Record>& record);
// Whatever can be done now, of all queues; whether that is everything.
bool advanceAll();

}  // namespace gpu::cuda::doubles
