// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interpreter of the op table.
#include "gpu/pipeline/executor.h"

#include <numeric>
#include <stdexcept>

namespace gpu {

namespace {

std::size_t wireBytes(const PipelineExecutor::Context& context) {
    return std::size_t(context.rows * context.hidden * bytesOf(context.type));
}

}  // namespace

PipelineExecutor::PipelineExecutor(const Context& context)
    : m_context(context)
    , m_input(first() ? 0 : wireBytes(context))
    , m_output(last() ? 0 : wireBytes(context))
    , m_losses(std::size_t(context.schedule.microBatches)) {}

Tensor PipelineExecutor::wire(std::vector<std::byte>& buffer, std::int64_t rows) const {
    if (buffer.empty()) return {};
    return {buffer.data(), rows, m_context.hidden, m_context.type};
}

double PipelineExecutor::run(const Source& source, double scale, SpanLog& spans) {
    for (const core::Op& op : m_context.schedule.ranks[std::size_t(m_context.stage)]) {
        m_context.cancel.throwIfCancelled();
        switch (op.kind) {
        case core::OpKind::Forward:
            forward(op.microBatch, source, spans);
            break;
        case core::OpKind::Backward:
            backward(op.microBatch, scale, spans);
            break;
        case core::OpKind::InputGradient:
        case core::OpKind::WeightGradient:
            throw std::logic_error("the executor runs no schedule that splits the backward pass");
        }
    }
    return last() ? std::accumulate(m_losses.begin(), m_losses.end(), 0.0) : 0.0;
}

void PipelineExecutor::forward(core::MicroBatch microBatch, const Source& source, SpanLog& spans) {
    const Tensor input = wire(m_input, m_context.rows), output = wire(m_output, m_context.rows);
    if (!first()) m_context.pipeline.receive(input.values(), m_context.stage - 1);
    spans.measure(core::SpanKind::Forward, m_context.stage, microBatch.value, [&] {
        const Samples samples = first() || last() ? source(microBatch) : Samples{};
        m_losses[std::size_t(microBatch.value)] =
            m_context.layers.forward(microBatch, samples.tokens, samples.targets, input, output);
    });
    if (!last()) m_context.pipeline.send(output.values(), m_context.stage + 1);
}

void PipelineExecutor::backward(core::MicroBatch microBatch, double scale, SpanLog& spans) {
    const Tensor outputGradient = wire(m_output, m_context.rows),
                 inputGradient = wire(m_input, m_context.rows);
    if (!last()) m_context.pipeline.receive(outputGradient.values(), m_context.stage + 1);
    spans.measure(core::SpanKind::Backward, m_context.stage, microBatch.value,
                  [&] { m_context.layers.backward(microBatch, outputGradient, inputGradient, scale); });
    if (!first()) m_context.pipeline.send(inputGradient.values(), m_context.stage - 1);
}

double PipelineExecutor::evaluate(const Samples& samples) {
    const auto rows = std::int64_t(samples.tokens.size());
    const Tensor input = wire(m_input, rows), output = wire(m_output, rows);
    if (!first()) m_context.pipeline.receive(input.values(), m_context.stage - 1);
    const double loss = m_context.layers.evaluate(samples.tokens, samples.targets, input, output);
    if (!last()) m_context.pipeline.send(output.values(), m_context.stage + 1);
    return loss;
}

}  // namespace gpu
