// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The window's end of a run's control file, a named pipe that the engine reads. It tells whether the engine
// lives (a pipe without a reader cannot be opened for writing), takes commands, and by its lock tells other
// windows that this one looks after the run. The lock goes with the window, however that ends.
#pragma once

#include "core/telemetry/events.h"

#include <QString>

namespace ui {

// Beside the run file it belongs to.
[[nodiscard]] QString controlPathOf(const QString& runFile);
// A pipe can be made there, and so can files.
[[nodiscard]] bool holdsControlFiles(const QString& folder);

class ControlPipe {
public:
    ControlPipe() = default;
    ControlPipe(ControlPipe&& other) noexcept;
    ControlPipe& operator=(ControlPipe&& other) noexcept;
    ~ControlPipe() { close(); }

    // Not open where there is no pipe or nobody reads it.
    [[nodiscard]] static ControlPipe open(const QString& path);
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    // False: another window holds it.
    [[nodiscard]] bool hold();
    [[nodiscard]] bool isHeld() const { return m_held; }
    [[nodiscard]] bool isEngineGone() const;  // or never was there
    void send(core::Command command);         // a full pipe loses it: the engine has not read for long
    void close();

private:
    int m_descriptor = -1;
    bool m_held = false;
};

}  // namespace ui
