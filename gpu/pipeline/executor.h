// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs one pipeline rank's row of a core::Schedule, op by op: the table that the timeline draws. Activations
// and their gradients travel between neighbouring stages, from the last rank to the first too where ranks
// hold several chunks, in buffers that no ledger counts (the wire; a stage copies what it keeps to its own). Sending never
// blocks, so a table without a cycle of waits runs to its end. Called by the rank's thread only; asks for
// cancellation between ops, the layers ask within them.
#pragma once

#include "core/schedule/schedule.h"
#include "gpu/device/cancel.h"
#include "gpu/device/device_block.h"
#include "gpu/layers/pipeline_stage.h"
#include "gpu/pipeline/inbox.h"
#include "gpu/pipeline/repeats.h"
#include "gpu/pipeline/span_log.h"

#include <functional>
#include <vector>

namespace gpu {

struct Samples {
    std::span<const std::int32_t> tokens, targets;  // (micro, sequence)
};

class PipelineExecutor {
public:
    struct Context {
        const core::Schedule& schedule;
        int rank = 0;                        // of the pipeline
        std::vector<PipelineStage*> layers;  // by chunk: layers[v] is stage v · stages + rank
        Communicator& pipeline;
        const CancelToken& cancel;
        Device& device;
        std::int64_t rows = 0;  // of a message: micro · sequence / rowParts
        int rowParts = 1;       // ranks of the tensor group that share the rows (core::rowParts)
        std::int64_t hidden = 0;
        DType type = DType::F32;  // of activations and their gradients
        Repeats* repeats = nullptr;  // null: every pass is called anew
    };
    using Source = std::function<Samples(core::MicroBatch)>;  // asked on the first and last stage

    explicit PipelineExecutor(const Context& context);

    // All passes of one step. `scale` as in PipelineStage::backward. Returns the sum of the loss over this
    // replica's tokens, in micro-batch order, on the rank of the last stage; else 0.
    double run(const Source& source, double scale, SpanLog& spans);
    // One forward pass that keeps nothing; loss sum on the last stage, else 0. Fewer sequences than `micro`
    // are fine.
    double evaluate(const Samples& samples);

private:
    [[nodiscard]] bool isFirst(core::Stage stage) const { return stage.value == 0; }
    [[nodiscard]] bool isLast(core::Stage stage) const {
        return stage.value == m_context.schedule.lastStage();
    }
    [[nodiscard]] bool isHere(core::Stage stage) const {
        return m_context.schedule.rankOf(stage) == m_context.rank;
    }
    [[nodiscard]] PipelineStage& layersOf(core::Stage stage) const {
        return *m_context.layers[std::size_t(stage.value / m_context.schedule.stages)];
    }
    void forward(const core::Op& op, const Source& source, SpanLog& spans);
    void backward(const core::Op& op, double scale, SpanLog& spans);
    void deliver(const core::Op& op, const Tensor& message);
    // A pass: as it is, or recorded and played again.
    template <class Pass>
    void pass(const Repeats::Inputs& inputs, Pass&& body) {
        if (m_context.repeats)
            m_context.repeats->pass(inputs, body);
        else
            body();
    }
    // Of a message that goes into or out of a stage; nothing at the ends of the model.
    [[nodiscard]] Tensor inputOf(core::Stage stage, std::int64_t rows);
    [[nodiscard]] Tensor outputOf(core::Stage stage, std::int64_t rows);

    Context m_context;
    Inbox m_inbox;
    DeviceBlock m_input, m_output;  // of the running stage; gradients use them in the other direction
};

}  // namespace gpu
