// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/plan_output.h"

#include "app/cli/problems.h"
#include "core/base/text.h"
#include "core/plan/plan_codec.h"

#include <filesystem>

namespace app {

PlanOutput::PlanOutput(CLI::App& command, const std::string& which) {
    CLI::Option* file = command.add_option("--save", m_file, "Write " + which + " to this plan file");
    file->type_name("FILE");
    command.add_flag("--force", m_force, "Let --save replace a file")->needs(file);
}

core::Result<void> PlanOutput::check() const {
    std::error_code error;
    if (m_file.empty() || m_force || !std::filesystem::exists(m_file, error)) return {};
    return core::refuse(usageProblem("cli.file-exists", "--save", {{"file", m_file}}, "fix.cli.file-exists"));
}

void PlanOutput::save(const core::Plan& plan, Answer& answer) const {
    if (m_file.empty()) return;
    if (const auto saved = core::savePlan(core::namedAfter(plan, m_file), m_file); !saved) {
        answer.problems.insert(answer.problems.end(), saved.error().begin(), saved.error().end());
        answer.exit = kEngineFailed;
        return;
    }
    answer.text += "saved as " + core::visible(m_file) + '\n';
}

}  // namespace app
