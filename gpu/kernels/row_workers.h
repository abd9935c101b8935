// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The worker threads of one rank: a range of rows is cut statically into equal pieces, one a thread; the
// caller takes the first. Workers block while idle, so idle ranks leave the cores to others. With one thread
// there is no worker.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace gpu {

class RowWorkers {
public:
    using Body = std::function<void(std::int64_t begin, std::int64_t end, int worker)>;

    explicit RowWorkers(int threads);
    ~RowWorkers();
    RowWorkers(const RowWorkers&) = delete;
    RowWorkers& operator=(const RowWorkers&) = delete;

    [[nodiscard]] int threads() const { return m_threads; }
    // Returns when all pieces are done; rethrows the first exception of a piece. Empty pieces are not called.
    template <class Call>
    void split(std::int64_t rows, const Call& call) {
        if (m_threads == 1) {
            if (rows > 0) call(std::int64_t{0}, rows, 0);
        } else {
            splitOverThreads(rows, call);
        }
    }

private:
    void splitOverThreads(std::int64_t rows, const Body& body);
    void runPiece(int worker);
    void workerLoop(int worker);

    const int m_threads;
    std::mutex m_mutex;
    std::condition_variable m_start, m_done;
    const Body* m_body = nullptr;
    std::int64_t m_rows = 0;
    std::uint64_t m_round = 0;
    int m_pending = 0;
    bool m_ending = false;
    std::exception_ptr m_error;
    std::vector<std::thread> m_workers;
};

}  // namespace gpu
