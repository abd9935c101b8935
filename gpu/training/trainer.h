// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains a plan on virtual cards: one thread per rank, the schedule table interpreted per stage, collectives between.
// Pause, resume, step once and stop are answered between ops; a failing rank is named and ends the run for all.
#pragma once

#include "core/base/result.h"
#include "core/plan/plan.h"
#include "core/telemetry/events.h"
#include "gpu/data/corpus.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/training/recorder.h"

#include <memory>

namespace gpu {

enum class RunEnd { Finished, Stopped, OutOfMemory, NotANumber, RankFailed };

struct RunResult {
    RunEnd end{};
    std::int64_t steps = 0;
    core::Problems problems;
};

class Trainer {
public:
    // `plan` must be valid and within engineLimits(). Allocates nothing yet.
    Trainer(core::Plan plan, Corpus corpus, Recorder& recorder, Fault fault = Fault::None);
    ~Trainer();

    // Blocks until the run has ended; events go to the recorder.
    [[nodiscard]] RunResult run();
    // From any thread.
    void command(core::Command command);

private:
    class Run;
    std::unique_ptr<Run> m_run;
};

}  // namespace gpu
