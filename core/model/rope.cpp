// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/rope.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace core {

namespace {

constexpr double kTrainedLength = 8192, kSlowTurns = 1, kFastTurns = 4;

// `turns`: of the feature pair over the length that the model was first trained on.
double stretched(double frequency, double factor) {
    const double turns = kTrainedLength * frequency / (2 * std::numbers::pi);
    const double kept = std::clamp((turns - kSlowTurns) / (kFastTurns - kSlowTurns), 0.0, 1.0);
    return (1 - kept) * frequency / factor + kept * frequency;
}

}  // namespace

std::vector<double> rotaryFrequencies(const ModelSpec& model) {
    const int size = model.headSize();
    std::vector<double> frequencies;
    for (int i = 0; i < size / 2; ++i) {
        const double frequency = std::pow(model.ropeTheta, -2.0 * i / size);
        frequencies.push_back(model.ropeFactor > 1 ? stretched(frequency, model.ropeFactor) : frequency);
    }
    return frequencies;
}

}  // namespace core
