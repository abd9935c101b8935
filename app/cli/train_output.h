// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the events of a run go: a run file first, then NDJSON or progress for people on standard output,
// which may be slow, full or closed without holding up the run or its file. The sink is called by the
// recorder's thread, finish() after it has ended.
#pragma once

#include "app/cli/line_writer.h"
#include "core/base/result.h"
#include "core/cost/traffic.h"
#include "core/telemetry/run_file.h"
#include "gpu/training/recorder.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace app {

class TrainOutput {
public:
    enum class Form { Text, Ndjson };

    // `file`: the run file, or none. `lost` is called once, by another thread, when standard output is gone
    // or full: nobody listens any more.
    TrainOutput(Form form, std::optional<core::RunFileWriter> file, std::function<void()> lost);

    void write(const core::Event& event, std::string_view line);
    // Something to say on standard error. From any thread.
    void complain(const core::Problem& problem);
    // From now on a reader who takes nothing is not waited for. From any thread.
    void hurry();
    // Closes the run file and waits for the reader. What could not be written has been complained about.
    [[nodiscard]] core::Problems finish();

private:
    void printForPeople(const core::Event& event);
    void append(const core::Event& event, std::string_view line);

    Form m_form;
    std::optional<core::RunFileWriter> m_file;
    core::Problems m_fileProblems;
    LineWriter m_out, m_errors;
    std::chrono::steady_clock::time_point m_lastStepLine{};
    std::optional<core::StepEvent> m_lastStep;
    std::optional<core::Traffic> m_predicted;  // of a step
};

}  // namespace app
