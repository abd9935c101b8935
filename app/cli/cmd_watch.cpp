// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// watch LOG|-: the training log of another framework as events of our own protocol (--json), or one line per update.
// With --follow a file is read on as it grows, also after it was replaced or cut, until the command is stopped.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"
#include "core/telemetry/codec.h"
#include "core/telemetry/log_reader.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <memory>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace app {

namespace {

struct Options {
    std::string log, sequence, cards, gpu, model;
    bool json = false, follow = false;
};

volatile std::sig_atomic_t stopped = 0;
void stop(int) { stopped = 1; }

std::string numberText(double value) { return std::isfinite(value) ? fmt::format("{:.5g}", value) : "–"; }

std::string speedText(double tokensPerSecond) {
    return std::isfinite(tokensPerSecond) ? core::withThousands(std::int64_t(tokensPerSecond)) + " tokens/s" : "";
}

std::string lineFor(const core::Event& event) {
    if (const auto* step = std::get_if<core::StepEvent>(&event.body))
        return fmt::format("update {:>8}   ● loss {:<10} lr {:<10} grad norm {:<10} {:>9} ms  {}{}\n", step->step,
                           numberText(step->loss), numberText(step->lr), numberText(step->gradNorm), numberText(step->stepMs),
                           speedText(step->tokensPerSecond), step->skipped ? "  skipped" : "");
    if (const auto* validation = std::get_if<core::ValidationEvent>(&event.body))
        return fmt::format("update {:>8}   ● validation loss {}\n", validation->step, numberText(validation->loss));
    if (const auto* problem = std::get_if<core::ProblemEvent>(&event.body)) return problemLine(problem->problem);
    if (const auto* bye = std::get_if<core::ByeEvent>(&event.body))
        return fmt::format("{}, {}\n", core::counted(bye->steps, "update"), bye->reason);
    return {};
}

// Standard output in large pieces: a log of a gigabyte passes through here.
class Output {
public:
    explicit Output(const Options& options)
        : m_json(options.json) {}

    void add(const core::Event& event) {
        m_text += m_json ? core::encode(event) + '\n' : lineFor(event);
        if (m_text.size() >= kPiece) flush();
    }

    void flush() {
        m_lost = m_lost || (!m_text.empty() && std::fwrite(m_text.data(), 1, m_text.size(), stdout) != m_text.size()) ||
                 std::fflush(stdout) != 0;
        m_text.clear();
    }

