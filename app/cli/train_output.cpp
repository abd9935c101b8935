// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Events as lines.
#include "app/cli/train_output.h"

#include "core/base/text.h"

#include <fmt/format.h>

#include <cstdio>

namespace app {

namespace {

constexpr auto kStepLineEvery = std::chrono::milliseconds(500);

template <class... Visitors>
struct Overloaded : Visitors... {
    using Visitors::operator()...;
};

std::string linesOf(const core::HelloEvent& hello) {
    return fmt::format("{} ranks on {} cores\ntext: {}\nheld-out bytes: unigram entropy {:.3f}, bigram entropy {:.3f} "
                       "nat/byte\n",
                       hello.ranks, hello.cores, hello.corpus, hello.unigramEntropy, hello.bigramEntropy);
}

std::string lineOf(const core::StepEvent& step) {
    return fmt::format("step {:>6}  loss {:.4f}  lr {:.2e}  norm {:.3f}  {} tokens/s  bubble {:.1f} %\n", step.step,
                       step.loss, step.lr, step.gradNorm, core::withThousands(std::int64_t(step.tokensPerSecond)),
                       100 * step.bubbleFraction);
}

std::string lineOf(const core::ByeEvent& bye) {
    return fmt::format("{} after {} steps\n", bye.reason, bye.steps);
}

std::string problemText(const core::ProblemEvent& event) {
    std::string text = core::describe(event.problem) + '\n';
    if (!event.outOfMemory) return text;
    for (const auto& [name, bytes] : event.outOfMemory->entries)
        text += fmt::format("  {:>10}  {}\n", core::toText(bytes), name);
    return text;
}

}  // namespace

void TrainOutput::print(std::string_view line) {
    if (m_gone) return;
    std::fwrite(line.data(), 1, line.size(), stdout);
    if (std::fflush(stdout) == 0) return;
    m_gone = true;
    if (m_lost) m_lost();
}

void TrainOutput::printForPeople(const core::Event& event) {
    const auto now = std::chrono::steady_clock::now();
    std::visit(Overloaded{[&](const core::HelloEvent& hello) { print(linesOf(hello)); },
                          [&](const core::StepEvent& step) {
                              if (step.step > 1 && now - m_lastStepLine < kStepLineEvery) return;
                              m_lastStepLine = now;
                              print(lineOf(step));
                          },
                          [&](const core::ValidationEvent& validation) {
                              print(fmt::format("step {:>6}  validation loss {:.4f} nat/byte\n", validation.step,
                                                validation.loss));
                          },
                          [&](const core::SampleEvent& sample) {
                              print(fmt::format("sample: {}{}\n", sample.prompt, sample.text));
                          },
                          [&](const core::ProblemEvent& problem) {
                              std::fputs(problemText(problem).c_str(), stderr);
                          },
                          [&](const core::ByeEvent& bye) { print(lineOf(bye)); }, [](const auto&) {}},
               event.body);
}

void TrainOutput::append(const core::Event& event, std::string_view line) {
    if (!m_file || !m_fileProblems.empty()) return;
    std::optional<std::int64_t> step;
    if (const auto* finished = std::get_if<core::StepEvent>(&event.body)) step = finished->step;
    if (const auto written = m_file->append(line, event.t, step); !written) m_fileProblems = written.error();
}

void TrainOutput::write(const core::Event& event, std::string_view line) {
    if (m_form == Form::Json)
        print(std::string(line) + '\n');
    else
        printForPeople(event);
    append(event, line);
}

core::Problems TrainOutput::finish() {
    if (m_file && m_fileProblems.empty())
        if (const auto closed = m_file->close(); !closed) m_fileProblems = closed.error();
    return m_fileProblems;
}

}  // namespace app
