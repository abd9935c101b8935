// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One training step of Megatron with DeepSpeed, in the order in which it happens, for a plan: what is called, which groups
// talk, how many bytes their rings send. Where DeepSpeed's two engines differ there are two lanes: with a pipeline
// (PipelineEngine: no mpu, train_batch() alone) and without (DeepSpeedEngine: mpu passed, forward, backward, step).
// Read from Megatron-DeepSpeed (pretrain_gpt.py, megatron/training.py) and DeepSpeed (__init__.py, runtime/engine.py,
// runtime/pipe/engine.py); bytes from core/cost/traffic.h. Text: codes of the message catalogue.
#pragma once

#include "core/evaluate.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace core {

enum class WorkflowLane { Both, Pipeline, Zero };
enum class WorkflowPhase { Start, Step, Save };  // once, in every step, when a checkpoint is due

struct WorkflowStep {
    std::string title, how;  // codes of sentences, both with `params`
    WorkflowLane lane{};
    WorkflowPhase phase{};
    std::string call{};  // as it stands in a script; empty = happens inside the call before it
    std::map<std::string, std::string> params{};
    std::optional<GroupKind> group{};   // whose members talk; none = each rank by itself, or all
    std::vector<TrafficRow> traffic{};  // of one step, whole job
    std::vector<SpanKind> spans{};      // of the engine's telemetry that show this step at work
    [[nodiscard]] Bytes wire() const;
    bool operator==(const WorkflowStep&) const = default;
};

struct Workflow {
    WorkflowLane lane = WorkflowLane::Zero;  // the plan's own
    std::vector<WorkflowStep> steps;         // both lanes; those of the other one as they would be
    [[nodiscard]] bool isOwn(const WorkflowStep& step) const { return step.lane == WorkflowLane::Both || step.lane == lane; }
};

// Empty where the snapshot has no schedule.
[[nodiscard]] Workflow stepWorkflow(const Snapshot& snapshot);

}  // namespace core
