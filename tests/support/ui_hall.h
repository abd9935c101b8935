// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A hall for tests of views, with a plan already evaluated, and a made-up run whose every value follows from
// its step.
#pragma once

#include "tests/support/ui_plans.h"
#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/plan_document.h"
#include "ui/state/run_store.h"
#include "ui/state/selection.h"

#include <QTest>

#include <cmath>

namespace ui::testing {

struct TestHall {
    explicit TestHall(const core::Plan& plan)
        : document(plan) {
        evaluate(plan);
    }

    void evaluate(const core::Plan& plan) {
        evaluator.evaluate(plan, ++serial);
        QTRY_COMPARE_WITH_TIMEOUT(evaluator.serial(), serial, 20000);
    }
    [[nodiscard]] Hall hall() { return {document, evaluator, selection, run}; }

    PlanDocument document;
    Evaluator evaluator;
    Selection selection;
    RunStore run;
    quint64 serial = 0;
};

inline double lossAt(int step) { return 2.1 + 3.4 * std::exp(-step / 45.0); }

inline core::Event stepEvent(const core::Plan& plan, int step) {
    const double wobble = std::sin(step * 1.7) * std::cos(step * 0.31);
    core::StepEvent event;
    event.step = step;
    event.loss = lossAt(step) + 0.06 * wobble;
    event.lr = plan.optimizer.lr * std::min(1.0, step / 20.0);
    event.gradNorm = 0.6 + 2.4 * std::exp(-step / 20.0) + 0.1 * std::abs(wobble);
    event.tokens = plan.batch.global * plan.sequence();
    event.stepMs = 900 + 60 * wobble;
    event.virtualMs = 270 + 12 * wobble;
    event.tokensPerSecond = double(event.tokens) / event.stepMs * 1e3;
    event.breakdown = {core::Seconds(0.076), core::Seconds(0.152), core::Seconds(0.006), core::Seconds(0.003),
                       core::Seconds(0.033)};
    return {step * 0.9, event};
}

inline core::HelloEvent helloEvent(const core::Plan& plan) {
    core::HelloEvent hello;
    hello.ranks = plan.layout.cards();
    hello.cores = 2;
    hello.corpus = "fortunes, 2.4 MB, the last 5 % held out";
    hello.unigramEntropy = 3.09;
    hello.bigramEntropy = 2.41;
    return hello;
}

// Steps 1 … `steps` with validation every 25, a sample every 100 and the memory of every rank.
inline void play(TestHall& test, int steps) {
    const core::Plan& plan = test.document.plan();
    test.run.begin(plan, test.evaluator.snapshot());
    test.run.setState(EngineState::Training, {});
    std::vector<core::Event> events{{0, helloEvent(plan)}};
    for (int step = 1; step <= steps; ++step) {
        events.push_back(stepEvent(plan, step));
        if (step % 25 == 0) events.push_back({step * 0.9, core::ValidationEvent{step, lossAt(step) + 0.02}});
        if (step % 100 == 0)
            events.push_back(
                {step * 0.9, core::SampleEvent{step, "The man", " was the ser and to be in a woll the hat"}});
    }
    for (int rank = 0; rank < plan.layout.cards(); ++rank) {
        core::MemoryEvent memory;
        memory.rank = rank;
        memory.capacity = core::mebibytes(32);
        for (int c = 0; c < core::kMemoryCategories; ++c)
            memory.atPeak[std::size_t(c)] = core::mebibytes(c == 3 ? 11 - 4 * (rank >= 4) : 2.5);
        memory.peak = core::sum(memory.atPeak);
        events.push_back({steps * 0.9, memory});
    }
    test.run.add(events);
}

}  // namespace ui::testing
