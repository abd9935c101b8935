// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// findEngine: asks the file system only.
#include "ui/engine/engine_command.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>

namespace ui {

namespace {

QString engineName() { return QStringLiteral("shardscope-cli"); }

// In the context that lupdate finds for a function of this namespace.
QString tr(const char* text) { return QCoreApplication::translate("ui", text); }

bool isProgram(const QString& path) {
    const QFileInfo file(path);
    return file.isFile() && file.isExecutable();
}

EngineCommand fromOption(const QString& option) {
    QStringList words = QProcess::splitCommand(option);
    EngineCommand command;
    if (words.isEmpty()) {
        command.error =
            tr("--engine names no program. Give a command line, such as /usr/bin/shardscope-cli.");
        return command;
    }
    command.program = words.takeFirst();
    command.arguments = words;
    const bool isPath = command.program.contains(QLatin1Char('/'));
    const QString found = isPath ? (isProgram(command.program) ? command.program : QString())
                                 : QStandardPaths::findExecutable(command.program);
    if (found.isEmpty())
        command.error =
            tr("The engine program %1 was not found or cannot be run. Check the path given to --engine.")
                .arg(command.program);
    else
        command.program = found;
    return command;
}

}  // namespace

bool EngineCommand::isOwn() const {
    return usable() && arguments.isEmpty() && QFileInfo(program).fileName() == engineName();
}

EngineCommand findEngine(const QString& option, const QString& explorerFolder) {
    if (!option.isEmpty()) return fromOption(option);
    EngineCommand command;
    const QString beside = QDir(explorerFolder).filePath(engineName());
    command.program = isProgram(beside) ? beside : QStandardPaths::findExecutable(engineName());
    if (command.program.isEmpty()) {
        command.program = beside;
        command.error =
            tr("The engine program %1 was not found. Install it there or name another with --engine.")
                .arg(beside);
    }
    return command;
}

}  // namespace ui
