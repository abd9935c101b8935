// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs core::evaluate in a thread of its own; the latest plan wins: while one plan is being evaluated only
// the newest of those that arrive meanwhile is kept. Results are immutable and shared by all views. All
// members: UI thread.
#pragma once

#include "core/evaluate.h"

#include <QObject>
#include <QThread>

#include <memory>
#include <optional>

namespace ui {

using SnapshotPtr = std::shared_ptr<const core::Snapshot>;

class Evaluator : public QObject {
    Q_OBJECT
public:
    explicit Evaluator(QObject* parent = nullptr);
    ~Evaluator() override;

    void evaluate(const core::Plan& plan, quint64 serial);
    void setCalibration(const core::Calibration& calibration);  // evaluates the last plan again
    [[nodiscard]] const core::Calibration& calibration() const { return m_calibration; }
    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }  // never null
    [[nodiscard]] quint64 serial() const { return m_serial; }          // of the snapshot
    [[nodiscard]] bool isBusy() const { return m_busy; }
    [[nodiscard]] double lastMilliseconds() const { return m_milliseconds; }

signals:
    void evaluated(ui::SnapshotPtr snapshot);

private:
    struct Request {
        core::Plan plan;
        quint64 serial = 0;
    };
    void begin(const Request& request);
    void finish(SnapshotPtr snapshot, quint64 serial, double milliseconds);

    QThread m_thread;
    QObject* m_worker = nullptr;  // lives in m_thread; only a place to run in
    SnapshotPtr m_snapshot;
    core::Calibration m_calibration;
    std::optional<Request> m_last, m_next;
    quint64 m_serial = 0;
    bool m_busy = false;
    double m_milliseconds = 0;
};

}  // namespace ui
