// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Evaluator: the worker gets a copy of the plan and hands back a result.
#include "ui/state/evaluator.h"

#include <QElapsedTimer>

namespace ui {

Evaluator::Evaluator(QObject* parent)
    : QObject(parent)
    , m_snapshot(std::make_shared<const core::Snapshot>())
    , m_jobs(QStringLiteral("evaluator")) {}

void Evaluator::evaluate(const core::Plan& plan, quint64 serial) {
    m_last = Request{plan, serial};
    m_jobs.submit([this, request = *m_last, calibration = m_calibration] {
        QElapsedTimer timer;
        timer.start();
        SnapshotPtr snapshot =
            std::make_shared<const core::Snapshot>(core::evaluate(request.plan, calibration));
        const double milliseconds = double(timer.nsecsElapsed()) / 1e6;
        return [this, snapshot = std::move(snapshot), serial = request.serial, milliseconds] {
            finish(snapshot, serial, milliseconds);
        };
    });
}

void Evaluator::setCalibration(const core::Calibration& calibration) {
    if (calibration == m_calibration) return;
    m_calibration = calibration;
    if (m_last) evaluate(Request(*m_last).plan, m_last->serial);
}

void Evaluator::finish(SnapshotPtr snapshot, quint64 serial, double milliseconds) {
    m_snapshot = std::move(snapshot);
    m_serial = serial;
    m_milliseconds = milliseconds;
    emit evaluated(m_snapshot);
}

}  // namespace ui
