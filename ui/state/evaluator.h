// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs core::evaluate in a thread of its own; the latest plan wins: while one plan is being evaluated only
// the newest of those that arrive meanwhile is kept. Results are immutable and shared by all views. All
// members: UI thread.
#pragma once

#include "core/evaluate.h"
#include "ui/state/latest_job.h"

#include <QObject>

#include <memory>
#include <optional>

namespace ui {

using SnapshotPtr = std::shared_ptr<const core::Snapshot>;

class Evaluator : public QObject {
    Q_OBJECT
public:
    explicit Evaluator(QObject* parent = nullptr);

    void evaluate(const core::Plan& plan, quint64 serial);
    void setCalibration(const core::Calibration& calibration);  // evaluates the last plan again
    [[nodiscard]] const core::Calibration& calibration() const { return m_calibration; }
    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }  // never null
    [[nodiscard]] quint64 serial() const { return m_serial; }          // of the snapshot
    [[nodiscard]] bool isBusy() const { return m_jobs.isBusy(); }
    [[nodiscard]] double lastMilliseconds() const { return m_milliseconds; }

signals:
    void evaluated(ui::SnapshotPtr snapshot);

private:
    struct Request {
        core::Plan plan;
        quint64 serial = 0;
    };
    void finish(SnapshotPtr snapshot, quint64 serial, double milliseconds);

    SnapshotPtr m_snapshot;
    core::Calibration m_calibration;
    std::optional<Request> m_last;
    quint64 m_serial = 0;
    double m_milliseconds = 0;
    LatestJob m_jobs;  // last: ends before the rest goes
};

}  // namespace ui
