// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The explorer's side of the engine: starts it with a plan, feeds the run store, passes on commands and says
// in one sentence how it ended. A replayed run file enters the same way, and so does a run that was left
// running. All members: UI thread.
#pragma once

#include "ui/engine/engine_command.h"
#include "ui/engine/engine_process.h"
#include "ui/engine/run_follower.h"
#include "ui/state/evaluator.h"
#include "ui/state/run_store.h"

#include <QObject>
#include <QThread>

#include <functional>

namespace ui {

// The log of a run that some other program trains.
struct WatchedLog {
    enum class Kind { File, Command, StandardInput };
    Kind kind = Kind::File;
    QString text{};  // path, or command line
    [[nodiscard]] QString name() const;
};

class EngineClient : public QObject {
    Q_OBJECT
public:
    struct Options {
        EngineCommand command;
        QString runFolder;  // where runs are recorded; empty = not recorded
        qint64 runFolderCap = qint64(2) << 30;
        EngineLink::Timing timing;
    };
    EngineClient(RunStore& store, Options options, QObject* parent = nullptr);
    ~EngineClient() override;  // ends a running engine, unless it was left

    [[nodiscard]] const EngineCommand& command() const { return m_options.command; }
    [[nodiscard]] const QString& runFolder() const { return m_options.runFolder; }
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] qint64 processId() const { return m_pid; }  // 0 = none
    [[nodiscard]] qint64 recordedBytes() const { return m_recorded; }
    [[nodiscard]] const EngineEnd& lastEnd() const { return m_end; }
    // The run can go on without this window.
    [[nodiscard]] bool canLeave() const { return m_running && m_leavable; }
    // Where the run is recorded; empty = nowhere.
    [[nodiscard]] const QString& runFile() const { return m_runFile; }

    // `resumeFrom`: folder of a checkpoint; empty = from the beginning. False: refused, the reason is in the
    // store's state. Ends nothing that runs.
    bool start(const core::Plan& plan, SnapshotPtr prediction, const QString& resumeFrom = {});
    // Follows a log as a run of `plan`: a file as it grows, the output of a command, or what feedLog() brings. The engine
    // program reads it. False as of start().
    bool watch(const WatchedLog& log, const core::Plan& plan, SnapshotPtr prediction);
    [[nodiscard]] bool isWatching() const { return m_running && m_watching; }
    void feedLog(const QByteArray& bytes);  // empty = the end
    void pause();
    void resume();
    void stepOnce();
    void saveCheckpoint();
    void stop();
    // Answered by left() or notLeft().
    void leave();
    // Goes on with a run that was left: what it has recorded so far, then as it goes. The store's prediction is
    // that of the recorded speed, or of `here`. Why not, in a sentence; empty = attached.
    [[nodiscard]] QString attach(const QString& file, const core::Calibration& here);

    // Fills the store from a run file. Its predictions are those of the calibration that was recorded with
    // it; `here` serves files without one. What of the file is damaged or missing and what was read, in sentences; empty =
    // it is whole. The problems say why it was not opened; the store is then untouched.
    [[nodiscard]] core::Result<QString> replay(const QString& file, const core::Calibration& here);

signals:
    void started();
    void ended();
    void left();
    void notLeft();

private:
    void listenTo(EngineLink& link);
    void take(const EngineBatch& batch);
    void finish(const EngineEnd& end);
    void begin(EngineLink& link);
    [[nodiscard]] EngineProcess::Launch launchOf(const core::Plan& plan, const core::Calibration* calibration,
                                                 const QString& resumeFrom);
    bool run(const EngineProcess::Launch& launch);
    void recordHere(EngineProcess::Launch& launch, const QString& name);
    void toEngine(std::function<void(EngineLink&)> act);

    RunStore& m_store;
    Options m_options;
    QThread m_thread;
    EngineProcess* m_process = nullptr;  // these live in m_thread
    RunFollower* m_follower = nullptr;
    EngineLink* m_link = nullptr;  // of the two, the one that has a run
    bool m_running = false, m_stopAsked = false, m_leavable = false, m_watching = false;
    qint64 m_pid = 0, m_recorded = 0;
    QString m_runFile;
    EngineEnd m_end;
};

// How a run ended, in a sentence: state and text. `steps` finished updates; `log` the engine's last words.
struct EndSentence {
    EngineState state{};
    QString text;
};
[[nodiscard]] EndSentence describeEnd(const EngineEnd& end, const RunStore& store, bool stopAsked);

}  // namespace ui
