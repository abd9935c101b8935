// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where the events of a run go: NDJSON or progress for people on standard output, and a run file. The sink is
// called by the recorder's thread, finish() after it has ended.
#pragma once

#include "core/base/result.h"
#include "core/telemetry/run_file.h"
#include "gpu/training/recorder.h"

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace app {

class TrainOutput {
public:
    enum class Form { Text, Json };

    // `file`: the run file, or none.
    TrainOutput(Form form, std::optional<core::RunFileWriter> file)
        : m_form(form)
        , m_file(std::move(file)) {}

    // `lost` is called once when standard output is gone: nobody listens any more.
    void onLost(std::function<void()> lost) { m_lost = std::move(lost); }
    void write(const core::Event& event, std::string_view line);
    // Closes the run file.
    [[nodiscard]] core::Problems finish();

private:
    void print(std::string_view line);
    void printForPeople(const core::Event& event);
    void append(const core::Event& event, std::string_view line);

    Form m_form;
    std::optional<core::RunFileWriter> m_file;
    core::Problems m_fileProblems;
    std::function<void()> m_lost;
    bool m_gone = false;
    std::chrono::steady_clock::time_point m_lastStepLine{};
};

}  // namespace app
