// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks the engine program once, in the background, which devices this machine has and how fast its virtual
// cards are (`devices --json`). Where the answer is late, nothing waits for it any longer, but it still counts when it
// comes; without one the default calibration stays, and the window says so.
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
    // There is an answer or will be none, or it is late: what waited for it goes on.
    [[nodiscard]] bool isDone() const { return m_done || m_late; }
    [[nodiscard]] bool hasGivenUp() const { return m_givenUp; }  // it took longer than any answer is worth
    [[nodiscard]] const std::optional<MachineDevices>& devices() const { return m_devices; }

    // Milliseconds until late(), and until the program is ended.
    void setPatience(int late, int end);

signals:
    void done();  // also without an answer
    void late();  // before done()

private:
    void finish(bool success);

    EngineCommand m_command;
    QProcess m_process;
    QTimer m_patience, m_end;
    bool m_done = false, m_late = false, m_givenUp = false;
    std::optional<MachineDevices> m_devices;
};

}  // namespace ui
