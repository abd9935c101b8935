// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// LatestJob: two queued calls a job, one there and one back.
#include "ui/state/latest_job.h"

namespace ui {

LatestJob::LatestJob(const QString& name)
    : m_worker(new QObject) {
    m_worker->moveToThread(&m_thread);
    QObject::connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(name);
    m_thread.start();
}

LatestJob::~LatestJob() {
    m_thread.quit();
    m_thread.wait();
}

void LatestJob::submit(Job job) {
    if (m_busy)
        m_next = std::move(job);
    else
        begin(job);
}

void LatestJob::begin(const Job& job) {
    m_busy = true;
    QMetaObject::invokeMethod(
        m_worker,
        [this, job] {
            QMetaObject::invokeMethod(
                &m_home, [this, delivery = job()] { finish(delivery); }, Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void LatestJob::finish(const Delivery& delivery) {
    m_busy = false;
    if (m_next) {
        const Job next = *std::exchange(m_next, std::nullopt);
        begin(next);
    }
    delivery();
}

}  // namespace ui
