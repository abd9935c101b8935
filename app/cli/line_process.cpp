// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Two pipes and posix_spawn.
#include "app/cli/line_process.h"

#include <array>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace app {

namespace {

std::vector<std::string> environmentWith(std::map<std::string, std::string> added) {
    std::vector<std::string> entries;
    for (char** entry = environ; *entry; ++entry) {
        const std::string text(*entry);
        if (!added.contains(text.substr(0, text.find('=')))) entries.push_back(text);
    }
    for (const auto& [name, value] : added) entries.push_back(name + "=" + value);
    return entries;
}

std::vector<char*> pointersTo(std::vector<std::string>& texts) {
    std::vector<char*> pointers;
    for (std::string& text : texts) pointers.push_back(text.data());
    pointers.push_back(nullptr);
    return pointers;
}

}  // namespace

LineProcess::LineProcess(const std::string& program, const std::vector<std::string>& arguments,
                         const std::map<std::string, std::string>& environment) {
    // A socket, so that writing to a process that has ended is an error and not a signal.
    std::array<int, 2> input{}, output{};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, input.data()) != 0) return;
    if (pipe2(output.data(), O_CLOEXEC) != 0) {
        close(input[0]);
        close(input[1]);
        return;
    }
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    std::vector<std::string> words{program}, entries = environmentWith(environment);
    words.insert(words.end(), arguments.begin(), arguments.end());
    if (posix_spawnp(&m_pid, program.c_str(), &actions, nullptr, pointersTo(words).data(),
                     pointersTo(entries).data()) != 0)
        m_pid = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(input[1]);
    close(output[1]);
    m_input = input[0];
    m_output = fdopen(output[0], "r");
}

LineProcess::~LineProcess() {
    if (m_input >= 0) close(m_input);
    if (m_output) std::fclose(m_output);
    if (m_pid > 0) waitpid(m_pid, nullptr, 0);
}

void LineProcess::write(const std::string& line) {
    const std::string text = line + '\n';
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t sent = send(m_input, text.data() + done, text.size() - done, MSG_NOSIGNAL);
        if (sent <= 0) return;  // read() will find the end
        done += std::size_t(sent);
    }
}

std::optional<std::string> LineProcess::read() {
    char* text = nullptr;
    std::size_t room = 0;
    const ssize_t length = m_output ? getline(&text, &room, m_output) : -1;
    std::optional<std::string> line;
    if (length > 0) line = std::string(text, std::size_t(length) - (text[length - 1] == '\n'));
    std::free(text);
    return line;
}

}  // namespace app
