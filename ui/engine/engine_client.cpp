// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineClient: the UI thread's half. Everything that takes time happens in EngineProcess's thread.
#include "ui/engine/engine_client.h"

#include "core/plan/plan_codec.h"
#include "ui/state/sentences.h"

#include <functional>

namespace ui {

namespace {

// JSON has line ends only between its tokens, so they may become spaces. The plan travels by the pipe: the
// engine may run on another machine.
QByteArray oneLine(const core::Plan& plan) {
    return QByteArray::fromStdString(core::planToText(plan)).replace('\n', ' ');
}

}  // namespace

EngineClient::EngineClient(RunStore& store, Options options, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_options(std::move(options))
    , m_process(new EngineProcess(m_options.timing)) {
    m_process->moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, m_process, &QObject::deleteLater);
    connect(
        m_process, &EngineProcess::launched, this, [this](qint64 pid) { m_pid = pid; }, Qt::QueuedConnection);
    connect(
        m_process, &EngineProcess::batch, this,
        [this](const std::shared_ptr<EngineBatch>& batch) { take(*batch); }, Qt::QueuedConnection);
    connect(m_process, &EngineProcess::ended, this, &EngineClient::finish, Qt::QueuedConnection);
    m_thread.setObjectName(QStringLiteral("engine reader"));
    m_thread.start();
}

EngineClient::~EngineClient() {
    m_process->disconnect(this);
    m_thread.quit();
    m_thread.wait();
}

bool EngineClient::start(const core::Plan& plan, SnapshotPtr prediction, const QString& resumeFrom) {
    if (m_running) return false;
    const auto calibration = prediction ? std::optional(prediction->calibration) : std::nullopt;
    m_store.begin(plan, std::move(prediction));
    if (!m_options.command.usable()) {
        m_store.setState(EngineState::Failed, m_options.command.error);
        return false;
    }
    QString record;
    if (!m_options.runFolder.isEmpty()) {
        shrinkRuns(m_options.runFolder, m_options.runFolderCap / 2);
        record =
            newRunPath(m_options.runFolder, QString::fromStdString(plan.name), QDateTime::currentDateTime());
    }
    m_running = true;
    m_stopAsked = false;
    m_recorded = 0;
    m_end = {};
    m_store.setState(EngineState::Starting, {});
    EngineProcess::Launch launch{m_options.command.program,
                                 m_options.command.arguments,
                                 oneLine(plan),
                                 record,
                                 m_options.runFolderCap / 2,
                                 calibration};
    launch.arguments << QStringLiteral("train") << QStringLiteral("-") << QStringLiteral("--json")
                     << QStringLiteral("--control");
    if (!resumeFrom.isEmpty()) launch.arguments << QStringLiteral("--resume") << resumeFrom;
    toProcess([launch](EngineProcess& process) { process.start(launch); });
    emit started();
    return true;
}

void EngineClient::pause() {
    toProcess([](EngineProcess& process) { process.send(core::Command::Pause); });
}
void EngineClient::resume() {
    toProcess([](EngineProcess& process) { process.send(core::Command::Resume); });
}
void EngineClient::stepOnce() {
    toProcess([](EngineProcess& process) { process.send(core::Command::StepOnce); });
}
void EngineClient::saveCheckpoint() {
    toProcess([](EngineProcess& process) { process.send(core::Command::Checkpoint); });
}
void EngineClient::stop() {
    if (!m_running) return;
    m_stopAsked = true;
    m_store.setState(EngineState::Stopping, {});
    toProcess([](EngineProcess& process) { process.stop(); });
}

void EngineClient::toProcess(std::function<void(EngineProcess&)> act) {
    QMetaObject::invokeMethod(
        m_process, [process = m_process, act = std::move(act)] { act(*process); }, Qt::QueuedConnection);
}

void EngineClient::take(const EngineBatch& batch) {
    for (const QString& line : batch.log) m_store.addLog(line);
    m_store.countUnknown(batch.unknown);
    m_recorded = batch.recordedBytes;
    m_store.add(batch.events);
}

void EngineClient::finish(const EngineEnd& end) {
    m_running = false;
    m_pid = 0;
    m_end = end;
    const EndSentence sentence = describeEnd(end, m_store, m_stopAsked);
    m_store.setState(sentence.state, sentence.text);
    emit ended();
}

}  // namespace ui
