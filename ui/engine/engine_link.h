// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What the client needs of a running engine, whether it is a child of this window or a run that was left: its
// events in batches, a way to command it and an end. Stop escalates: the command, after 3 s terminate, after
// 2 s more kill; a checkpoint that the engine says it is saving is waited for. Lives in a thread of its own.
#pragma once

#include "core/telemetry/events.h"

#include <QObject>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <memory>
#include <vector>

namespace ui {

struct EngineBatch {
    std::vector<core::Event> events;
    QStringList log;  // standard error, and complaints about broken lines
    std::int64_t unknown = 0;
    qint64 recordedBytes = 0;
    [[nodiscard]] bool isEmpty() const { return events.empty() && log.isEmpty() && unknown == 0; }
};

struct EngineEnd {
    bool started = false;
    QString startError{};  // of the operating system
    bool crashed = false;  // ended by a signal
    int code = 0;          // exit code, or the signal
    bool forced = false;   // by the escalation of stop
    bool unseen = false;   // ended while no window was its parent: the signal is not known
};

class EngineLink : public QObject {
    Q_OBJECT
public:
    struct Timing {
        int terminateAfter = 3000, killAfter = 2000;  // milliseconds
    };
    explicit EngineLink(Timing timing);

    virtual void send(core::Command command) = 0;
    // Lets the engine go on without this window; `left` says when, `notLeft` that it did not work.
    virtual void leave() = 0;
    // A second stop while a checkpoint is being saved does not wait for it.
    void stop();

signals:
    void launched(qint64 pid);
    void batch(std::shared_ptr<ui::EngineBatch> batch);
    void ended(ui::EngineEnd end);  // after the last batch
    void left();                    // after the last batch
    void notLeft();

protected:
    enum class Push { Terminate, Kill };
    [[nodiscard]] virtual bool isAlive() const = 0;
    virtual void push(Push push) = 0;

    void beginRun();
    void endRun();
    // Every event, as it comes.
    void heed(const core::Event& event);
    [[nodiscard]] bool wasForced() const { return m_forced; }

private:
    void escalate();

    Timing m_timing;
    QTimer m_escalation;
    bool m_stopSent = false, m_terminated = false, m_forced = false, m_saving = false;
};

}  // namespace ui
