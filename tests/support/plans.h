// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Plans for tests: small builders, and every legal small layout.
#pragma once

#include "core/plan/plan.h"
#include "core/plan/validate.h"

#include <vector>

namespace support {

// A GPT of published or toy shape under a framework, on as many cards as its layout has.
inline core::Plan planOf(core::ModelSpec model, core::LayoutSpec layout, core::Framework framework) {
    core::Plan plan;
    plan.model = std::move(model);
    plan.layout = layout;
    plan.framework = framework;
    plan.cluster = {"a100-80gb", 1, layout.cards()};
    plan.batch = {1, std::int64_t(4) * layout.dp * layout.pp};
    return plan;
}

inline core::ModelSpec gptOf(int layers, int hidden, int heads, int vocabulary, int sequence) {
    return {.name = "test",
            .family = core::Family::Gpt,
            .layers = layers,
            .hidden = hidden,
            .heads = heads,
            .kvHeads = heads,
            .ffn = 4 * hidden,
            .vocabulary = vocabulary,
            .maxSequence = sequence,
            .embeddings = core::Embeddings::Tied};
}

// The toy model under every layout of up to `cards` cards, ZeRO stage and schedule that the rules allow, run
// by the engine.
inline std::vector<core::Plan> enginePlans(int cards) {
    std::vector<core::Plan> plans;
    for (int tp = 1; tp <= cards; ++tp)
        for (int pp = 1; tp * pp <= cards; ++pp)
            for (int dp = 1; tp * pp * dp <= cards; ++dp)
                for (int zero = 0; zero < 4; ++zero)
                    for (auto schedule : {core::ScheduleKind::GPipe, core::ScheduleKind::OneFOneB}) {
                        core::Plan plan = planOf(gptOf(4, 48, 4, 61, 16), {.tp = tp, .dp = dp, .pp = pp},
                                                 core::Framework::Engine);
                        plan.cluster.gpu = "virtual-card";
                        plan.precision = core::Precision::Fp32;
                        plan.zero.stage = zero;
                        plan.schedule = schedule;
                        if (!core::hasErrors(core::validate(plan))) plans.push_back(plan);
                    }
    return plans;
}

}  // namespace support
