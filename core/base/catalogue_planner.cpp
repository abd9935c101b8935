// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trial runs, conventions of counting FLOPs, measured steps.
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> plannerSentences() {
    static constexpr Sentence kRows[] = {
        {"trial.folder-in-use", "the folder holds files already"},
        {"fix.trial.folder-in-use", "name a new folder, or an empty one"},
        {"trial.updates", "{updates} updates are not a short run"},
        {"fix.trial.updates", "give at most {most}"},
        {"trial.no-trial", "this is no trial of plans"},
        {"fix.trial.no-trial", "name the folder that was given to --trial"},
        {"trial.entry", "the value of \"{key}\" is missing or not sound"},
        {"fix.trial.entry", "write the trial again"},
        {"trial.no-runs", "no run has left a log with an update that counts"},
        {"fix.trial.no-runs", "start the scripts, and leave what they print in their folders"},
        {"convention.palm", "PaLM: attention over the whole sequence"},
        {"convention.causal", "Megatron-LM: without masked scores"},
        {"convention.flash", "as flash attention computes it"},
        {"convention.parameters", "parameters alone"},
        {"convention.llm-foundry", "llm-foundry: embeddings count too"},
        {"plan.is-a-model", "this is the configuration of a model, not a plan"},
        {"fix.plan.is-a-model", "give it as --model {file}"},
        {"calibrate.no-time", "the plan's schedule has no time model"},
    };
    return kRows;
}

}  // namespace core
