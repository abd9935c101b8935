// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Looks at the file ten times a second; a long one is taken in pieces, so that commands come between them.
#include "ui/engine/run_follower.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

#include <csignal>

namespace ui {

namespace {
constexpr int kLookMilliseconds = 100;
constexpr qint64 kPieceBytes = qint64(1) << 20;

// The number in a run file may be wrong or taken by another process since: signalled is only who has the
// control file open.
bool hasOpen(qint64 processId, const QString& path) {
    const QString wanted = QFileInfo(path).canonicalFilePath();
    const QDir descriptors(QStringLiteral("/proc/%1/fd").arg(processId));
    for (const QString& name : descriptors.entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot))
        if (QFile::symLinkTarget(descriptors.filePath(name)) == wanted) return true;
    return false;
}
}  // namespace

RunFollower::RunFollower(Timing timing)
    : EngineLink(timing)
    , m_frame(this)
    , m_file(this)
    , m_reader([this](std::string_view, const core::Event& event) { heedAll(event); }) {
    connect(&m_frame, &QTimer::timeout, this, &RunFollower::look);
}

void RunFollower::follow(const QString& runFile, ControlPipe control) {
    beginRun();
    m_control = std::move(control);
    m_bye.reset();
    m_processId = 0;
    m_file.setFileName(runFile);
    if (!m_file.open(QIODevice::ReadOnly)) {
        const QString reason = m_file.errorString();
        m_control.close();
        emit ended({.startError = reason});
        return;
    }
    m_frame.start(0);
}

void RunFollower::heedAll(const core::Event& event) {
    heed(event);
    if (const auto* hello = std::get_if<core::HelloEvent>(&event.body)) {
        m_processId = hello->processId;
        emit launched(m_processId);
    }
    if (const auto* bye = std::get_if<core::ByeEvent>(&event.body)) m_bye = *bye;
}

bool RunFollower::readOn() {
    const QByteArray bytes = m_file.read(kPieceBytes);
    m_reader.feed(bytes);
    return !bytes.isEmpty();
}

void RunFollower::deliver() {
    EngineBatch batch;
    batch.events = m_reader.takeEvents();
    batch.log = m_reader.takeComplaints();
    batch.unknown = m_reader.takeUnknown();
    if (batch.isEmpty()) return;
    batch.recordedBytes = m_file.size();
    emit this->batch(std::make_shared<EngineBatch>(std::move(batch)));
}

// Whether the engine is gone is asked first: what it wrote before it went is then in the file.
void RunFollower::look() {
    const bool gone = m_control.isEngineGone();
    const bool more = readOn();
    deliver();
    m_frame.setInterval(more ? 0 : kLookMilliseconds);
    if (more || !gone) return;
    m_reader.finish();
    deliver();
    QFile::remove(controlPathOf(m_file.fileName()));
    const bool said = m_bye.has_value();
    close();
    emit ended({.started = true,
                .crashed = !said,
                .code = said ? m_bye->exitCode : 0,
                .forced = wasForced(),
                .unseen = true});
}

void RunFollower::send(core::Command command) { m_control.send(command); }

void RunFollower::push(Push push) {
    const QString control = controlPathOf(m_file.fileName());
    const bool another = m_processId > 1 && m_processId != QCoreApplication::applicationPid();
    if (another && hasOpen(m_processId, control))
        ::kill(pid_t(m_processId), push == Push::Kill ? SIGKILL : SIGTERM);
}

void RunFollower::leave() {
    if (!isAlive()) return;  // its end is about to be told
    close();
    emit left();
}

void RunFollower::close() {
    m_frame.stop();
    endRun();
    m_file.close();
    m_control.close();
}

}  // namespace ui
