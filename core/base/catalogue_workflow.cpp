// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Sentences about the order of a training step of Megatron and DeepSpeed (workflow.*).
#include "core/base/catalogue.h"

namespace core {

std::span<const Sentence> workflowSentences() {
    static constexpr Sentence kRows[] = {
        {"workflow.groups", "process groups"},
        {"workflow.groups-how", "Megatron's mpu cuts {cards} cards into groups: tensor {tp}, pipeline {pp}, data {dp}; every later message runs inside one of them"},
        {"workflow.build-pipe", "model as stages"},
        {"workflow.build-pipe-how", "the layers are a list, and each rank builds those of its own stage alone; the grid of pipe, data and model axes is DeepSpeed's own and must give the same groups as Megatron's"},
        {"workflow.build-model", "whole model"},
        {"workflow.build-model-how", "each rank builds every layer, with {tp} slices by tensor parallelism; at ZeRO stage 3 the weights are cut up as they are made"},
        {"workflow.initialize-pipe", "initialize, no mpu"},
        {"workflow.initialize-pipe-how", "gives a PipelineEngine; mpu must be None, for the groups come from the model's own grid, and ZeRO above stage 1 is refused"},
        {"workflow.initialize-zero", "initialize, with mpu"},
        {"workflow.initialize-zero-how", "gives a DeepSpeedEngine; mpu tells it which ranks are replicas, over which ZeRO stage {stage} shards and the batch is counted"},
        {"workflow.train-batch", "train_batch"},
        {"workflow.train-batch-how", "the one call of a step: it runs all {micro_batches} micro-batches by the schedule; forward, backward and step are not to be called"},
        {"workflow.gather", "gather weights"},
        {"workflow.gather-how", "at ZeRO stage 3 each rank holds 1/{dp} of the weights; a layer's are gathered before its use, forward and backward, and dropped behind it"},
        {"workflow.forward-call", "forward"},
        {"workflow.forward-call-how", "called for each of {micro_batches} micro-batches, as are backward and step; DeepSpeed counts them itself"},
        {"workflow.forward", "forward pass"},
        {"workflow.forward-how", "two all-reduces a layer in each tensor group of {tp}, behind attention and behind the MLP; with sequence parallelism each is a reduce-scatter and an all-gather"},
        {"workflow.send", "send activations"},
        {"workflow.send-how", "each stage but the last sends the activations of a micro-batch to the next of {pp}"},
        {"workflow.backward-call", "backward"},
        {"workflow.backward-call-how", "the engine's own call, not the loss's: it scales the loss and reduces gradients as they come"},
        {"workflow.backward", "backward pass"},
        {"workflow.backward-how", "two all-reduces a layer in each tensor group of {tp}, for the gradients of the layer's inputs"},
        {"workflow.send-back", "send gradients back"},
        {"workflow.send-back-how", "each stage but the first sends the gradient of its input to the stage before it"},
        {"workflow.reduce", "reduce gradients"},
        {"workflow.reduce-zero0", "without ZeRO: one all-reduce of all gradients over {dp} replicas, behind the last micro-batch"},
        {"workflow.reduce-zero1", "ZeRO stage 1: each of {dp} replicas gets the sums of its own part, behind the last micro-batch"},
        {"workflow.reduce-zero2", "ZeRO stage 2: reduced in buckets with every micro-batch; each of {dp} replicas keeps its own part only"},
        {"workflow.reduce-zero3", "ZeRO stage 3: reduced with every micro-batch to the one of {dp} replicas that owns the weights"},
        {"workflow.tied", "tied embedding"},
        {"workflow.tied-how", "the first and the last of {pp} stages hold a copy of the token table each and add up its gradients"},
        {"workflow.step-call", "step"},
        {"workflow.step-call-how", "called for each micro-batch; the update happens behind the last of {micro_batches}"},
        {"workflow.update", "optimizer step"},
        {"workflow.update-how", "norm over all ranks, clipping, then each rank updates the part whose moments it holds; the scheduler steps behind it"},
        {"workflow.gather-after", "gather new weights"},
        {"workflow.gather-after-how", "each of {dp} replicas has updated its part at ZeRO stage {stage}; an all-gather gives all of them the new weights"},
        {"workflow.save", "save_checkpoint"},
        {"workflow.save-how", "one collective call by all {cards} ranks, with the same tag: a rank that does not call it leaves the others waiting"},
    };
    return kRows;
}

}  // namespace core