    [[nodiscard]] bool lost() const { return m_lost; }

private:
    static constexpr std::size_t kPiece = 1 << 16;
    bool m_json, m_lost = false;
    std::string m_text;
};

class Input {
public:
    explicit Input(const std::string& name)
        : m_name(name)
        , m_descriptor(name == "-" ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~Input() {
        if (m_descriptor > STDIN_FILENO) ::close(m_descriptor);
    }
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    [[nodiscard]] bool open() const { return m_descriptor >= 0; }
    [[nodiscard]] bool isFile() const { return m_name != "-"; }

    // Bytes read, 0 at the present end, -1 with errno.
    ssize_t read(char* buffer, std::size_t size) {
        ssize_t count = -1;
        do
            count = ::read(m_descriptor, buffer, size);
        while (count < 0 && errno == EINTR && stopped == 0);
        if (count > 0) m_offset += count;
        return count;
    }

    // The file behind the name has become another or shorter: it begins again.
    void renew() {
        struct stat there {}, ours {};
        if (!isFile() || ::stat(m_name.c_str(), &there) != 0 || ::fstat(m_descriptor, &ours) != 0) return;
        if (there.st_ino == ours.st_ino && there.st_dev == ours.st_dev) {
            if (there.st_size >= m_offset) return;
            ::lseek(m_descriptor, 0, SEEK_SET);
        } else {
            const int next = ::open(m_name.c_str(), O_RDONLY | O_CLOEXEC);
            if (next < 0) return;
            ::close(m_descriptor);
            m_descriptor = next;
        }
        m_offset = 0;
    }

private:
    std::string m_name;
    int m_descriptor;
    std::int64_t m_offset = 0;
};

core::Problem unreadable(const std::string& name, int error) {
    return usageProblem("file.cannot-read", name, {{"reason", std::strerror(error)}}, "fix.file.check-path");
}

core::Result<core::LogSettings> settingsOf(const Options& options) {
    core::LogSettings settings{.name = options.log == "-" ? "standard input" : options.log};
    for (const auto& [text, flag, number] : {std::tuple{&options.sequence, "--seq", &settings.sequence},
                                             {&options.cards, "--cards", &settings.cards}}) {
        if (text->empty()) continue;
        const auto count = parseCount(*text, flag);
        if (!count) return tl::make_unexpected(count.error());
        *number = double(*count);
    }
    if (!options.gpu.empty()) {
        const core::Accelerator* card = core::findAccelerator(options.gpu);
        std::vector<std::string> names;
        for (const core::Accelerator& known : core::accelerators()) names.push_back(known.name);
        if (card == nullptr) return core::refuse(unknownChoice("--gpu", options.gpu, names));
        settings.peakFlops = card->peakFlops16;
    }
    if (!options.model.empty()) {
        settings.model = core::findModelPreset(options.model);
        std::vector<std::string> names;
        for (const core::ModelSpec& known : core::modelPresets()) names.push_back(known.name);
        if (settings.model == nullptr) return core::refuse(unknownChoice("--model", options.model, names));
    }
    return settings;
}

// Reads to the end, or with --follow until stopped or until nobody listens. errno of a failed read, or 0.
int pump(Input& input, core::LogReader& reader, Output& output, bool follow) {
    constexpr std::chrono::milliseconds kPause{200};
    std::vector<char> buffer(std::size_t{1} << 18);
    while (stopped == 0 && !output.lost()) {
        const ssize_t count = input.read(buffer.data(), buffer.size());
        if (count < 0) return errno == EINTR ? 0 : errno;
        if (count > 0) {
            reader.feed({buffer.data(), std::size_t(count)});
            output.flush();
        } else if (follow && input.isFile()) {
            reader.settle();
            output.flush();
            std::this_thread::sleep_for(kPause);
            input.renew();
        } else {
            break;
        }
    }
    return 0;
}

int watch(const Options& options) {
    const auto settings = settingsOf(options);
    if (!settings) {
        printProblems(settings.error());
        return kNotUnderstood;
    }
    Input input(options.log);
    struct stat status {};
    if (!input.open() || (input.isFile() && ::stat(options.log.c_str(), &status) == 0 && S_ISDIR(status.st_mode))) {
        printProblems({unreadable(options.log, input.open() ? EISDIR : errno)});
        return kNotUnderstood;
    }
    std::signal(SIGINT, stop);
    std::signal(SIGTERM, stop);
    std::signal(SIGPIPE, SIG_IGN);
    Output output(options);
    core::LogReader reader(*settings, [&](const core::Event& event) { output.add(event); });
    const int error = pump(input, reader, output, options.follow);
    reader.finish();
    output.flush();
    if (error != 0) {
        printProblems({unreadable(options.log, error)});
        return kNotUnderstood;
    }
    if (!reader.recognised()) {
        printProblems({usageProblem("log.nothing", settings->name, {{"lines", std::to_string(reader.lines())}}, "fix.log.nothing")});
        return delivered(kNo);
    }
    return delivered(reader.failed() ? kNo : kYes);
}

}  // namespace

void addWatch(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("LOG", options->log, "The log file, or - for standard input")->required();
    command.add_flag("--json", options->json, "Print events, one JSON object a line");
    command.add_flag("--follow", options->follow, "Go on as the file grows, until stopped");
    command.add_option("--seq", options->sequence, "Tokens of a sequence, where the log does not say it");
    command.add_option("--cards", options->cards, "Cards of the run, where the log does not say it");
    command.add_option("--gpu", options->gpu, "Their accelerator: the MFU is computed again from shapes");
    command.add_option("--model", options->model, "The model as a preset, where the log does not print its arguments");
    command.callback([options, &exit] { exit = watch(*options); });
}

}  // namespace app
