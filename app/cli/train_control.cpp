// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signals and standard input, each in a thread that looks up ten times a second.
#include "app/cli/train_control.h"

#include "core/telemetry/codec.h"

#include <csignal>
#include <poll.h>
#include <string>
#include <unistd.h>

namespace app {

namespace {

constexpr int kLookMilliseconds = 100;

bool isIgnored(int signal) {
    struct sigaction action {};
    return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t stopSignals() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    if (!isIgnored(SIGHUP)) sigaddset(&set, SIGHUP);
    return set;
}

}  // namespace

void TrainControl::blockSignals() {
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::signal(SIGPIPE, SIG_IGN);  // a reader that goes away shows as a failed write
}

void TrainControl::requestStop() { ::kill(::getpid(), SIGTERM); }

TrainControl::TrainControl(ControlInput input, OnCommand onCommand, OnProblem onProblem)
    : m_onCommand(std::move(onCommand))
    , m_onProblem(std::move(onProblem)) {
    m_signals = std::thread([this] { waitForSignals(); });
    if (input == ControlInput::StandardInput) m_input = std::thread([this] { readCommands(); });
}

TrainControl::~TrainControl() {
    m_ended = true;
    m_signals.join();
    if (m_input.joinable()) m_input.join();
}

void TrainControl::waitForSignals() {
    const sigset_t set = stopSignals();
    const timespec look{0, kLookMilliseconds * 1'000'000L};
    while (!m_ended)
        if (sigtimedwait(&set, nullptr, &look) > 0) m_onCommand(core::Command::Stop);
}

void TrainControl::take(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    if (const auto command = core::decodeCommand(line)) {
        m_onCommand(*command);
        return;
    }
    core::Problem problem;
    problem.severity = core::Severity::Warning;
    problem.code = "engine.unknown-command";
    problem.params = {{"line", line.substr(0, 200)}, {"example", core::encode(core::Command::Pause)}};
    problem.fix = "fix.engine.unknown-command";
    m_onProblem(problem);
}

void TrainControl::readCommands() {
    std::string pending;
    char bytes[4096];
    while (!m_ended) {
        pollfd input{STDIN_FILENO, POLLIN, 0};
        if (poll(&input, 1, kLookMilliseconds) <= 0) continue;
        const ssize_t count = read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) {
            m_onCommand(core::Command::Stop);
            return;
        }
        pending.append(bytes, std::size_t(count));
        for (std::size_t end; (end = pending.find('\n')) != std::string::npos; pending.erase(0, end + 1))
            take(pending.substr(0, end));
        if (pending.size() > core::kMaxLineBytes) pending.clear();
    }
}

}  // namespace app
