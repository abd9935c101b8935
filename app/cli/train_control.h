// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What reaches a run from outside while it runs: SIGINT, SIGTERM and, unless nohup has it ignored, SIGHUP (a
// commanded stop), with --control the commands on standard input, whose end is a commanded stop too, and with
// --control-file the commands that anyone writes to that pipe.
#pragma once

#include "core/base/problem.h"
#include "core/telemetry/events.h"

#include <atomic>
#include <functional>
#include <string>
#include <thread>
#include <vector>

namespace app {

class TrainControl {
public:
    using OnProblem = std::function<void(const core::Problem&)>;  // a line that is no command
    struct Input {
        int descriptor = -1;
        enum class AtEnd { Stop, Ignore } atEnd = AtEnd::Ignore;
    };
    struct Handlers {
        std::function<void(core::Command)> command;  // any but Leave
        // True: the run goes on by itself, and inputs whose end would stop it are read no more.
        std::function<bool()> leave;
        OnProblem problem;
    };

    // Blocks these signals in the calling thread and all threads it starts from now on.
    // Call before any other thread is started.
    static void blockSignals();
    // As if SIGTERM had come. From any thread, at any time.
    static void requestStop();

    TrainControl(const std::vector<Input>& inputs, Handlers handlers);
    ~TrainControl();  // ends both threads
    TrainControl(const TrainControl&) = delete;
    TrainControl& operator=(const TrainControl&) = delete;

private:
    struct Source {
        Input input;
        std::string pending;  // an unfinished line
    };
    void waitForSignals();
    void readCommands();
    void read(Source& source);
    void take(const std::string& line);

    Handlers m_handlers;
    std::vector<Source> m_sources;
    std::atomic<bool> m_ended{false}, m_left{false};
    std::thread m_signals, m_input;
};

}  // namespace app
