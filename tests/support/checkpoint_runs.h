// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs of a few updates that begin from a checkpoint or not, and save one or not.
#pragma once

#include "core/checkpoint/find_checkpoint.h"
#include "gpu/training/model_state.h"
#include "gpu/training/parity_suite.h"

#include <QTemporaryDir>

#include <memory>
#include <mutex>
#include <vector>

namespace test {

struct Outcome {
    std::vector<double> losses;
    gpu::ModelState state;
    std::vector<gpu::StepResult> steps;
    core::TrainingPosition position;  // behind the last
    bool operator==(const Outcome& other) const {
        return losses == other.losses && state.parameters == other.state.parameters &&
               state.firstMoments == other.state.firstMoments &&
               state.secondMoments == other.state.secondMoments;
    }
};

// What is to be done with a run: begin from a checkpoint or not, train, and save or not.
struct Task {
    const core::Checkpoint* from = nullptr;
    std::int64_t updates = 0;
    core::CheckpointFolder* into = nullptr;
    gpu::Fault fault = gpu::Fault::None;
};

inline core::Manifest manifestOf(const core::Plan& plan, const core::ShardMap& shards,
                                 const core::TrainingPosition& position) {
    core::Manifest manifest;
    manifest.plan = plan;
    manifest.tensors = shards.tensors();
    manifest.position = position;
    return manifest;
}

inline Outcome runTask(const core::Plan& plan, const Task& task) {
    gpu::Job job(plan, task.fault);
    const gpu::TensorValues zero = gpu::zeroValues(job.shards());
    Outcome outcome{{}, {zero, zero, zero, {}}, {}, {}};
    std::mutex mutex;
    std::vector<core::RankShard> saved;
    const std::int64_t first = task.from ? task.from->manifest().position.step : 0;
    const auto failure = job.run([&](gpu::RankWorker& worker) {
        if (task.from)
            worker.resume(*task.from);
        else
            worker.initialise();
        for (std::int64_t update = first; update < first + task.updates; ++update) {
            const gpu::StepResult step = worker.trainStep(update, gpu::syntheticSamples(plan));
            if (worker.rank().value == 0) {
                outcome.losses.push_back(step.loss);
                outcome.steps.push_back(step);
            }
        }
        if (worker.rank().value == 0) outcome.position = worker.position(first + task.updates);
        collect(worker, gpu::Quantity::Parameters, outcome.state.parameters);
        collect(worker, gpu::Quantity::FirstMoments, outcome.state.firstMoments);
        collect(worker, gpu::Quantity::SecondMoments, outcome.state.secondMoments);
        core::RankShard shard = gpu::snapshotOf(worker.state());
        const std::lock_guard lock(mutex);
        saved.push_back(std::move(shard));
    });
    if (failure) qFatal("%s", failure->text.c_str());
    if (task.into) {
        const auto written = task.into->write(manifestOf(plan, job.shards(), outcome.position), saved);
        if (!written) qFatal("%s", core::describe(written.error().front()).c_str());
    }
    return outcome;
}

// Five updates under a layout, saved.
struct Saved {
    explicit Saved(const core::Plan& plan) {
        auto folder = core::CheckpointFolder::open(directory.path().toStdString()).value();
        outcome = runTask(plan, {.updates = 5, .into = &folder});
        checkpoint = std::make_unique<core::Checkpoint>(core::openSound(directory.path().toStdString()).value());
    }
    QTemporaryDir directory;
    Outcome outcome;
    std::unique_ptr<core::Checkpoint> checkpoint;
};

inline bool sameState(const Outcome& a, const Outcome& b) {
    return a.state.parameters == b.state.parameters && a.state.firstMoments == b.state.firstMoments &&
           a.state.secondMoments == b.state.secondMoments;
}

}  // namespace test
