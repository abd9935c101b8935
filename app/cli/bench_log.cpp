// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/bench_log.h"

#include "app/cli/bench_turns.h"
#include "app/cli/problems.h"
#include "app/cli/readable.h"
#include "app/cli/table.h"
#include "core/base/file.h"
#include "core/base/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace app {

namespace {

namespace fs = std::filesystem;

constexpr double kLimit = 100;  // MB/s: what a growing log must not fall behind
constexpr std::string_view kUpdate = "iteration ";

// Removed when this goes.
struct LongLog {
    fs::path path;
    std::int64_t bytes = 0, updates = 0;
    LongLog() = default;
    LongLog(const LongLog&) = delete;
    LongLog& operator=(const LongLog&) = delete;
    ~LongLog() {
        std::error_code ignored;
        fs::remove(path, ignored);
    }
};

// The line with the number behind "iteration " replaced by the next update.
std::string counted(std::string_view line, std::int64_t& updates) {
    const std::size_t at = line.find(kUpdate);
    const std::size_t digits = at == line.npos ? at : line.find_first_not_of(' ', at + kUpdate.size());
    if (digits == line.npos || line[digits] < '0' || line[digits] > '9') return std::string(line);
    const std::size_t end = std::min(line.find_first_not_of("0123456789", digits), line.size());
    return fmt::format("{}{}{}", line.substr(0, digits), ++updates, line.substr(end));
}

bool write(LongLog& log, std::string_view text, std::int64_t bytes) {
    std::ofstream out(log.path, std::ios::binary);
    while (out && log.bytes < bytes) {
        std::string block;
        for (std::string_view rest = text; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            block += counted(rest.substr(0, end), log.updates) + '\n';
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        out << block;
        log.bytes += std::int64_t(block.size());
    }
    out.close();
    return bool(out);
}

struct Watched {
    double seconds = 0, processorSeconds = 0;
    std::int64_t peakBytes = 0;
    int exit = -1;
};

// `watch FILE --json`, its events thrown away.
Watched watched(const fs::path& log) {
    const std::string program = fs::read_symlink("/proc/self/exe").string();
    const char* words[] = {program.c_str(), "watch", log.c_str(), "--json", nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child = -1;
    const auto begin = std::chrono::steady_clock::now();
    const int error = ::posix_spawn(&child, program.c_str(), &actions, nullptr, const_cast<char**>(words), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return {};
    int status = 0;
    rusage usage{};
    while (::wait4(child, &status, 0, &usage) < 0 && errno == EINTR) {}
    const auto seconds = [](const timeval& time) { return double(time.tv_sec) + double(time.tv_usec) / 1e6; };
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            seconds(usage.ru_utime) + seconds(usage.ru_stime), std::int64_t(usage.ru_maxrss) << 10,
            WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

}  // namespace

Reply benchLog(const std::string& file, std::int64_t bytes, int rounds) {
    const auto text = core::readTextFile(file);
    if (!text) return tl::make_unexpected(text.error());
    LongLog quarter, whole;
    const std::string name = (fs::temp_directory_path() / fmt::format("shardscope-bench-{}", ::getpid())).string();
    quarter.path = name + "-quarter.log";
    whole.path = name + ".log";
    for (const auto& [log, size] : {std::pair{&quarter, bytes / 4}, {&whole, bytes}})
        if (!write(*log, *text, size))
            return core::refuse(usageProblem("file.cannot-write", log->path.string(),
                                             {{"reason", std::strerror(errno)}}, "fix.file.choose-other-place"));
    double processor = 0;
    Watched small, large;
    std::vector<Contestant> turns{{"a quarter", [&] { return (small = watched(quarter.path)).seconds; }},
                                  {"the whole", [&] {
                                       large = watched(whole.path);
                                       processor = large.processorSeconds;
                                       return large.seconds;
                                   }}};
    takeTurns(turns, rounds, [](int) {});
    if (large.exit != kYes)
        return core::refuse(usageProblem("log.nothing", file, {{"lines", "the first lines"}}, "fix.log.nothing"));
    const double megabytes = double(whole.bytes) / 1e6, speed = megabytes / turns.back().median();
    Answer answer;
    answer.json = {{"name", "log"},
                   {"value", speed},
                   {"unit", "MB/s"},
                   {"ratio", speed / kLimit},
                   {"peer", "limit"},
                   {"peer_version", SHARDSCOPE_VERSION},
                   {"rounds", rounds},
                   {"bytes", whole.bytes},
                   {"updates", whole.updates},
                   {"processor_megabytes_per_second", megabytes / processor},
                   {"peak_bytes", large.peakBytes},
                   {"peak_bytes_of_a_quarter", small.peakBytes}};
    answer.text = fmt::format("watch of {} of a log, {} updates, medians of {}\n\n", toText(core::Bytes(whole.bytes)),
                              core::withThousands(whole.updates), core::counted(rounds, "round"));
    answer.text += table({{"", "● measured", "limit"},
                          {"speed", fmt::format("{:.0f} MB/s", speed), fmt::format("{:.0f} MB/s", kLimit)},
                          {"speed in processor time", fmt::format("{:.0f} MB/s", megabytes / processor), ""},
                          {"most memory", toText(core::Bytes(large.peakBytes)), ""},
                          {"most memory for a quarter of it", toText(core::Bytes(small.peakBytes)), ""}});
    return answer;
}

}  // namespace app
