// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gpu/kernels/row_workers.h"

#include <algorithm>
#include <exception>
#include <utility>

namespace gpu {

RowWorkers::RowWorkers(int threads)
    : m_threads(std::max(1, threads)) {
    for (int worker = 1; worker < m_threads; ++worker)
        m_workers.emplace_back([this, worker] { workerLoop(worker); });
}

RowWorkers::~RowWorkers() {
    {
        const std::lock_guard lock(m_mutex);
        m_ending = true;
    }
    m_start.notify_all();
    for (std::thread& worker : m_workers) worker.join();
}

void RowWorkers::splitOverThreads(std::int64_t rows, const Body& body) {
    {
        const std::lock_guard lock(m_mutex);
        m_body = &body;
        m_rows = rows;
        m_pending = m_threads - 1;
        ++m_round;
    }
    m_start.notify_all();
    runPiece(0);
    std::unique_lock lock(m_mutex);
    m_done.wait(lock, [this] { return m_pending == 0; });
    m_body = nullptr;
    if (m_error) std::rethrow_exception(std::exchange(m_error, nullptr));
}

void RowWorkers::runPiece(int worker) {
    const std::int64_t begin = m_rows * worker / m_threads, end = m_rows * (worker + 1) / m_threads;
    if (begin == end) return;
    try {
        (*m_body)(begin, end, worker);
    } catch (...) {
        const std::lock_guard lock(m_mutex);
        if (!m_error) m_error = std::current_exception();
    }
}

void RowWorkers::workerLoop(int worker) {
    std::uint64_t seen = 0;
    for (;;) {
        {
            std::unique_lock lock(m_mutex);
            m_start.wait(lock, [&] { return m_ending || m_round != seen; });
            if (m_ending) return;
            seen = m_round;
        }
        runPiece(worker);
        const std::lock_guard lock(m_mutex);
        if (--m_pending == 0) m_done.notify_one();
    }
}

}  // namespace gpu
