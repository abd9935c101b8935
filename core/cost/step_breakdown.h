// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Where a step goes, by one definition for what is predicted and for what is measured: seconds of the mean card, in
// virtual time on virtual cards.
//   forward, backward   computing in ops of the pipeline
//   communication       link time of tensor and data collectives; messages between stages occupy no card
//   optimizer           whatever else is computed: the update, the norm
//   idle                the rest of the step: the bubble of the pipeline, then waiting for other cards at its end
// The bubble is another quantity: the share of the pipeline's time (until the last op of any stage) without an op.
#pragma once

#include "core/base/units.h"

namespace core {

struct StepBreakdown {
    Seconds forward, backward, communication, optimizer, idle;
    [[nodiscard]] Seconds total() const { return forward + backward + communication + optimizer + idle; }
    bool operator==(const StepBreakdown&) const = default;
};

}  // namespace core
