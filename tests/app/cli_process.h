// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs the real shardscope-cli and keeps what it said. Not for commands that stream.
#pragma once

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>

struct CliRun {
    int exitCode = -1;
    QByteArray output, errors;

    // Standard output as one JSON object; empty when it is anything else.
    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
    [[nodiscard]] QString firstProblem() const {
        return json()["problems"].toArray().first().toObject()["code"].toString();
    }
};

// One line of arguments, parted by spaces.
[[nodiscard]] inline CliRun runCli(const QString& arguments, int milliseconds = 60'000) {
    QProcess process;
    process.start(SHARDSCOPE_CLI, arguments.split(' ', Qt::SkipEmptyParts));
    if (!process.waitForFinished(milliseconds) || process.exitStatus() != QProcess::NormalExit) return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

[[nodiscard]] inline QString shippedPlan(const QString& name) {
    return QString(SHARDSCOPE_SOURCE_DIR) + "/resources/plans/" + name + ".shardscope.json";
}
