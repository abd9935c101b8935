// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Comparing a manifest with a plan.
#include "gpu/checkpoint/resume.h"

#include "core/checkpoint/crc32c.h"
#include "core/lr/registry.h"

namespace gpu {

namespace {

// Updates that the plan's learning rate runs over; 0 where its schedule has no length.
std::int64_t rateLength(const core::Plan& plan) {
    if (!core::lrSchedule(plan.lrSchedule.kind).readsKey("total")) return 0;
    return plan.lrSchedule.total > 0 ? plan.lrSchedule.total : plan.run.steps;
}

template <class Number>
core::Problem differs(const char* code, const char* where, Number checkpoint, Number plan,
                      core::Severity severity) {
    core::Problem problem{severity, code, where, {}, {}};
    problem.params = {{"checkpoint", std::to_string(checkpoint)}, {"plan", std::to_string(plan)}};
    return problem;
}

}  // namespace

core::TextMark markOf(const Corpus& corpus) {
    const auto text = corpus.training();
    return {corpus.description(), std::int64_t(text.size()), core::crc32c(std::as_bytes(text))};
}

core::Problems resumeRefusals(const core::Manifest& manifest, const core::Plan& plan) {
    core::Problems problems;
    if (const auto mismatch = core::modelMismatch(manifest, plan)) problems.push_back(*mismatch);
    if (manifest.position.step > 0 && plan.batch.global != manifest.plan.batch.global) {
        problems.push_back(differs("checkpoint.other-batch", "/batch/global", manifest.plan.batch.global,
                                   plan.batch.global, core::Severity::Error));
        problems.back().fix = "fix.checkpoint.other-batch";
    }
    if (problems.empty() && manifest.position.step >= plan.run.steps)
        problems.push_back({core::Severity::Error,
                            "checkpoint.nothing-left",
                            "/run/steps",
                            {{"step", std::to_string(manifest.position.step)},
                             {"steps", std::to_string(plan.run.steps)}},
                            "fix.checkpoint.nothing-left"});
    return problems;
}

core::Problems resumeWarnings(const core::Manifest& manifest, const core::Plan& plan,
                              const core::TextMark& text) {
    constexpr auto kWarning = core::Severity::Warning;
    const core::Plan& before = manifest.plan;
    core::Problems problems;
    const std::int64_t was = rateLength(before), is = rateLength(plan);
    if (manifest.position.step > 0 && was > 0 && is > 0 && was != is) {
        problems.push_back(differs("checkpoint.other-decay", "/lr_schedule/total", was, is, kWarning));
        problems.back().fix = "fix.checkpoint.other-decay";
    }
    if (manifest.position.samples == 0) return problems;  // no order of samples has begun
    if (before.run.seed != plan.run.seed) {
        problems.push_back(differs("checkpoint.other-seed", "/run/seed", before.run.seed, plan.run.seed, kWarning));
        problems.back().fix = "fix.checkpoint.other-seed";
    }
    if (before.sequence() != plan.sequence())
        problems.push_back(
            differs("checkpoint.other-sequence", "/sequence_length", before.sequence(), plan.sequence(), kWarning));
    if (manifest.text.checksum != text.checksum || manifest.text.bytes != text.bytes)
        problems.push_back({kWarning, "checkpoint.other-text", "/data/path",
                            {{"checkpoint", manifest.text.description}}, {}});
    return problems;
}

}  // namespace gpu
