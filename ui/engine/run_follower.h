// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A run that was left: its run file is read from the beginning and followed as it grows, its control file
// takes the commands. Letting go of it changes nothing for the run.
#pragma once

#include "ui/engine/control_pipe.h"
#include "ui/engine/engine_link.h"
#include "ui/engine/event_reader.h"

#include <QFile>

#include <optional>

namespace ui {

class RunFollower : public EngineLink {
    Q_OBJECT
public:
    explicit RunFollower(Timing timing);

    // In the follower's own thread. `control` is open and held.
    void follow(const QString& runFile, ControlPipe control);
    void send(core::Command command) override;
    void leave() override;

private:
    [[nodiscard]] bool isAlive() const override { return m_control.isOpen() && !m_control.isEngineGone(); }
    void push(Push push) override;
    void look();
    void heedAll(const core::Event& event);
    // False: nothing new.
    bool readOn();
    void deliver();
    void close();

    QTimer m_frame;
    QFile m_file;
    ControlPipe m_control;
    EventReader m_reader;
    qint64 m_processId = 0;
    std::optional<core::ByeEvent> m_bye;
};

}  // namespace ui
