// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/engine/hunt_process.h"

#include "ui/kit/to_qt.h"

namespace ui {

HuntProcess::HuntProcess(const EngineCommand& command, QObject* parent)
    : QObject(parent)
    , m_command(command) {
    connect(&m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) emit failed(tr("The engine could not be started: %1").arg(m_process.errorString()));
    });
    connect(&m_process, &QProcess::finished, this, &HuntProcess::finish);
}

HuntProcess::~HuntProcess() {
    m_process.disconnect(this);
    m_process.kill();
    m_process.waitForFinished(1000);
}

void HuntProcess::start(quint64 seed) {
    if (!m_command.usable()) {
        emit failed(m_command.error);
        return;
    }
    if (isRunning()) {
        const QSignalBlocker quiet(&m_process);
        m_process.kill();
        m_process.waitForFinished(1000);
    }
    m_process.start(m_command.program,
                    m_command.arguments + QStringList{QStringLiteral("lesson"), QStringLiteral("hunt"), QStringLiteral("--seed"),
                                                      QString::number(seed), QStringLiteral("--json")});
}

void HuntProcess::finish() {
    const auto report = core::huntReportFrom(m_process.readAllStandardOutput().toStdString());
    if (report) {
        emit done(*report);
        return;
    }
    const QString said = QString::fromUtf8(m_process.readAllStandardError()).trimmed();
    emit failed(said.isEmpty() ? sentences(report.error().front()) : said);
}

}  // namespace ui
