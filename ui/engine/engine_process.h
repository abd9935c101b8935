// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The engine's process, with its reader: lives in a thread of its own, so that parsing never holds up the
// window. Events leave in batches, at most 30 a second. Stop escalates: the command, after 3 s terminate,
// after 2 s more kill.
#pragma once

#include "core/telemetry/events.h"
#include "ui/engine/event_reader.h"
#include "ui/engine/run_files.h"

#include <QObject>
#include <QProcess>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace ui {

struct EngineBatch {
    std::vector<core::Event> events;
    QStringList log;  // standard error, and complaints about broken lines
    std::int64_t unknown = 0;
    qint64 recordedBytes = 0;
};

struct EngineEnd {
    bool started = false;
    QString startError{};  // of the operating system
    bool crashed = false;  // ended by a signal
    int code = 0;          // exit code, or the signal
    bool forced = false;   // by the escalation of stop
};

class EngineProcess : public QObject {
    Q_OBJECT
public:
    struct Timing {
        int terminateAfter = 3000, killAfter = 2000;  // milliseconds
    };
    explicit EngineProcess(Timing timing);
    ~EngineProcess() override;  // kills

    struct Launch {
        QString program;
        QStringList arguments;
        QByteArray firstLine;  // of standard input, before any command
        QString recordTo;      // empty = not recorded
        qint64 recordCap = 0;
        std::optional<core::Calibration> calibration;  // of the predictions beside the run, recorded with it
    };
    // All of these in the process's own thread.
    void start(const Launch& launch);
    void send(core::Command command);
    void stop();

signals:
    void launched(qint64 pid);
    void batch(std::shared_ptr<ui::EngineBatch> batch);
    void ended(ui::EngineEnd end);  // after the last batch

private:
    void readOutput();
    void readLog();
    void flush();
    void escalate();
    void finish(EngineEnd end);

    Timing m_timing;
    QProcess m_process;
    QTimer m_frame, m_escalation;
    RunRecorder m_recorder;
    EventReader m_reader;
    EngineBatch m_batch;
    QByteArray m_logRest;
    bool m_terminated = false, m_forced = false, m_running = false, m_toldFull = false;
};

}  // namespace ui
