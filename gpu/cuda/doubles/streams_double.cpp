// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/cuda/doubles/streams_double.h"

#include <utility>

namespace gpu::cuda::doubles {

namespace {

std::vector<std::weak_ptr<Queue>>& queues() {
    static std::vector<std::weak_ptr<Queue>> all;
    return all;
}

// Nobody comes back to a queue whose task is being tried.
struct Busy {
    explicit Busy(Queue& q)
        : queue(q) {
        queue.busy = true;
    }
    ~Busy() { queue.busy = false; }
    Queue& queue;
};

}  // namespace

std::recursive_mutex& orderOfWork() {
    static std::recursive_mutex mutex;
    return mutex;
}

std::shared_ptr<Queue> makeQueue() {
    const std::lock_guard lock(orderOfWork());
    std::erase_if(queues(), [](const std::weak_ptr<Queue>& queue) { return queue.expired(); });
    auto queue = std::make_shared<Queue>();
    queues().push_back(queue);
    return queue;
}

std::uint64_t put(Queue& queue, Attempt attempt) {
    const std::lock_guard lock(orderOfWork());
    if (queue.captures) {
        queue.captured.push_back(std::move(attempt));
        return 0;
    }
    queue.tasks.push_back(std::move(attempt));
    return ++queue.put;
}

bool advance(Queue& queue, std::uint64_t serial) {
    const std::lock_guard lock(orderOfWork());
    while (queue.done < serial && !queue.busy && !queue.tasks.empty()) {
        bool done = false;
        {
            const Busy busy(queue);
            done = queue.tasks.front()();
        }
        if (!done) break;
        queue.tasks.pop_front();
        ++queue.done;
    }
    return queue.done >= serial;
}

std::shared_ptr<Record> record(const std::shared_ptr<Queue>& queue) {
    auto record = std::make_shared<Record>();
    record->queue = queue;
    // A weak one in the task: the queue does not keep itself.
    record->serial = put(*queue, [weak = std::weak_ptr(record)] {
        if (const auto here = weak.lock()) {
            here->reached = true;
            here->time = std::chrono::steady_clock::now();
        }
        return true;
    });
    return record;
}

void wait(Queue& queue, const std::shared_ptr<Record>& record) {
    put(queue, [record] { return record->reached || (advance(*record->queue, record->serial) && record->reached); });
}

bool advanceAll() {
    const std::lock_guard lock(orderOfWork());
    bool everything = true;
    const auto all = queues();
    for (const std::weak_ptr<Queue>& weak : all)
        if (const auto queue = weak.lock()) everything &= advance(*queue, queue->put);
    return everything;
}

}  // namespace gpu::cuda::doubles
