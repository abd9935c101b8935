// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A training run that stands still until it is asked for steps, so that a benchmark can take turns with
// others.
#pragma once

#include "core/plan/plan.h"
#include "gpu/data/corpus.h"
#include "gpu/training/trainer.h"

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace gpu {

class Stepper {
public:
    // Starts the rank threads, paused, without validation, samples and checkpoints. `plan` as for Trainer.
    Stepper(core::Plan plan, Corpus corpus);
    ~Stepper();
    Stepper(const Stepper&) = delete;
    Stepper& operator=(const Stepper&) = delete;

    struct Times {
        double wallSeconds = 0, virtualSeconds = 0;
    };
    // Trains one step. Throws std::runtime_error when the run has ended.
    [[nodiscard]] Times step();

private:
    void see(const core::Event& event);

    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Times> m_times;
    std::string m_ended;  // why, once it has
    Recorder m_recorder;
    Trainer m_trainer;
    std::thread m_thread;
};

}  // namespace gpu
