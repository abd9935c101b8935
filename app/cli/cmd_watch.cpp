// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// watch LOG|-, watch --command LINE: the training log of another framework, text or TensorBoard's event file, as events
// of our own protocol (--json), or one line per update. With --follow a file is read on as it grows, also after it was
// replaced or cut, until the command is stopped. With --plan the run is that of a plan: it fills in what the log does
// not say, and stands in the recording.
#include "app/cli/answer.h"
#include "app/cli/commands.h"
#include "app/cli/log_input.h"
#include "app/cli/plan_flags.h"
#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/cluster/cluster.h"
#include "core/plan/plan_codec.h"
#include "core/telemetry/codec.h"
#include "core/telemetry/log_reader.h"
#include "core/telemetry/tensorboard_log.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>
#include <thread>

namespace app {

namespace {

struct Options {
    std::string log, command, plan, sequence, cards, gpu, model;
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
                           numberText(step->loss), numberText(step->lr), numberText(step->gradNorm),
                           numberText(step->stepMs), speedText(step->tokensPerSecond),
                           step->skipped ? "  skipped" : "");
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

core::Problem unreadable(const std::string& name, int error) {
    return usageProblem("file.cannot-read", name, {{"reason", std::strerror(error)}}, "fix.file.check-path");
}

// What the plan says of a run that is its own.
core::Result<void> fillFrom(const std::string& name, core::Plan& plan, core::LogSettings& settings) {
    auto read = name == "-" ? core::planFromText(lineOfStandardInput(), "standard input") : openPlan(name);
    if (!read) return tl::make_unexpected(read.error());
    plan = std::move(*read);
    settings.planText = core::planToText(plan);
    settings.sequence = plan.sequence();
    settings.cards = plan.layout.cards();
    settings.model = &plan.model;
    if (const core::Accelerator* card = core::acceleratorOf(plan.cluster)) settings.peakFlops = card->peakFlops16;
    return {};
}

// `plan` keeps the model that the settings point at.
core::Result<core::LogSettings> settingsOf(const Options& options, const std::string& name, core::Plan& plan) {
    core::LogSettings settings{.name = name};
    if (!options.plan.empty())
        if (const auto filled = fillFrom(options.plan, plan, settings); !filled)
            return tl::make_unexpected(filled.error());
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

// Text or TensorBoard's records: the first bytes tell.
class AnyLog {
public:
    AnyLog(const core::LogSettings& settings, const core::LogReader::Sink& sink)
        : m_text(settings, sink)
        , m_board(settings, sink) {}

    void feed(std::string_view bytes) {
        if (!m_isBoard) m_isBoard = core::looksLikeTensorBoard(bytes);
        *m_isBoard ? m_board.feed(bytes) : m_text.feed(bytes);
    }
    void settle() { isBoard() ? m_board.settle() : m_text.settle(); }
    void finish() { isBoard() ? m_board.finish() : m_text.finish(); }
    [[nodiscard]] bool recognised() const { return isBoard() ? m_board.recognised() : m_text.recognised(); }
    [[nodiscard]] bool failed() const { return isBoard() ? m_board.failed() : m_text.failed(); }
    [[nodiscard]] std::int64_t lines() const { return isBoard() ? m_board.records() : m_text.lines(); }

private:
    [[nodiscard]] bool isBoard() const { return m_isBoard.value_or(false); }
    core::LogReader m_text;
    core::TensorBoardLog m_board;
    std::optional<bool> m_isBoard;
};

// Reads to the end, or with --follow until stopped or until nobody listens. errno of a failed read, or 0.
int pump(LogInput& input, AnyLog& reader, Output& output, bool follow) {
    constexpr std::chrono::milliseconds kPause{200};
    std::vector<char> buffer(std::size_t{1} << 18);
    while (stopped == 0 && !output.lost()) {
        const ssize_t count = input.read(buffer.data(), buffer.size());
        if (count < 0) return errno == EINTR ? 0 : errno;
        if (count > 0) {
            reader.feed({buffer.data(), std::size_t(count)});
            output.flush();
        } else if (follow && input.grows()) {
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

// A blocked read ends with the signal, unlike under std::signal.
void endReadsAt(int number) {
    struct sigaction action {};
    action.sa_handler = stop;
    ::sigaction(number, &action, nullptr);
}

int watch(const Options& options) {
    if (options.log.empty() == options.command.empty()) {
        printProblems({usageProblem("cli.one-log", "watch", {}, "fix.cli.one-log")});
        return kNotUnderstood;
    }
    LogInput input = options.command.empty() ? LogInput::file(options.log) : LogInput::command(options.command);
    core::Plan plan;
    const auto settings = settingsOf(options, input.name(), plan);
    if (!settings) {
        printProblems(settings.error());
        return kNotUnderstood;
    }
    if (input.error() != 0) {
        printProblems({unreadable(input.name(), input.error())});
        return kNotUnderstood;
    }
    endReadsAt(SIGINT);
    endReadsAt(SIGTERM);
    std::signal(SIGPIPE, SIG_IGN);
    Output output(options);
    AnyLog reader(*settings, [&](const core::Event& event) { output.add(event); });
    const int error = pump(input, reader, output, options.follow);
    reader.finish();
    output.flush();
    if (error != 0) {
        printProblems({unreadable(input.name(), error)});
        return kNotUnderstood;
    }
    if (!reader.recognised()) {
        printProblems({usageProblem("log.nothing", settings->name, {{"lines", std::to_string(reader.lines())}},
                                    "fix.log.nothing")});
        return delivered(kNo);
    }
    return delivered(reader.failed() ? kNo : kYes);
}

}  // namespace

void addWatch(CLI::App& command, int& exit) {
    auto options = std::make_shared<Options>();
    command.add_option("LOG", options->log, "The log file, or - for standard input");
    command.add_option("--command", options->command,
                       "Read what this command line puts out instead, such as \"ssh host tail -F train.log\"");
    command.add_option(
        "--plan", options->plan,
        "The plan that the run trains, or - for one line of JSON on standard input: fills in what the log does "
        "not say");
    command.add_flag("--json", options->json, "Print events, one JSON object a line");
    command.add_flag("--follow", options->follow, "Go on as the file grows, until stopped");
    command.add_option("--seq", options->sequence, "Tokens of a sequence, where the log does not say it");
    command.add_option("--cards", options->cards, "Cards of the run, where the log does not say it");
    command.add_option("--gpu", options->gpu, "Their accelerator: the MFU is computed again from shapes");
    command.add_option("--model", options->model, "The model as a preset, where the log does not print its arguments");
    command.callback([options, &exit] { exit = watch(*options); });
}

}  // namespace app
