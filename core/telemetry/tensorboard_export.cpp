// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/telemetry/tensorboard_export.h"

#include "core/telemetry/tensorboard.h"

#include <cmath>

namespace core {

std::string tensorBoardOf(const std::vector<Event>& events, double begun) {
    TensorBoardWriter writer(begun);
    for (const Event& event : events) {
        const auto add = [&](std::int64_t step, ScalarMeaning meaning, double value) {
            if (!std::isnan(value)) writer.add({begun + event.t, step, std::string(tagOf(meaning)), value});
        };
        if (const auto* step = std::get_if<StepEvent>(&event.body)) {
            add(step->step, ScalarMeaning::Loss, step->loss);
            add(step->step, ScalarMeaning::LearningRate, step->lr);
            add(step->step, ScalarMeaning::GradientNorm, step->gradNorm);
            add(step->step, ScalarMeaning::LossScale, step->lossScale);
            add(step->step, ScalarMeaning::StepSeconds, step->stepMs / 1e3);
            add(step->step, ScalarMeaning::TokensPerSecond, step->tokensPerSecond);
        }
        if (const auto* validation = std::get_if<ValidationEvent>(&event.body))
            add(validation->step, ScalarMeaning::ValidationLoss, validation->loss);
    }
    return writer.bytes();
}

}  // namespace core
