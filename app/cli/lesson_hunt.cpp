// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/lesson_hunt.h"

#include "app/cli/readable.h"
#include "gpu/training/bug_hunt.h"
#include "gpu/training/parity_suite.h"

#include <fmt/format.h>

namespace app {

namespace {

std::string curveText(const char* name, const std::vector<double>& own, const std::vector<double>& right) {
    return fmt::format("{:<14} {} {:.4f} → {:.4f} (one rank {:.4f} → {:.4f})\n", name, kMeasured, own.front(), own.back(),
                       right.front(), right.back());
}

std::string reportText(const core::HuntReport& report) {
    std::string text = curveText("loss", report.losses, report.rightLosses) +
                       curveText("gradient norm", report.norms, report.rightNorms) +
                       fmt::format("gradients beside one rank (sound: below {:.0e})\n", core::kHuntSound);
    for (const core::TensorReading& row : report.tensors)
        if (row.difference > core::kHuntSound)
            text += fmt::format("  {:<42} difference {} {:.1e}, size × {:.3f}\n", row.tensor, kMeasured, row.difference, row.size);
    text += "copies that differ\n";
    for (const core::CopyReading& row : report.copies)
        if (row.different > 0)
            text += fmt::format("  {:<42} {} {} of {}, by {:.1e}\n", row.tensor, kMeasured, row.different, row.copies,
                                row.difference);
    return text;
}

}  // namespace

Reply huntBug(std::uint64_t seed, Culprit culprit) {
    const core::Hunt hunt = core::drawHunt(seed);
    const core::HuntReport report = gpu::runHunt(hunt.plan, gpu::faultOf(hunt.culprit));
    Answer answer;
    answer.json = Json::parse(core::toJsonText(report));
    answer.json["seed"] = seed;
    answer.json["layout"] = gpu::layoutText(hunt.plan);
    answer.text = fmt::format("seed {}: {}\n{}one of:", seed, gpu::layoutText(hunt.plan), reportText(report));
    for (const core::Suspect suspect : hunt.suspects) {
        answer.json["suspects"].push_back(core::toText(suspect));
        answer.text += fmt::format(" {}", core::toText(suspect));
    }
    answer.text += '\n';
    if (culprit == Culprit::Hidden) return answer;
    answer.json["culprit"] = core::toText(hunt.culprit);
    answer.text += fmt::format("it is {}\n", core::toText(hunt.culprit));
    return answer;
}

}  // namespace app
