// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks the engine program once, in the background, which devices this machine has and how fast its virtual
// cards are
// (`devices --json`). Nothing waits for the answer; without one the default calibration stays, and says so.
#pragma once

#include "core/base/problem.h"
#include "core/cluster/cluster.h"
#include "ui/engine/engine_command.h"

#include <QObject>
#include <QProcess>
#include <QTimer>

#include <optional>

namespace ui {

struct MachineDevices {
    std::optional<core::Calibration> calibration;
    int gpus = 0;
    QStringList notes;  // why there is no GPU, one sentence each
};

// Reads the object that `devices --json` prints; none where it is no such object.
[[nodiscard]] std::optional<MachineDevices> parseDevices(const QByteArray& json);

class CalibrationProbe : public QObject {
    Q_OBJECT
public:
    explicit CalibrationProbe(const EngineCommand& command, QObject* parent = nullptr);
    ~CalibrationProbe() override;

    void start();
    [[nodiscard]] bool isDone() const { return m_done; }
    [[nodiscard]] const std::optional<MachineDevices>& devices() const { return m_devices; }

signals:
    void done();  // also without an answer

private:
    void finish(bool success);

    EngineCommand m_command;
    QProcess m_process;
    QTimer m_patience;
    bool m_done = false;
    std::optional<MachineDevices> m_devices;
};

}  // namespace ui
