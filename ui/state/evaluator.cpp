// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evaluator: no lock. The UI thread alone knows what is asked for; the worker gets a copy and hands back a
// result.
#include "ui/state/evaluator.h"

#include <QElapsedTimer>

namespace ui {

Evaluator::Evaluator(QObject* parent)
    : QObject(parent)
    , m_worker(new QObject)
    , m_snapshot(std::make_shared<const core::Snapshot>()) {
    m_worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_worker, &QObject::deleteLater);
    m_thread.setObjectName(QStringLiteral("evaluator"));
    m_thread.start();
}

Evaluator::~Evaluator() {
    m_thread.quit();
    m_thread.wait();
}

void Evaluator::evaluate(const core::Plan& plan, quint64 serial) {
    m_last = Request{plan, serial};
    if (m_busy)
        m_next = m_last;
    else
        begin(*m_last);
}

void Evaluator::setCalibration(const core::Calibration& calibration) {
    if (calibration == m_calibration) return;
    m_calibration = calibration;
    if (m_last) evaluate(Request(*m_last).plan, m_last->serial);
}

void Evaluator::begin(const Request& request) {
    m_busy = true;
    QMetaObject::invokeMethod(
        m_worker,
        [this, request, calibration = m_calibration] {
            QElapsedTimer timer;
            timer.start();
            auto snapshot = std::make_shared<const core::Snapshot>(core::evaluate(request.plan, calibration));
            const double milliseconds = double(timer.nsecsElapsed()) / 1e6;
            QMetaObject::invokeMethod(
                this,
                [this, snapshot = std::move(snapshot), serial = request.serial, milliseconds] {
                    finish(snapshot, serial, milliseconds);
                },
                Qt::QueuedConnection);
        },
        Qt::QueuedConnection);
}

void Evaluator::finish(SnapshotPtr snapshot, quint64 serial, double milliseconds) {
    m_busy = false;
    m_snapshot = std::move(snapshot);
    m_serial = serial;
    m_milliseconds = milliseconds;
    if (m_next) {
        const Request next = *m_next;
        m_next.reset();
        begin(next);
    }
    emit evaluated(m_snapshot);
}

}  // namespace ui
