// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One thread for work that would hold up the window; the latest job wins: while one runs only the newest of
// those that arrive meanwhile is kept. A job returns what the UI thread shall do with its result. No locks:
// the UI thread alone knows what is asked for.
#pragma once

#include <QObject>
#include <QThread>

#include <functional>
#include <optional>

namespace ui {

class LatestJob {
public:
    using Delivery = std::function<void()>;  // in the UI thread
    using Job = std::function<Delivery()>;   // in the worker thread; captures values only

    explicit LatestJob(const QString& name);
    ~LatestJob();  // waits for the running job; drops its delivery
    LatestJob(const LatestJob&) = delete;
    LatestJob& operator=(const LatestJob&) = delete;

    void submit(Job job);
    [[nodiscard]] bool isBusy() const { return m_busy; }

private:
    void begin(const Job& job);
    void finish(const Delivery& delivery);

    QThread m_thread;
    QObject* m_worker;  // lives in m_thread; only a place to run in
    QObject m_home;     // the UI thread's end
    std::optional<Job> m_next;
    bool m_busy = false;
};

}  // namespace ui
