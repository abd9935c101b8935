// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The layers of one stage (a model chunk) on one rank: embedding (first stage), blocks, final norm and loss (last
// stage). Forward keeps what core::savedTensors(plan, layer) lists, per micro-batch; what recomputation dropped is
// brought back before the gradients. Tensor-parallel sums run through `tensorGroup`. What is held when, to the byte:
// core/memory/liveness.h.
#pragma once

#include "core/layout/shard_map.h"
#include "core/plan/plan.h"
#include "gpu/collectives/communicator.h"
#include "gpu/device/arena.h"
#include "gpu/device/cancel.h"
#include "gpu/device/tensor.h"
#include "gpu/kernels/kernels.h"
#include "gpu/layers/scratch.h"
#include "gpu/layers/unit_store.h"

#include <cstdint>
#include <memory>
#include <span>

namespace gpu {

// Planted faults for the parity tests and for teaching; off in normal runs.
enum class Fault {
    None,
    GradientSummedTwice,     // data-parallel sum applied once too often
    NormGradientNotReduced,  // norm gradients of a tensor rank's partial sums, or of its rows, left unreduced
    StaleTiedEmbedding,      // the head's copy misses the embedding's gradient
    NormCountedTwice,        // replicated tensors counted by every tensor rank in the global norm
    MomentOfAnotherShard,    // a resumed tensor rank takes the first moments of its neighbour
    WeightGradientSkipped,   // a weight gradient apart from its input gradient is left out, once a step
    RecomputationSkipped,    // what recomputation should bring back comes back as zeros
    BucketLost,              // only the first gradient bucket of a run is added up (ZeRO 2 and 3)
    StaleGather,             // gathered parameters outlive the update (ZeRO 3)
};

struct StageContext {
    const core::Plan& plan;
    const core::ShardMap& shards;
    core::Stage stage;
    int tensorRank = 0;
    Arena& arena;
    Communicator& tensorGroup;
    UnitStore& units;
    const CancelToken& cancel;
    Kernels& kernels;           // of this rank's thread (gpu/kernels/cpu_kernels.h)
    // The stage itself plants NormGradientNotReduced (in whole backward passes over whole rows), WeightGradientSkipped and
    // RecomputationSkipped; the others belong to zero and optimizer.
    Fault fault = Fault::None;
    // Shared by the chunks of a rank, of core::engineScratchBytes(); null = the stage reserves one for itself.
    Scratch* scratch = nullptr;
};

class PipelineStage {
public:
    virtual ~PipelineStage() = default;

    // tokens, targets: (micro, sequence), first and last stage use them. rows = micro·sequence, this tensor rank's part
    // of them under sequence parallelism. input: (rows, hidden) on all but the first stage. Writes `output`
    // (rows, hidden) on all but the last stage.
    virtual void forward(core::MicroBatch microBatch, std::span<const std::int32_t> tokens,
                         std::span<const std::int32_t> targets, Tensor input, Tensor output) = 0;
    // Last stage: the sum of the loss over the micro-batch's tokens in its last forward pass, in nats (identical on all
    // tensor ranks), else 0. Waits for the card.
    [[nodiscard]] virtual double lossOf(core::MicroBatch microBatch) = 0;
    // outputGradient (rows, hidden) on all but the last stage; writes inputGradient on all but the
    // first. `scale` multiplies the loss (1 / tokens of the global batch).
    virtual void backward(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                          double scale) = 0;
    // The same in two parts with the same numbers, bit by bit; what the second needs is kept in between.
    virtual void inputGradient(core::MicroBatch microBatch, Tensor outputGradient, Tensor inputGradient,
                               double scale) = 0;
    virtual void weightGradient(core::MicroBatch microBatch) = 0;

    // Loss sum without keeping anything (validation), and logits of the last position for sampling: see
    // ForwardOnly.
    virtual double evaluate(std::span<const std::int32_t> tokens, std::span<const std::int32_t> targets,
                            Tensor input, Tensor output) = 0;
    // Last stage: logits (vocabulary) of position `position` of the first sequence after evaluate(); gathered
    // over the tensor group, so every tensor rank gets them whole.
    virtual void logitsAt(int position, std::span<float> logits) = 0;

    // Most bytes of the scratch area that were ever in use: core::engineScratchBytes() after one forward and
    // backward.
    [[nodiscard]] virtual core::Bytes scratchPeak() const = 0;
    // Gives back what evaluate() has kept for logitsAt().
    virtual void dropEvaluation() = 0;
};

[[nodiscard]] std::unique_ptr<PipelineStage> makePipelineStage(const StageContext& context);

// Initial weights of a unit, from a counter-based generator indexed by the *global* element: independent of
// the layout. normal(0, 0.02), output projections scaled by 1/√(2L); norms 1, biases 0.
void initialiseUnit(const core::Plan& plan, const core::ShardMap& shards, int unit, int tensorRank,
                    std::span<double> parameters);

}  // namespace gpu
