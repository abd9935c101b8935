// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the events of a run go: a run file first, then NDJSON or progress for people on standard output,
// which may be slow, full or closed without holding up the run or its file. The sink is called by the
// recorder's thread, finish() after it has ended. A run that is left goes on with its file alone.
#pragma once

#include "app/cli/line_writer.h"
#include "core/base/result.h"
#include "core/cost/traffic.h"
#include "core/telemetry/run_file.h"
#include "gpu/training/recorder.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

namespace app {

class TrainOutput {
public:
    enum class Form { Text, Ndjson };

    struct File {
        std::string path;
        core::RunFileWriter writer;
        std::int64_t limit = 0;  // bytes, after which only what is vital is recorded; 0 = none
    };
    // `file`: the run file, or none. `lost` is called once, by another thread, when standard output is gone
    // or full: nobody listens any more.
    TrainOutput(Form form, std::optional<File> file, std::function<void()> lost);

    void write(const core::Event& event, std::string_view line);
    // Something to say on standard error. From any thread.
    void complain(const core::Problem& problem);
    // What people may do next, on standard error; nothing with NDJSON. From any thread.
    void advise(std::string text);
    // From now on a reader who takes nothing is not waited for. From any thread.
    void hurry();
    // Lets go of standard input, output and error: the reader gets what there is, the phase Left and the end.
    // What there is to complain about goes to the run file from now on. From any thread.
    void leave();
    // Closes the run file and waits for the reader. What could not be written has been complained about.
    [[nodiscard]] core::Problems finish();

private:
    void printForPeople(const core::Event& event);
    void append(const core::Event& event, std::string_view line);
    void record(const core::EventBody& body, double time);
    void flushWhenDue(LineWeight weight);
    void fileFailed(const core::Problems& problems);
    void tell(const core::ProblemEvent& problem);  // on standard output or error, not in the file
    // While standard output is there.
    void print(std::string text, LineWeight weight, double time);

    Form m_form;
    std::optional<File> m_file;
    core::Problems m_fileProblems;
    bool m_fileFull = false;
    std::mutex m_mutex;  // of the file and of what is still there to print to
    std::optional<LineWriter> m_out, m_errors;
    std::atomic<bool> m_left{false};
    double m_lastTime = 0;
    std::chrono::steady_clock::time_point m_lastStepLine{}, m_lastFlush{};
    std::optional<core::StepEvent> m_lastStep;  // of those that were made
    std::int64_t m_skipped = 0;
    std::optional<core::Traffic> m_predicted;  // of a step
};

}  // namespace app
