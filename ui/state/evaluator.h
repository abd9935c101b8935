// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs core::evaluate in a thread of its own; the latest plan wins. Results are immutable and shared by all views.
#pragma once

#include "core/evaluate.h"

#include <QObject>
#include <QThread>

#include <memory>

namespace ui {

using SnapshotPtr = std::shared_ptr<const core::Snapshot>;

class Evaluator : public QObject {
    Q_OBJECT
public:
    explicit Evaluator(QObject* parent = nullptr);
    ~Evaluator() override;

    void evaluate(const core::Plan& plan, quint64 serial);
    void setCalibration(const core::Calibration& calibration);  // evaluates the last plan again
    [[nodiscard]] SnapshotPtr snapshot() const { return m_snapshot; }  // never null
    [[nodiscard]] double lastMilliseconds() const { return m_milliseconds; }

signals:
    void evaluated(ui::SnapshotPtr snapshot);

private:
    class Worker;
    QThread m_thread;
    Worker* m_worker = nullptr;
    SnapshotPtr m_snapshot;
    double m_milliseconds = 0;
};

}  // namespace ui
