// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Signals in one thread, lines of commands in another; each looks up ten times a second.
#include "app/cli/train_control.h"

#include "core/base/utf8.h"
#include "core/telemetry/codec.h"

#include <cerrno>
#include <csignal>
#include <poll.h>
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

TrainControl::TrainControl(const std::vector<Input>& inputs, Handlers handlers)
    : m_handlers(std::move(handlers)) {
    for (const Input& input : inputs) m_sources.push_back({input, {}});
    m_signals = std::thread([this] { waitForSignals(); });
    if (!m_sources.empty()) m_input = std::thread([this] { readCommands(); });
}

TrainControl::~TrainControl() {
    m_ended = true;
    m_signals.join();
    if (m_input.joinable()) m_input.join();
}

void TrainControl::waitForSignals() {
    const sigset_t set = stopSignals();
    const timespec look{0, kLookMilliseconds * 1'000'000L};
    while (!m_ended) {
        const int signal = sigtimedwait(&set, nullptr, &look);
        const bool isHangUp = signal == SIGHUP && m_left;  // of a terminal that is no longer its own
        if (signal > 0 && !isHangUp) m_handlers.command(core::Command::Stop);
    }
}

void TrainControl::take(const std::string& line) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) return;
    const auto command = core::decodeCommand(line);
    if (command && *command != core::Command::Leave) return m_handlers.command(*command);
    if (command) {
        if (!m_handlers.leave()) return;
        m_left = true;
        for (Source& source : m_sources)
            if (source.input.atEnd == Input::AtEnd::Stop) source.input.descriptor = -1;
        return;
    }
    core::Problem problem;
    problem.severity = core::Severity::Warning;
    problem.code = "engine.unknown-command";
    problem.params = {{"line", std::string(core::utf8Prefix(line, 200))}, {"example", core::encode(core::Command::Pause)}};
    problem.fix = "fix.engine.unknown-command";
    m_handlers.problem(problem);
}

void TrainControl::read(Source& source) {
    char bytes[4096];
    const ssize_t count = ::read(source.input.descriptor, bytes, sizeof bytes);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (count <= 0) {
        source.input.descriptor = -1;  // poll() passes over it
        if (source.input.atEnd == Input::AtEnd::Stop) m_handlers.command(core::Command::Stop);
        return;
    }
    source.pending.append(bytes, std::size_t(count));
    for (std::size_t end; (end = source.pending.find('\n')) != std::string::npos;) {
        const std::string line = source.pending.substr(0, end);
        source.pending.erase(0, end + 1);
        take(line);
    }
    if (source.pending.size() > core::kMaxLineBytes) source.pending.clear();
}

void TrainControl::readCommands() {
    while (!m_ended) {
        std::vector<pollfd> polled;
        for (const Source& source : m_sources) polled.push_back({source.input.descriptor, POLLIN, 0});
        if (poll(polled.data(), polled.size(), kLookMilliseconds) <= 0) continue;
        for (std::size_t i = 0; i < polled.size(); ++i)
            if (polled[i].revents != 0 && m_sources[i].input.descriptor >= 0) read(m_sources[i]);
    }
}

}  // namespace app
