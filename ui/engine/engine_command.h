// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Which program is the engine: any command line (a wrapper script, say), or shardscope-cli beside the
// explorer, or on the PATH. Finding it does not start it.
#pragma once

#include <QString>
#include <QStringList>

namespace ui {

struct EngineCommand {
    QString program;        // absolute path, or the name that was looked for
    QStringList arguments;  // before "train"
    QString error;          // one sentence and its remedy; empty = can be started
    [[nodiscard]] bool usable() const { return error.isEmpty(); }
    // This project's own engine, on this machine: not a script, not another machine by ssh.
    [[nodiscard]] bool isOwn() const;
};

// `option` is what --engine said; empty looks beside the explorer and on the PATH.
[[nodiscard]] EngineCommand findEngine(const QString& option, const QString& explorerFolder);

}  // namespace ui
