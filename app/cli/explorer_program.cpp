// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The plan travels in a file of its own, which goes when the explorer has ended.
#include "app/cli/explorer_program.h"

#include "app/cli/problems.h"
#include "core/plan/plan_codec.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;

namespace app {

namespace {

namespace fs = std::filesystem;

// A folder that nobody else reads, and that goes with this object.
class Scratch {
public:
    Scratch() {
        std::string name = (fs::temp_directory_path() / "shardscope-report-XXXXXX").string();
        if (const char* made = mkdtemp(name.data())) m_folder = made;
    }
    ~Scratch() {
        std::error_code ignored;
        if (!m_folder.empty()) fs::remove_all(m_folder, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] fs::path file(const char* name) const { return m_folder / name; }

private:
    fs::path m_folder;
};

// Beside this program.
fs::path explorerProgram() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored).parent_path() / "shardscope";
}

int exitOf(std::vector<std::string> words) {
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    pid_t child = -1;
    if (posix_spawn(&child, arguments[0], nullptr, nullptr, arguments.data(), environ) != 0) return -1;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

core::Result<void> printByExplorer(const core::Plan& plan, const std::string& file, const std::string& language) {
    const fs::path program = explorerProgram();
    std::error_code ignored;
    if (!fs::exists(program, ignored))
        return core::refuse(usageProblem("cli.no-explorer", "--to", {{"program", program.string()}}, "fix.cli.no-explorer"));
    const Scratch scratch;
    const fs::path copy = scratch.file("plan.shardscope.json");
    if (const auto saved = core::savePlan(plan, copy); !saved) return saved;
    const int exit = exitOf({program.string(), copy.string(), "--report", fs::absolute(file).string(), "--lang", language});
    if (exit != 0 || !fs::exists(file, ignored))
        return core::refuse(usageProblem("cli.not-printed", "--to", {{"file", file}}));
    return {};
}

}  // namespace app
