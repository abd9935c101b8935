// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineProcess. Standard input stays open as the command channel; its end is what stops an orphaned engine.
#include "ui/engine/engine_process.h"

#include "core/telemetry/codec.h"
#include "ui/state/sentences.h"

namespace ui {

namespace {
constexpr int kFrameMilliseconds = 33;
constexpr qsizetype kMaxLogLine = 4096;
constexpr int kKillWaitMilliseconds = 1000;
}  // namespace

EngineProcess::EngineProcess(Timing timing)
    : m_timing(timing)
    , m_process(this)
    , m_frame(this)
    , m_escalation(this)
    , m_reader([this](std::string_view line, const core::Event& event) { m_recorder.write(line, event); }) {
    m_frame.setInterval(kFrameMilliseconds);
    m_escalation.setSingleShot(true);
    connect(&m_frame, &QTimer::timeout, this, &EngineProcess::flush);
    connect(&m_escalation, &QTimer::timeout, this, &EngineProcess::escalate);
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &EngineProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &EngineProcess::readLog);
    connect(&m_process, &QProcess::started, this, [this] { emit launched(m_process.processId()); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) finish({.startError = m_process.errorString()});
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        finish({.started = true, .crashed = status == QProcess::CrashExit, .code = code, .forced = m_forced});
    });
}

EngineProcess::~EngineProcess() {
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning) return;
    m_process.kill();
    m_process.waitForFinished(kKillWaitMilliseconds);
}

void EngineProcess::start(const Launch& launch) {
    m_batch = {};
    m_logRest.clear();
    m_terminated = m_forced = m_toldFull = false;
    m_running = true;
    if (const auto opened = m_recorder.open(launch.recordTo, launch.recordCap, launch.calibration); !opened)
        m_batch.log << tr("This run is not recorded: %1").arg(wholeSentences(opened.error()));
    m_frame.start();
    m_process.start(launch.program, launch.arguments);
    m_process.write(launch.firstLine + '\n');
}

void EngineProcess::send(core::Command command) {
    if (m_process.state() == QProcess::NotRunning) return;
    m_process.write(QByteArray::fromStdString(core::encode(command)) + '\n');
}

void EngineProcess::stop() {
    if (m_process.state() == QProcess::NotRunning || m_escalation.isActive() || m_terminated) return;
    send(core::Command::Stop);
    m_escalation.start(m_timing.terminateAfter);
}

void EngineProcess::escalate() {
    if (m_process.state() == QProcess::NotRunning) return;
    m_forced = true;
    if (m_terminated) {
        m_process.kill();
        return;
    }
    m_terminated = true;
    m_process.terminate();
    m_escalation.start(m_timing.killAfter);
}

void EngineProcess::readOutput() { m_reader.feed(m_process.readAllStandardOutput()); }

void EngineProcess::readLog() {
    m_logRest += m_process.readAllStandardError();
    for (qsizetype end = m_logRest.indexOf('\n'); end >= 0; end = m_logRest.indexOf('\n')) {
        m_batch.log << QString::fromUtf8(m_logRest.left(qMin(end, kMaxLogLine)));
        m_logRest.remove(0, end + 1);
    }
    if (m_logRest.size() > kMaxLogLine) m_logRest.truncate(kMaxLogLine);
}

void EngineProcess::flush() {
    m_recorder.flush();
    m_batch.events = m_reader.takeEvents();
    m_batch.unknown = m_reader.takeUnknown();
    m_batch.log << m_reader.takeComplaints();
    m_batch.recordedBytes = m_recorder.bytes();
    if (m_recorder.isFull() && !m_toldFull) {
        m_toldFull = true;
        m_batch.log << tr(
            "Recording ended: the run file reached its size limit or the disk is full. Training goes on.");
    }
    if (m_batch.events.empty() && m_batch.log.isEmpty() && m_batch.unknown == 0) return;
    emit batch(std::make_shared<EngineBatch>(std::exchange(m_batch, {})));
}

void EngineProcess::finish(EngineEnd end) {
    if (!m_running) return;
    m_running = false;
    m_escalation.stop();
    m_frame.stop();
    readOutput();
    m_reader.finish();
    readLog();
    if (!m_logRest.isEmpty()) m_batch.log << QString::fromUtf8(std::exchange(m_logRest, {}));
    flush();
    m_recorder.close();
    emit ended(end);
}

}  // namespace ui
