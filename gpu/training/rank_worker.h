// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// One rank of a run: its card, its share of the model and of the optimizer, and one training step on it.
// Built, used and destroyed in the rank's own thread (its clock counts that thread's CPU time).
#pragma once

#include "core/optim/loss_scale.h"
#include "gpu/checkpoint/rank_state.h"
#include "gpu/kernels/kernels.h"
#include "gpu/optimizer/adamw.h"
#include "gpu/pipeline/executor.h"
#include "gpu/pipeline/repeats.h"
#include "gpu/training/job.h"
#include "gpu/zero/host_transfers.h"
#include "gpu/zero/zero_store.h"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace gpu {

// Fills tokens and targets (samples, sequence) of global samples [first, first + samples).
using SampleSource = std::function<void(std::int64_t first, int samples, std::span<std::int32_t> tokens,
                                        std::span<std::int32_t> targets)>;

// Seconds of one step on one rank, of its virtual clock or, where it has one, its card's; `end` is the sum of the others,
// waits included.
struct StepTimes {
    double forward = 0, backward = 0, optimizer = 0;  // pure computing
    double communication = 0;                         // modelled link time
    double end = 0;
    double pipelineBusy = 0, pipelineEnd = 0;
    std::array<std::int64_t, 6> wire{};  // bytes of this rank by core::GroupKind: shares of what rings send
};

struct StepResult {
    double loss = 0;      // nat per token of the global batch, the same on all ranks
    double gradNorm = 0;  // before clipping, the same on all ranks
    double learningRate = 0;
    double lossScale = 1;  // that the gradients were computed with
    bool skipped = false;  // an overflow: no weight, moment or rate has moved
    bool atMinimum = false;  // and the rules of the loss scale say that the run ends here
};

class RankWorker {
public:
    RankWorker(Job& job, core::Rank rank);
    ~RankWorker();
    RankWorker(const RankWorker&) = delete;
    RankWorker& operator=(const RankWorker&) = delete;

    // Weights from the plan's seed, moments zero.
    void initialise();

    // What checkpoints read and write: tensors, and what else training goes on from.
    [[nodiscard]] RankState state();
    [[nodiscard]] core::TrainingPosition position(std::int64_t step) const;
    void resume(const core::Checkpoint& checkpoint);

    // Forward and backward passes of global batch `update` (0-based); gradients are reduced over the replicas
    // and the two uses of the token table. Returns the loss.
    double computeGradients(std::int64_t update, const SampleSource& source);
    // The same with a loss scale at which none of them overflows, as comparisons need them.
    double computeFiniteGradients(std::int64_t update, const SampleSource& source);
    // Before clipping, without the loss scale.
    [[nodiscard]] double globalNorm();
    // Update `update` (0-based) from the gradients at hand, whose loss is given.
    StepResult applyGradients(std::int64_t update, double loss);
    // Both. A step whose loss or norm is not finite changes no weight: with a loss scale it is skipped and the scale
    // moves on, as the plan's rules say.
    StepResult trainStep(std::int64_t update, const SampleSource& source);

    [[nodiscard]] const core::LossScaleState& lossScale() const { return m_lossScale; }
    void setLossScale(const core::LossScaleState& state) { m_lossScale = state; }

    [[nodiscard]] StepTimes times() const;
    [[nodiscard]] const SpanLog& spans() const { return m_spans; }

    [[nodiscard]] core::Rank rank() const { return m_rank; }
    [[nodiscard]] const core::Coordinates& at() const { return m_at; }
    [[nodiscard]] bool firstStage() const { return m_at.pp == 0; }
    [[nodiscard]] bool lastStage() const { return m_at.pp == m_job.plan().layout.pp - 1; }
    [[nodiscard]] Job& job() { return m_job; }
    [[nodiscard]] Arena& arena() { return m_arena; }
    [[nodiscard]] RankGroups& groups() { return *m_groups; }
    [[nodiscard]] ZeroStore& store() { return m_store; }
    [[nodiscard]] AdamW& optimizer() { return m_optimizer; }
    // The rank's last chunk: on the last rank the one with the head.
    [[nodiscard]] PipelineStage& stage() { return *m_stages.back(); }
    [[nodiscard]] PipelineExecutor& executor() { return m_executor; }
    // Null where passes are called anew in every step.
    [[nodiscard]] const Repeats* repeats() const { return m_repeats ? &*m_repeats : nullptr; }

private:
    [[nodiscard]] std::unique_ptr<HostTransfers> makeTransfers();
    [[nodiscard]] std::vector<std::unique_ptr<PipelineStage>> makeStages();
    [[nodiscard]] std::vector<PipelineStage*> chunks() const;
    void restartStep();
    [[nodiscard]] bool scalesLoss() const { return m_job.plan().precision == core::Precision::Fp16; }
    // Sum over the whole job of a number that only the last stage holds.
    [[nodiscard]] double sumOverJob(double lastStageValue);

    Job& m_job;
    core::Rank m_rank;
    core::Coordinates m_at;
    VirtualClock m_clock;
    Device& m_device;
    Arena m_arena;
    std::unique_ptr<RankGroups> m_groups;
    std::unique_ptr<HostTransfers> m_transfers;  // null where links are real
    std::shared_ptr<Kernels> m_kernels;
    ZeroStore m_store;
    AdamW m_optimizer;
    Scratch m_scratch;
    std::vector<std::unique_ptr<PipelineStage>> m_stages;  // by chunk
    std::optional<Repeats> m_repeats;
    PipelineExecutor m_executor;
    SpanLog m_spans;
    std::vector<std::int32_t> m_tokens, m_targets;  // of one micro-batch
    core::LossScaleState m_lossScale;               // 1 where the loss is not scaled
    std::int64_t m_skipped = 0;                     // updates left out since the first
};

}  // namespace gpu
