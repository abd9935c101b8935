// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Whether a plan can go on from a checkpoint, and what will not be as it was. The layout, ZeRO stage, schedule,
// rank order and micro-batch may be any; the model and the global batch, in which steps are counted, may not.
#pragma once

#include "core/checkpoint/manifest.h"
#include "gpu/data/corpus.h"

namespace gpu {

[[nodiscard]] core::TextMark markOf(const Corpus& corpus);

// Errors that name the differing field; empty when the plan can go on.
[[nodiscard]] core::Problems resumeRefusals(const core::Manifest& manifest, const core::Plan& plan);
// Differences that change the learning rates or the order of the samples from here on.
[[nodiscard]] core::Problems resumeWarnings(const core::Manifest& manifest, const core::Plan& plan,
                                            const core::TextMark& text);

}  // namespace gpu
