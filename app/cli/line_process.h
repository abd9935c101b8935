// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A child process that answers lines with lines. Its standard error goes to the null device.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include <sys/types.h>

namespace app {

class LineProcess {
public:
    // `program` is looked up in PATH; `environment` is added to this process's own. A program that cannot be
    // started answers nothing.
    LineProcess(const std::string& program, const std::vector<std::string>& arguments,
                const std::map<std::string, std::string>& environment);
    ~LineProcess();  // closes its standard input and waits for its end
    LineProcess(const LineProcess&) = delete;
    LineProcess& operator=(const LineProcess&) = delete;

    void write(const std::string& line);  // without the newline
    // The next line, without its newline; nothing when the process has ended.
    [[nodiscard]] std::optional<std::string> read();

private:
    pid_t m_pid = -1;
    int m_input = -1;
    std::FILE* m_output = nullptr;
};

}  // namespace app
