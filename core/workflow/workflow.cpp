// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workflow/workflow.h"

#include "core/cost/pass_traffic.h"

#include <fmt/format.h>

namespace core {

namespace {

using enum WorkflowLane;
using enum WorkflowPhase;

class Steps {
public:
    explicit Steps(const Snapshot& snapshot)
        : m_snapshot(snapshot)
        , m_plan(snapshot.plan)
        , m_forward(passTraffic(m_plan, *snapshot.shards, *snapshot.schedule, Pass::Forward))
        , m_backward(passTraffic(m_plan, *snapshot.shards, *snapshot.schedule, Pass::Backward))
        , m_params{{"tp", fmt::to_string(m_plan.layout.tp)},
                   {"pp", fmt::to_string(m_plan.layout.pp)},
                   {"dp", fmt::to_string(m_plan.layout.dp)},
                   {"cards", fmt::to_string(m_plan.layout.cards())},
                   {"stage", fmt::to_string(m_plan.zero.stage)},
                   {"micro_batches", fmt::to_string(snapshot.schedule->microBatches)}} {}

    Workflow run() {
        Workflow workflow;
        workflow.lane = m_plan.layout.pp > 1 ? Pipeline : Zero;
        start();
        passes();
        reduction();
        update();
        add({"workflow.save", "workflow.save-how", Both, Save, "engine.save_checkpoint(folder, tag)"});
        workflow.steps = std::move(m_steps);
        return workflow;
    }

private:
    void add(WorkflowStep step) {
        step.params = m_params;
        m_steps.push_back(std::move(step));
    }

    // Rows of a kind of group, of one operation or of all.
    static std::vector<TrafficRow> rows(const Traffic& traffic, GroupKind group, std::optional<CollectiveKind> op = {}) {
        std::vector<TrafficRow> found;
        for (const TrafficRow& row : traffic.rows)
            if (row.group == group && (!op || row.op == *op)) found.push_back(row);
        return found;
    }

    void start() {
        add({"workflow.groups", "workflow.groups-how", Both, Start,
             fmt::format("mpu.initialize_model_parallel({}, {})", m_plan.layout.tp, m_plan.layout.pp)});
        add({"workflow.build-pipe", "workflow.build-pipe-how", Pipeline, Start, "model = GPTModelPipe(config, …)"});
        add({"workflow.build-model", "workflow.build-model-how", Zero, Start,
             m_plan.zero.stage == 3 ? "with deepspeed.zero.Init(…): model = GPTModel(config, …)" : "model = GPTModel(config, …)"});
        add({"workflow.initialize-pipe", "workflow.initialize-pipe-how", Pipeline, Start,
             "engine, … = deepspeed.initialize(model=model, mpu=None, …)"});
        add({"workflow.initialize-zero", "workflow.initialize-zero-how", Zero, Start,
             "engine, … = deepspeed.initialize(model=model, mpu=mpu, …)"});
    }

    void passes() {
        add({"workflow.train-batch", "workflow.train-batch-how", Pipeline, Step, "loss = engine.train_batch(data_iter)"});
        if (m_plan.zero.stage == 3)
            add({"workflow.gather", "workflow.gather-how", Both, Step, "", {}, GroupKind::Data,
                 rows(*m_snapshot.traffic, GroupKind::Data, CollectiveKind::AllGather), {SpanKind::Communication}});
        add({"workflow.forward-call", "workflow.forward-call-how", Zero, Step, "loss = engine(batch)"});
        add({"workflow.forward", "workflow.forward-how", Both, Step, "", {}, GroupKind::Tensor,
             rows(m_forward, GroupKind::Tensor), {SpanKind::Forward}});
        add({"workflow.send", "workflow.send-how", Pipeline, Step, "", {}, GroupKind::Pipeline,
             rows(m_forward, GroupKind::Pipeline), {SpanKind::Forward}});
        add({"workflow.backward-call", "workflow.backward-call-how", Zero, Step, "engine.backward(loss)"});
        add({"workflow.backward", "workflow.backward-how", Both, Step, "", {}, GroupKind::Tensor,
             rows(m_backward, GroupKind::Tensor), {SpanKind::Backward, SpanKind::InputGradient, SpanKind::WeightGradient}});
        add({"workflow.send-back", "workflow.send-back-how", Pipeline, Step, "", {}, GroupKind::Pipeline,
             rows(m_backward, GroupKind::Pipeline), {SpanKind::Backward, SpanKind::InputGradient}});
    }

    void reduction() {
        static constexpr const char* kHow[] = {"workflow.reduce-zero0", "workflow.reduce-zero1", "workflow.reduce-zero2",
                                               "workflow.reduce-zero3"};
        const int stage = m_plan.zero.stage;
        add({"workflow.reduce", kHow[stage], Both, Step, "", {}, GroupKind::Data,
             rows(*m_snapshot.traffic, GroupKind::Data, stage == 0 ? CollectiveKind::AllReduce : CollectiveKind::ReduceScatter),
             {SpanKind::Communication}});
        if (m_plan.layout.pp > 1 && m_plan.model.embeddings == Embeddings::Tied)
            add({"workflow.tied", "workflow.tied-how", Pipeline, Step, "", {}, GroupKind::Embedding,
                 rows(*m_snapshot.traffic, GroupKind::Embedding), {SpanKind::Communication}});
    }

    void update() {
        add({"workflow.step-call", "workflow.step-call-how", Zero, Step, "engine.step()"});
        add({"workflow.update", "workflow.update-how", Both, Step, "", {}, {}, {}, {SpanKind::Optimizer}});
        if (m_plan.zero.stage == 1 || m_plan.zero.stage == 2)
            add({"workflow.gather-after", "workflow.gather-after-how", Both, Step, "", {}, GroupKind::Data,
                 rows(*m_snapshot.traffic, GroupKind::Data, CollectiveKind::AllGather), {SpanKind::Communication}});
    }

    const Snapshot& m_snapshot;
    const Plan& m_plan;
    Traffic m_forward, m_backward;
    std::map<std::string, std::string> m_params;
    std::vector<WorkflowStep> m_steps;
};

}  // namespace

Bytes WorkflowStep::wire() const {
    Bytes sum;
    for (const TrafficRow& row : traffic) sum += row.wire;
    return sum;
}

Workflow stepWorkflow(const Snapshot& snapshot) {
    if (!snapshot.shards || !snapshot.schedule || !snapshot.traffic) return {};
    return Steps(snapshot).run();
}

}  // namespace core
