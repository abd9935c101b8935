// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineProcess. Standard input stays open as the command channel; its end is what stops an orphaned engine.
#include "ui/engine/engine_process.h"

#include "core/telemetry/codec.h"
#include "ui/state/sentences.h"

#include <QFile>
#include <QFileInfo>

namespace ui {

namespace {
constexpr int kFrameMilliseconds = 33;
constexpr qsizetype kMaxLogLine = 4096;
constexpr int kKillWaitMilliseconds = 1000;
constexpr int kLeaveMilliseconds = 5000;
}  // namespace

EngineProcess::EngineProcess(Timing timing)
    : EngineLink(timing)
    , m_process(this)
    , m_frame(this)
    , m_leavePatience(this)
    , m_reader([this](std::string_view line, const core::Event& event) {
        heed(event);
        m_recorder.write(line, event);
        const auto* phase = std::get_if<core::PhaseEvent>(&event.body);
        if (phase && phase->phase == core::RunPhase::Left)
            QMetaObject::invokeMethod(this, &EngineProcess::letGo, Qt::QueuedConnection);
    }) {
    m_frame.setInterval(kFrameMilliseconds);
    m_leavePatience.setSingleShot(true);
    m_leavePatience.setInterval(kLeaveMilliseconds);
    connect(&m_frame, &QTimer::timeout, this, &EngineProcess::flush);
    connect(&m_leavePatience, &QTimer::timeout, this, [this] {
        m_leaving = false;
        emit notLeft();
    });
    connect(&m_process, &QProcess::readyReadStandardOutput, this, &EngineProcess::readOutput);
    connect(&m_process, &QProcess::readyReadStandardError, this, &EngineProcess::readLog);
    connect(&m_process, &QProcess::started, this, [this] { emit launched(m_process.processId()); });
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) finish({.startError = m_process.errorString()});
    });
    connect(&m_process, &QProcess::finished, this, [this](int code, QProcess::ExitStatus status) {
        finish({.started = true,
                .crashed = status == QProcess::CrashExit,
                .code = code,
                .forced = wasForced()});
    });
}

EngineProcess::~EngineProcess() {
    m_process.disconnect(this);
    if (m_process.state() == QProcess::NotRunning) return;
    m_process.kill();
    m_process.waitForFinished(kKillWaitMilliseconds);
}

void EngineProcess::start(const Launch& launch) {
    beginRun();
    m_batch = {};
    m_logRest.clear();
    m_recordedAt = launch.recordedAt;
    m_toldFull = m_leaving = false;
    m_takesCommands = launch.takesCommands;
    m_running = true;
    if (const auto opened = m_recorder.open(launch.recordTo, launch.recordCap, launch.calibration); !opened)
        m_batch.log << tr("This run is not recorded: %1").arg(wholeSentences(opened.error()));
    m_frame.start();
    m_process.start(launch.program, launch.arguments);
    m_process.write(launch.firstLine + '\n');
}

void EngineProcess::send(core::Command command) {
    if (m_process.state() == QProcess::NotRunning) return;
    if (m_takesCommands)
        m_process.write(QByteArray::fromStdString(core::encode(command)) + '\n');
    else if (command == core::Command::Stop)
        m_process.terminate();
}

void EngineProcess::feed(const QByteArray& bytes) {
    if (m_process.state() == QProcess::NotRunning) return;
    if (bytes.isEmpty())
        m_process.closeWriteChannel();
    else
        m_process.write(bytes);
}

void EngineProcess::push(Push push) {
    if (push == Push::Kill)
        m_process.kill();
    else
        m_process.terminate();
}

// The engine answers by the phase Left.
void EngineProcess::leave() {
    if (m_process.state() != QProcess::Running || m_recordedAt.isEmpty() || !m_control.isOpen()) {
        emit notLeft();
        return;
    }
    m_leaving = true;
    m_leavePatience.start();
    send(core::Command::Leave);
}

// An engine that has ended since has nothing to be let go of.
void EngineProcess::letGo() {
    if (!m_leaving || !m_running || m_control.isEngineGone()) return;
    m_leaving = false;
    m_leavePatience.stop();
    m_running = false;
    m_frame.stop();
    endRun();
    readOutput();
    readLog();
    flush();
    m_process.release();
    m_control.close();
    emit left();
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

qint64 EngineProcess::recordedBytes() const {
    return m_recordedAt.isEmpty() ? m_recorder.bytes() : QFileInfo(m_recordedAt).size();
}

void EngineProcess::holdControl() {
    if (m_recordedAt.isEmpty() || m_control.isHeld()) return;
    if (!m_control.isOpen()) m_control = ControlPipe::open(controlPathOf(m_recordedAt));
    (void)m_control.hold();
}

void EngineProcess::flush() {
    m_recorder.flush();
    m_batch.events = m_reader.takeEvents();
    m_batch.unknown = m_reader.takeUnknown();
    m_batch.log << m_reader.takeComplaints();
    if (m_recorder.isFull() && !m_toldFull) {
        m_toldFull = true;
        m_batch.log << tr(
            "Recording ended: the run file reached its size limit or the disk is full. Training goes on.");
    }
    if (m_batch.isEmpty()) return;
    holdControl();
    m_batch.recordedBytes = recordedBytes();
    emit batch(std::make_shared<EngineBatch>(std::exchange(m_batch, {})));
}

void EngineProcess::finish(EngineEnd end) {
    if (!m_running) return;
    m_running = m_leaving = false;
    endRun();
    m_leavePatience.stop();
    m_frame.stop();
    readOutput();
    m_reader.finish();
    readLog();
    if (!m_logRest.isEmpty()) m_batch.log << QString::fromUtf8(std::exchange(m_logRest, {}));
    flush();
    m_recorder.close();
    m_control.close();
    if (!m_recordedAt.isEmpty()) QFile::remove(controlPathOf(m_recordedAt));  // where the engine was killed
    emit ended(end);
}

}  // namespace ui
