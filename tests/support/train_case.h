// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A test of `shardscope-cli train`: a folder with a text to train on, plans in it, and the program's output, errors and exit
// code.
#pragma once

#include "tests/support/engine_runs.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace engine_runs {

class TrainCase : public QObject {
protected:
    void writeText() {
        m_text = writeTrainingText(m_folder.filePath("text.txt"));
        QVERIFY(!m_text.isEmpty());
    }
    QString save(const core::Plan& plan, const QString& name) {
        const QString file = m_folder.filePath(name);
        return core::savePlan(plan, file.toStdString()) ? file : QString();
    }
    void start(QProcess& process, const QStringList& arguments) {
        process.start(SHARDSCOPE_CLI, QStringList{"train"} + arguments);
        QVERIFY(process.waitForStarted(20'000));
    }
    QByteArray finish(QProcess& process, int exitCode) {
        m_output = {};
        if (!process.waitForFinished(120'000)) return {};
        m_output = process.readAllStandardOutput();
        m_errors = process.readAllStandardError();
        if (process.exitCode() != exitCode)
            qWarning("exit code %d: %s", process.exitCode(), m_errors.constData());
        m_exitMatches = process.exitStatus() == QProcess::NormalExit && process.exitCode() == exitCode;
        return m_output;
    }

    QTemporaryDir m_folder;
    QString m_text;
    QByteArray m_output, m_errors;
    bool m_exitMatches = false;
};

}  // namespace engine_runs
