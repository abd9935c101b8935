// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// EngineClient: the UI thread's half. Everything that takes time happens in EngineProcess's thread.
#include "ui/engine/engine_client.h"

#include "core/plan/plan_codec.h"
#include "ui/engine/control_pipe.h"

#include <QDateTime>
#include <QFileInfo>
#include <QLocale>

#include <functional>

namespace ui {

namespace {

// JSON has line ends only between its tokens, so they may become spaces. The plan travels by the pipe: the
// engine may run on another machine.
QByteArray oneLine(const core::Plan& plan) {
    return QByteArray::fromStdString(core::planToText(plan)).replace('\n', ' ');
}

// Numbers as they are, whatever the locale.
QString calibrationFlag(const core::Calibration& calibration) {
    const auto exact = [](double rate) { return QLocale::c().toString(rate, 'g', QLocale::FloatingPointShortest); };
    QStringList parts{exact(calibration.virtualCardFlops), exact(calibration.virtualCardBandwidth),
                      QString::number(calibration.cores)};
    if (calibration.virtualCardFlopsBf16 && calibration.virtualCardFlopsFp16)
        parts << exact(*calibration.virtualCardFlopsBf16) << exact(*calibration.virtualCardFlopsFp16);
    return parts.join(QLatin1Char(','));
}

}  // namespace

EngineClient::EngineClient(RunStore& store, Options options, QObject* parent)
    : QObject(parent)
    , m_store(store)
    , m_options(std::move(options))
    , m_process(new EngineProcess(m_options.timing))
    , m_follower(new RunFollower(m_options.timing))
    , m_link(m_process) {
    listenTo(*m_process);
    listenTo(*m_follower);
    m_thread.setObjectName(QStringLiteral("engine reader"));
    m_thread.start();
}

void EngineClient::listenTo(EngineLink& link) {
    link.moveToThread(&m_thread);
    connect(&m_thread, &QThread::finished, &link, &QObject::deleteLater);
    connect(
        &link, &EngineLink::launched, this, [this](qint64 pid) { m_pid = pid; }, Qt::QueuedConnection);
    connect(
        &link, &EngineLink::batch, this, [this](const std::shared_ptr<EngineBatch>& batch) { take(*batch); },
        Qt::QueuedConnection);
    connect(&link, &EngineLink::ended, this, &EngineClient::finish, Qt::QueuedConnection);
    connect(
        &link, &EngineLink::left, this,
        [this] {
            m_running = false;
            m_pid = 0;
            m_store.setState(EngineState::Off, tr("The run goes on without this window."));
            emit left();
        },
        Qt::QueuedConnection);
    connect(&link, &EngineLink::notLeft, this, &EngineClient::notLeft, Qt::QueuedConnection);
}

EngineClient::~EngineClient() {
    m_process->disconnect(this);
    m_follower->disconnect(this);
    m_thread.quit();
    m_thread.wait();
}

void EngineClient::begin(EngineLink& link) {
    m_link = &link;
    m_running = true;
    m_stopAsked = false;
    m_recorded = 0;
    m_end = {};
    m_store.setState(EngineState::Starting, {});
}

// An engine of our own on this machine records its run itself, so that it can be left; any other command line
// may run on another machine, and this window records what comes.
EngineProcess::Launch EngineClient::launchOf(const core::Plan& plan, const core::Calibration* calibration,
                                             const QString& resumeFrom) {
    EngineProcess::Launch launch;
    launch.program = m_options.command.program;
    launch.arguments = m_options.command.arguments +
                       QStringList{QStringLiteral("train"), QStringLiteral("-"), QStringLiteral("--json"),
                                   QStringLiteral("--control")};
    launch.firstLine = oneLine(plan);
    launch.recordCap = m_options.runFolderCap / 2;
    if (calibration) launch.calibration = *calibration;
    if (!resumeFrom.isEmpty()) launch.arguments << QStringLiteral("--resume") << resumeFrom;
    m_runFile.clear();
    m_leavable = false;
    if (m_options.runFolder.isEmpty()) return launch;
    shrinkRuns(m_options.runFolder, m_options.runFolderCap / 2);
    m_runFile =
        newRunPath(m_options.runFolder, QString::fromStdString(plan.name), QDateTime::currentDateTime());
    m_leavable = m_options.command.isOwn() && holdsControlFiles(m_options.runFolder);
    if (!m_leavable) {
        launch.recordTo = m_runFile;
        return launch;
    }
    launch.recordedAt = m_runFile;
    launch.arguments << QStringLiteral("--record") << m_runFile << QStringLiteral("--record-limit")
                     << QString::number(launch.recordCap) << QStringLiteral("--control-file")
                     << controlPathOf(m_runFile);
    if (calibration && calibration->measured)
        launch.arguments << QStringLiteral("--calibration") << calibrationFlag(*calibration);
    return launch;
}

bool EngineClient::start(const core::Plan& plan, SnapshotPtr prediction, const QString& resumeFrom) {
    if (m_running) return false;
    const auto launch = launchOf(plan, prediction ? &prediction->calibration : nullptr, resumeFrom);
    m_store.begin(plan, std::move(prediction));
    m_watching = false;
    return run(launch);
}

bool EngineClient::run(const EngineProcess::Launch& launch) {
    if (!m_options.command.usable()) {
        m_store.setState(EngineState::Failed, m_options.command.error);
        return false;
    }
    begin(*m_process);
    QMetaObject::invokeMethod(
        m_process, [process = m_process, launch] { process->start(launch); }, Qt::QueuedConnection);
    emit started();
    return true;
}

QString WatchedLog::name() const {
    return kind == Kind::File ? QFileInfo(text).fileName() : kind == Kind::Command ? text : EngineClient::tr("standard input");
}

// The plan goes first on standard input, as in a run of our own; what is watched there comes behind it.
bool EngineClient::watch(const WatchedLog& log, const core::Plan& plan, SnapshotPtr prediction) {
    if (m_running) return false;
    EngineProcess::Launch launch;
    launch.program = m_options.command.program;
    launch.arguments = m_options.command.arguments +
                       QStringList{QStringLiteral("watch"), QStringLiteral("--json"), QStringLiteral("--follow"),
                                   QStringLiteral("--plan"), QStringLiteral("-")};
    if (log.kind == WatchedLog::Kind::Command)
        launch.arguments << QStringLiteral("--command") << log.text;
    else
        launch.arguments << (log.kind == WatchedLog::Kind::File ? log.text : QStringLiteral("-"));
    launch.firstLine = oneLine(plan);
    launch.takesCommands = false;
    if (prediction) launch.calibration = prediction->calibration;
    m_runFile.clear();
    m_leavable = false;
    recordHere(launch, log.name());
    m_store.begin(plan, std::move(prediction));
    m_store.setWatched(log.name());
    m_watching = true;
    return run(launch);
}

void EngineClient::recordHere(EngineProcess::Launch& launch, const QString& name) {
    if (m_options.runFolder.isEmpty()) return;
    shrinkRuns(m_options.runFolder, m_options.runFolderCap / 2);
    launch.recordCap = m_options.runFolderCap / 2;
    launch.recordTo = m_runFile = newRunPath(m_options.runFolder, name.left(40), QDateTime::currentDateTime());
}

void EngineClient::feedLog(const QByteArray& bytes) {
    if (isWatching())
        QMetaObject::invokeMethod(
            m_process, [process = m_process, bytes] { process->feed(bytes); }, Qt::QueuedConnection);
}

void EngineClient::pause() {
    toEngine([](EngineLink& engine) { engine.send(core::Command::Pause); });
}
void EngineClient::resume() {
    toEngine([](EngineLink& engine) { engine.send(core::Command::Resume); });
}
void EngineClient::stepOnce() {
    toEngine([](EngineLink& engine) { engine.send(core::Command::StepOnce); });
}
void EngineClient::saveCheckpoint() {
    toEngine([](EngineLink& engine) { engine.send(core::Command::Checkpoint); });
}
void EngineClient::stop() {
    if (!m_running) return;
    m_stopAsked = true;
    m_store.setState(EngineState::Stopping, {});
    toEngine([](EngineLink& engine) { engine.stop(); });
}
void EngineClient::leave() {
    if (canLeave()) toEngine([](EngineLink& engine) { engine.leave(); });
}

void EngineClient::toEngine(std::function<void(EngineLink&)> act) {
    QMetaObject::invokeMethod(
        m_link, [link = m_link, act = std::move(act)] { act(*link); }, Qt::QueuedConnection);
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
