// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Trains a plan on the cards of a back end: one thread per rank, the schedule table interpreted per stage, collectives
// between. Pause, resume, step once and stop are answered between ops; a failing rank is named and ends the
// run for all.
#pragma once

#include "core/base/problem.h"
#include "core/checkpoint/checkpoint.h"
#include "core/checkpoint/checkpoint_folder.h"
#include "core/cluster/cluster.h"
#include "core/plan/plan.h"
#include "core/telemetry/events.h"
#include "gpu/data/corpus.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/training/backend.h"
#include "gpu/training/recorder.h"

#include <filesystem>
#include <memory>
#include <optional>

namespace gpu {

enum class RunEnd { Finished, Stopped, OutOfMemory, NotANumber, RankFailed };

struct RunResult {
    RunEnd end{};
    std::int64_t steps = 0;
    core::Problems problems;
};

// The exit code of the engine process: 0 finished or stopped by command, 1 out of memory or not a number, 3 a
// rank failed.
[[nodiscard]] int exitCodeOf(RunEnd end);

// Where a run begins and where it writes checkpoints.
struct CheckpointUse {
    std::shared_ptr<const core::Checkpoint> resume;  // sound and of the same model; null = from the beginning
    std::filesystem::path folder;  // empty: where core::checkpointFolderFor() says. Created by the first write,
    std::optional<core::CheckpointFolder> opened;  // unless the caller has opened it
};

class Trainer {
public:
    // `plan` must be valid and within engineLimits(). Takes no card memory yet. `calibration` is what mfu
    // relates to on virtual cards: unmeasured, mfu is 0. `backend`: null = virtual cards.
    Trainer(core::Plan plan, Corpus corpus, Recorder& recorder, const core::Calibration& calibration = {},
            Fault fault = Fault::None, CheckpointUse checkpoints = {}, std::shared_ptr<Backend> backend = {});
    ~Trainer();

    // Blocks until the run has ended; events, from `hello` to `bye`, go to the recorder. Once per trainer.
    [[nodiscard]] RunResult run();
    // From any thread, also before and after run().
    void command(core::Command command);

private:
    class Run;
    std::unique_ptr<Run> m_run;
};

}  // namespace gpu
