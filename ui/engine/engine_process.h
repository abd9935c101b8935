// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine as a process of this window, with its reader: parsing never holds up the window. Events leave in
// batches, at most 30 a second. An engine that records its run itself may be left running.
#pragma once

#include "core/telemetry/events.h"
#include "ui/engine/control_pipe.h"
#include "ui/engine/engine_link.h"
#include "ui/engine/event_reader.h"
#include "ui/engine/run_files.h"

#include <QProcess>

#include <optional>

namespace ui {

class EngineProcess : public EngineLink {
    Q_OBJECT
public:
    explicit EngineProcess(Timing timing);
    ~EngineProcess() override;  // kills, unless it was left

    struct Launch {
        QString program;
        QStringList arguments;
        QByteArray firstLine;  // of standard input, before any command
        QString recordTo;      // by this window; empty = not recorded here
        qint64 recordCap = 0;
        std::optional<core::Calibration> calibration;  // of the predictions beside the run, recorded with it
        QString recordedAt;    // by the engine, with its control file beside it; empty = not by the engine
        bool takesCommands = true;  // else stop ends it by a signal
    };
    // All of these in the process's own thread.
    void start(const Launch& launch);
    void send(core::Command command) override;
    void leave() override;
    // More for its standard input; empty = no more comes.
    void feed(const QByteArray& bytes);

private:
    // A process that lives on when this object goes.
    class Child : public QProcess {
    public:
        using QProcess::QProcess;
        void release() { setProcessState(NotRunning); }
    };
    [[nodiscard]] bool isAlive() const override { return m_process.state() != QProcess::NotRunning; }
    void push(Push push) override;
    void readOutput();
    void readLog();
    void flush();
    void holdControl();
    void letGo();
    void finish(EngineEnd end);
    [[nodiscard]] qint64 recordedBytes() const;

    Child m_process;
    QTimer m_frame, m_leavePatience;
    RunRecorder m_recorder;
    EventReader m_reader;
    EngineBatch m_batch;
    QByteArray m_logRest;
    QString m_recordedAt;
    ControlPipe m_control;  // held while the engine is this window's: others leave it alone
    bool m_leaving = false, m_running = false, m_toldFull = false, m_takesCommands = true;
};

}  // namespace ui
