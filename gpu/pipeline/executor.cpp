// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Interpreter of the op table.
#include "gpu/pipeline/executor.h"


namespace gpu {

namespace {

core::Bytes wireBytes(const PipelineExecutor::Context& context) {
    const bool alone = context.schedule.lastStage() == 0;
    return core::Bytes(alone ? 0 : context.rows * context.hidden * bytesOf(context.type));
}

}  // namespace

PipelineExecutor::PipelineExecutor(const Context& context)
    : m_context(context)
    , m_inbox(context.schedule, context.rank, context.pipeline, context.device)
    , m_input(context.device, wireBytes(context), "messages of the pipeline")
    , m_output(context.device, wireBytes(context), "messages of the pipeline") {}

Tensor PipelineExecutor::inputOf(core::Stage stage, std::int64_t rows) {
    if (isFirst(stage)) return {};
    return {m_input.data(), rows, m_context.hidden, m_context.type};
}

Tensor PipelineExecutor::outputOf(core::Stage stage, std::int64_t rows) {
    if (isLast(stage)) return {};
    return {m_output.data(), rows, m_context.hidden, m_context.type};
}

double PipelineExecutor::run(const Source& source, double scale, SpanLog& spans) {
    m_inbox.restart();
    for (PipelineStage* const layers : m_context.layers) layers->dropEvaluation();
    if (m_context.repeats) m_context.repeats->beginStep(scale);
    for (const core::Op& op : m_context.schedule.ranks[std::size_t(m_context.rank)]) {
        m_context.cancel.throwIfCancelled();
        switch (op.kind) {
        case core::OpKind::Forward:
            forward(op, source, spans);
            break;
        case core::OpKind::Backward:
        case core::OpKind::InputGradient:
            backward(op, scale, spans);
            break;
        case core::OpKind::WeightGradient:
            spans.measure(core::SpanKind::WeightGradient, op.stage.value, op.microBatch.value,
                          [&] { pass({}, [&] { layersOf(op.stage).weightGradient(op.microBatch); }); });
            break;
        }
    }
    if (m_context.repeats) m_context.repeats->endStep();
    const core::Stage last(m_context.schedule.lastStage());
    double loss = 0;
    if (isHere(last))
        for (int i = 0; i < m_context.schedule.microBatches; ++i) loss += layersOf(last).lossOf(core::MicroBatch(i));
    return loss;
}

void PipelineExecutor::deliver(const core::Op& op, const Tensor& message) {
    const auto receiver = m_context.schedule.receiverOf(op);
    if (!receiver) return;
    if (isHere(*receiver))
        m_inbox.put(op, message.values());
    else
        m_context.pipeline.send(message.values(), m_context.schedule.rankOf(*receiver));
}

void PipelineExecutor::forward(const core::Op& op, const Source& source, SpanLog& spans) {
    const core::Stage stage = op.stage;
    const Tensor input = inputOf(stage, m_context.rows), output = outputOf(stage, m_context.rows);
    if (!isFirst(stage))
        m_inbox.receive({core::OpKind::Forward, core::Stage(stage.value - 1), op.microBatch}, input.values());
    spans.measure(core::SpanKind::Forward, stage.value, op.microBatch.value, [&] {
        const Samples samples = isFirst(stage) || isLast(stage) ? source(op.microBatch) : Samples{};
        pass({isFirst(stage) ? std::as_bytes(samples.tokens) : Repeats::Input{},
              isLast(stage) ? std::as_bytes(samples.targets) : Repeats::Input{}},
             [&] { layersOf(stage).forward(op.microBatch, samples.tokens, samples.targets, input, output); });
    });
    deliver(op, output);
}

// B, or I alone.
void PipelineExecutor::backward(const core::Op& op, double scale, SpanLog& spans) {
    const core::Stage stage = op.stage;
    const Tensor outputGradient = outputOf(stage, m_context.rows),
                 inputGradient = inputOf(stage, m_context.rows);
    if (!isLast(stage))
        m_inbox.receive({core::OpKind::Backward, core::Stage(stage.value + 1), op.microBatch},
                        outputGradient.values());
    spans.measure(core::spanKind(op.kind), stage.value, op.microBatch.value, [&] {
        pass({}, [&] {
            if (op.kind == core::OpKind::Backward)
                layersOf(stage).backward(op.microBatch, outputGradient, inputGradient, scale);
            else
                layersOf(stage).inputGradient(op.microBatch, outputGradient, inputGradient, scale);
        });
    });
    deliver(op, inputGradient);
}

double PipelineExecutor::evaluate(const Samples& samples) {
    const auto rows = std::int64_t(samples.tokens.size()) / m_context.rowParts;
    const core::Schedule& schedule = m_context.schedule;
    double loss = 0;
    for (int at = m_context.rank; at <= schedule.lastStage(); at += schedule.stages) {
        const core::Stage stage(at);
        const Tensor input = inputOf(stage, rows), output = outputOf(stage, rows);
        const core::Stage before(at - 1), behind(at + 1);
        if (!isFirst(stage) && isHere(before))
            m_context.device.copy(Tensor{m_output.data(), rows, m_context.hidden, m_context.type}.values(),
                                  input.values());
        else if (!isFirst(stage))
            m_context.pipeline.receive(input.values(), schedule.rankOf(before));
        loss = layersOf(stage).evaluate(samples.tokens, samples.targets, input, output);
        if (!isLast(stage) && !isHere(behind))
            m_context.pipeline.send(output.values(), schedule.rankOf(behind));
    }
    return loss;
}

}  // namespace gpu
