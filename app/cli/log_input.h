// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a training log comes from: a file, which may grow, be cut or be replaced; standard input; the output of a command.
#pragma once

#include <cstdint>
#include <string>

#include <sys/types.h>

namespace app {

class LogInput {
public:
    // "-" is standard input.
    [[nodiscard]] static LogInput file(std::string name);
    // By the shell, both of its outputs, in a group of its own, which is ended with this object.
    [[nodiscard]] static LogInput command(const std::string& line);
    ~LogInput();
    LogInput(LogInput&& other) noexcept;
    LogInput(const LogInput&) = delete;
    LogInput& operator=(const LogInput&) = delete;
    LogInput& operator=(LogInput&&) = delete;

    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] int error() const { return m_error; }  // errno of opening; 0 = open
    [[nodiscard]] bool grows() const { return m_kind == Kind::File; }

    // Bytes read, 0 at the present end, -1 with errno; a signal ends it with EINTR.
    ssize_t read(char* buffer, std::size_t size);
    // The file behind the name has become another or shorter: it begins again.
    void renew();

private:
    enum class Kind { File, Standard, Command };
    LogInput(Kind kind, std::string name)
        : m_kind(kind)
        , m_name(std::move(name)) {}

    Kind m_kind;
    std::string m_name;
    int m_descriptor = -1, m_error = 0;
    pid_t m_child = -1;
    std::int64_t m_offset = 0;
};

// The next line of standard input, byte by byte, so that nothing behind it is taken. At most 1 MiB.
[[nodiscard]] std::string lineOfStandardInput();

}  // namespace app
