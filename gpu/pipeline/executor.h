// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Runs one pipeline rank's row of a core::Schedule, op by op: the table that the timeline draws. Activations
// and their gradients travel between neighbouring stages in host buffers (the wire; a stage copies what it
// keeps to its card). Called by the rank's thread only; asks for cancellation between ops, the layers ask
// within them.
#pragma once

#include "core/schedule/schedule.h"
#include "gpu/device/cancel.h"
#include "gpu/layers/pipeline_stage.h"
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
        int stage = 0;
        PipelineStage& layers;
        Communicator& pipeline;
        const CancelToken& cancel;
        std::int64_t rows = 0;  // micro · sequence
        std::int64_t hidden = 0;
        DType type = DType::F32;  // of activations and their gradients
    };
    using Source = std::function<Samples(core::MicroBatch)>;  // asked on the first and last stage

    explicit PipelineExecutor(const Context& context);

    // All forward and backward passes of one step. `scale` as in PipelineStage::backward. Returns the sum of
    // the loss over this replica's tokens, in micro-batch order, on the last stage; else 0.
    double run(const Source& source, double scale, SpanLog& spans);
    // One forward pass that keeps nothing; loss sum on the last stage, else 0. Fewer sequences than `micro`
    // are fine.
    double evaluate(const Samples& samples);

private:
    [[nodiscard]] bool first() const { return m_context.stage == 0; }
    [[nodiscard]] bool last() const { return m_context.stage == m_context.schedule.stages - 1; }
    void forward(core::MicroBatch microBatch, const Source& source, SpanLog& spans);
    void backward(core::MicroBatch microBatch, double scale, SpanLog& spans);
    [[nodiscard]] Tensor wire(std::vector<std::byte>& buffer, std::int64_t rows) const;

    Context m_context;
    std::vector<std::byte> m_input, m_output;  // of this stage; gradients use them in the other direction
    std::vector<double> m_losses;              // by micro-batch
};

}  // namespace gpu
