// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What reaches a run from outside while it runs: SIGINT, SIGTERM and, unless nohup
// has it ignored, SIGHUP (a commanded stop), and with --control
// the commands on standard input, whose end is a commanded stop too.
#pragma once

#include "core/base/problem.h"
#include "core/telemetry/events.h"

#include <atomic>
#include <functional>
#include <thread>

namespace app {

enum class ControlInput { None, StandardInput };

class TrainControl {
public:
    using OnCommand = std::function<void(core::Command)>;
    using OnProblem = std::function<void(const core::Problem&)>;  // a line that is no command

    // Blocks these signals in the calling thread and all threads it starts from now on.
    // Call before any other thread is started.
    static void blockSignals();
    // As if SIGTERM had come. From any thread, at any time.
    static void requestStop();

    TrainControl(ControlInput input, OnCommand onCommand, OnProblem onProblem);
    ~TrainControl();  // ends both threads
    TrainControl(const TrainControl&) = delete;
    TrainControl& operator=(const TrainControl&) = delete;

private:
    void waitForSignals();
    void readCommands();
    void take(const std::string& line);

    OnCommand m_onCommand;
    OnProblem m_onProblem;
    std::atomic<bool> m_ended{false};
    std::thread m_signals, m_input;
};

}  // namespace app
