// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans with every field drawn at random from a seed: valid as documents, not necessarily by the rules.
#pragma once

#include "core/plan/plan.h"

#include <fmt/format.h>

#include <random>

namespace support {

class RandomPlan {
public:
    explicit RandomPlan(unsigned seed)
        : m_random(seed) {}

    [[nodiscard]] core::Plan next() {
        core::Plan plan;
        plan.name = text();
        plan.model = model();
        plan.cluster = {text(), number(1, 200), number(1, 16), {real(), real(), real(), real()}};
        plan.layout = layout();
        plan.zero = {number(0, 3), choice<core::Offload>(), choice<core::Offload>(), text(), number(0, 1 << 20),
                     number(0, 1 << 20), number(0, 1 << 20), choice<core::Overlap>()};
        plan.framework = choice<core::Framework>();
        plan.batch = {number(1, 64), number(1, 100000)};
        plan.sequenceLength = number(0, 8192);
        plan.precision = choice<core::Precision>();
        if (coin()) plan.gradientDtype = choice<core::Precision>();
        if (coin())
            plan.lossScale = {choice<core::LossScaleRules>(), real(), number(1, 2000), number(1, 9),
                              choice<core::ConsecutiveHysteresis>(), real()};
        plan.schedule = choice<core::ScheduleKind>();
        if (plan.schedule == core::ScheduleKind::Table)
            for (int i = number(0, 4); i > 0; --i) plan.scheduleTable.push_back(text());
        plan.recompute = choice<core::Recompute>();
        plan.recomputeMethod = choice<core::RecomputeMethod>();
        plan.recomputeLayers = number(1, 8);
        plan.sequenceParallel = choice<core::SequenceParallel>();
        plan.attention = choice<core::AttentionKind>();
        plan.optimizer = {real(), real(), real(), real(), real(), real(), choice<core::OptimizerKind>(), real(),
                          choice<core::DecayExempt>(), choice<core::MomentType>()};
        if (coin()) plan.batch.ramp = {number(0, 64), number(0, 64), number(0, 9999)};
        if (coin()) plan.lora = {number(0, 64), choice<core::LoraTargets>()};
        plan.frozenBlocks = number(0, 20);
        plan.lrSchedule = lrSchedule();
        plan.budgetTokens = std::int64_t(m_random() >> 1);
        plan.assumptions = {real(), real(), real(), real(), real(), real(), real()};
        plan.data = {text(), real()};
        plan.run = run();
        return plan;
    }

    template <class E>
    [[nodiscard]] E choice() {
        const auto names = core::enumNames<E>();
        return names[std::size_t(number(0, int(names.size()) - 1))].first;
    }
    [[nodiscard]] int number(int least, int most) {
        return std::uniform_int_distribution<int>(least, most)(m_random);
    }
    [[nodiscard]] double real() { return std::uniform_real_distribution<double>(0, 1)(m_random); }
    [[nodiscard]] bool coin() { return number(0, 1) == 1; }

    // Quotes, escapes, line ends and characters of two to four bytes.
    [[nodiscard]] std::string text() {
        static constexpr const char* kPieces[] = {"a",    "B7",   "\"", "\\", "\n",   "\t",  "é",
                                                  "中文", "🙂", "/",  "~",  "\x01", "# //"};
        std::string text;
        for (int i = number(0, 8); i > 0; --i) text += kPieces[number(0, int(std::size(kPieces)) - 1)];
        return text;
    }

private:
    core::ModelSpec model() {
        const auto& presets = core::modelPresets();
        core::ModelSpec spec = presets[std::size_t(number(0, int(presets.size()) - 1))];
        if (coin()) return spec;
        spec.name = coin() ? text() : spec.name;
        spec.family = choice<core::Family>();
        if (spec.family != core::Family::Other) spec.details = {};
        spec.embeddings = choice<core::Embeddings>();
        spec.layers = number(1, 200);
        spec.ffn = number(1, 1 << 20);
        spec.kvHeads = number(1, 64);
        const bool llama = spec.family != core::Family::Gpt;
        spec.ropeTheta = llama ? 1 + real() * 1e6 : core::ModelSpec{}.ropeTheta;
        spec.ropeFactor = llama ? 1 + real() : 1;
        spec.slidingWindow = llama ? number(0, 9999) : 0;
        return spec;
    }

    core::LrScheduleSpec lrSchedule() {
        core::LrScheduleSpec spec{choice<core::LrKind>(), number(0, 5000), number(0, 5000), real(), real(),
                                  choice<core::WarmupType>()};
        if (coin())
            spec.oneCycle = {number(0, 9),  number(0, 9), number(0, 500), real(), choice<core::CycleMomentum>(),
                             real(), real(), real()};
        if (coin()) spec.rangeTest = {number(1, 5000), real(), choice<core::Stairs>()};
        if (coin()) spec.wsd = {number(0, 5000), choice<core::WsdTail>()};
        return spec;
    }

    core::LayoutSpec layout() {
        core::LayoutSpec spec{number(1, 16), number(1, 4),  number(1, 4),
                              number(1, 64), number(1, 16), number(1, 4)};
        spec.order = choice<core::RankOrder>();
        for (int i = coin() ? spec.pp : 0; i > 0; --i) spec.stageLayers.push_back(number(0, 12));
        return spec;
    }

    core::RunSpec run() {
        core::RunSpec run;
        run.backend = choice<core::Backend>();
        run.steps = std::int64_t(m_random() >> 8);
        run.seed = m_random();
        run.threadsPerRank = number(1, 8);
        run.cardMemory = core::Bytes(std::int64_t(m_random() >> 2));
        run.validateEvery = number(0, 1000);
        run.sample = {text(), number(0, 1000), number(1, 400)};
        run.collectiveTimeoutSeconds = real() * 100;
        run.checkpoint = {text(), number(0, 1000), number(0, 9), choice<core::CheckpointAtStop>()};
        run.simulatedLinks = {choice<core::LinkDelay>()};
        return run;
    }

    std::mt19937_64 m_random;
};

}  // namespace support
