// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Asks the engine program for one bug hunt (`lesson hunt --seed N --json`): it trains with the planted fault and answers
// with the instruments. One at a time; a second start ends the first.
#pragma once

#include "core/lesson/activities/bug_hunt.h"
#include "ui/engine/engine_command.h"

#include <QObject>
#include <QProcess>

namespace ui {

class HuntProcess : public QObject {
    Q_OBJECT
public:
    explicit HuntProcess(const EngineCommand& command, QObject* parent = nullptr);
    ~HuntProcess() override;

    void start(quint64 seed);
    [[nodiscard]] bool isRunning() const { return m_process.state() != QProcess::NotRunning; }

signals:
    void done(const core::HuntReport& report);
    void failed(const QString& reason);

private:
    void finish();

    EngineCommand m_command;
    QProcess m_process;
};

}  // namespace ui
