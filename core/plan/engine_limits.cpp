// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// What can be planned and drawn here but not run by the training engine, by name.
#include "core/base/suggest.h"
#include "core/plan/validate.h"
#include "core/schedule/registry.h"

#include "core/base/text.h"

#include <fmt/format.h>

namespace core {

namespace {

using Params = std::map<std::string, std::string>;

constexpr int kMostRanks = 64;    // rank threads on one machine
constexpr int kLargestCudaHead = 128, kMostCudaMembers = 16;  // of the kernels (gpu/cuda/kernels)
constexpr int kByteValues = 256;  // the engine's tokens are bytes

std::string runnableSchedules() {
    std::vector<std::string> names;
    for (const ScheduleRow& row : scheduleRows()) names.emplace_back(toText(row.kind));
    names.emplace_back(toText(ScheduleKind::Table));
    return joinedByOr(names);
}

class Limits {
public:
    explicit Limits(const Plan& plan)
        : m_plan(plan) {}

    Problems all() {
        model();
        numbers();
        layout();
        training();
        hardware();
        return std::move(m_problems);
    }

private:
    void limit(const char* code, const char* where, Params params, const char* fix,
               Severity severity = Severity::Error) {
        m_problems.push_back({severity, code, where, std::move(params), fix});
    }

    void model() {
        const ModelSpec& model = m_plan.model;
        if (model.family == Family::Other)
            limit("engine.model", "/model", {{"model", model.name}}, "fix.engine.model");
        if (m_plan.layout.tp > model.kvHeads)
            limit("engine.shared-kv-heads", "/layout/tp",
                  {{"tp", fmt::to_string(m_plan.layout.tp)}, {"kv_heads", fmt::to_string(model.kvHeads)}},
                  "fix.engine.shared-kv-heads");
        if (model.slidingWindow > 0 && m_plan.sequence() > model.slidingWindow)
            limit("engine.sliding-window", "/model/sliding_window",
                  {{"window", fmt::to_string(model.slidingWindow)},
                   {"sequence", fmt::to_string(m_plan.sequence())}},
                  "fix.engine.sliding-window");
        if (model.vocabulary < kByteValues)
            limit("engine.vocabulary", "/model/vocabulary",
                  {{"vocabulary", fmt::to_string(model.vocabulary)}}, "fix.engine.vocabulary");
    }

    void numbers() {
        if (m_plan.precision == Precision::Fp8)
            limit("engine.precision", "/precision", {{"precision", std::string(toText(m_plan.precision))}},
                  "fix.engine.precision");
        const bool own = m_plan.gradientDtype == m_plan.precision || m_plan.gradientDtype == Precision::Fp32;
        if (m_plan.gradientDtype && !own)
            limit("engine.gradient-dtype", "/gradient_dtype",
                  {{"dtype", std::string(toText(*m_plan.gradientDtype))},
                   {"precision", std::string(toText(m_plan.precision))}},
                  "fix.engine.gradient-dtype");
    }

    void layout() {
        const LayoutSpec& layout = m_plan.layout;
        if (layout.cp > 1)
            limit("engine.context-parallel", "/layout/cp", {{"cp", fmt::to_string(layout.cp)}},
                  "fix.engine.one");
        if (layout.ep > 1)
            limit("engine.expert-parallel", "/layout/ep", {{"ep", fmt::to_string(layout.ep)}},
                  "fix.engine.one");
        if (!layout.stageLayers.empty() && layout.virtualStages > 1)
            limit("engine.uneven-chunks", "/layout/stage_layers", {}, "fix.engine.uneven-chunks");
        if (layout.cards() > kMostRanks)
            limit("engine.too-many-ranks", "/layout",
                  {{"ranks", fmt::to_string(layout.cards())}, {"limit", fmt::to_string(kMostRanks)}},
                  "fix.engine.fewer-ranks");
    }

    void training() {
        if (m_plan.schedule != ScheduleKind::Table && findSchedule(m_plan.schedule) == nullptr)
            limit("engine.schedule", "/schedule",
                  {{"schedule", std::string(toText(m_plan.schedule))}, {"nearest", runnableSchedules()}},
                  "fix.engine.schedule");
        const OptimizerSpec& optimizer = m_plan.optimizer;
        if (optimizer.kind == OptimizerKind::Muon || optimizer.moments != MomentType::Fp32)
            limit("engine.optimizer", optimizer.kind == OptimizerKind::Muon ? "/optimizer/kind" : "/optimizer/moments",
                  {{"kind", std::string(toText(optimizer.kind))}, {"moments", std::string(toText(optimizer.moments))}},
                  "fix.engine.optimizer");
        if (m_plan.lora.rank > 0 || m_plan.frozenBlocks > 0)
            limit("engine.adapters", m_plan.lora.rank > 0 ? "/lora/rank" : "/frozen_blocks",
                  {{"rank", fmt::to_string(m_plan.lora.rank)}, {"blocks", fmt::to_string(m_plan.frozenBlocks)}},
                  "fix.engine.adapters");
        if (m_plan.batch.ramp != BatchRampSpec{}) limit("engine.batch-ramp", "/batch/ramp", {}, "fix.engine.batch-ramp");
        if (m_plan.attention == AttentionKind::Flash && m_plan.run.backend != Backend::Cuda)
            limit("engine.attention", "/attention", {}, "fix.engine.attention");
    }

    void hardware() {
        if (m_plan.run.backend == Backend::Cuda) cuda();
        if (m_plan.framework != Framework::Engine)
            limit("engine.framework", "/framework", {{"framework", std::string(toText(m_plan.framework))}},
                  "fix.engine.framework", Severity::Warning);
        if (m_plan.cluster.gpu != "virtual-card" && m_plan.run.backend != Backend::Cuda)
            limit("engine.accelerator", "/cluster/gpu", {{"gpu", m_plan.cluster.gpu}},
                  "fix.engine.accelerator", Severity::Warning);
    }

    void cuda() {
        if (m_plan.precision == Precision::Fp64) limit("cuda.precision", "/precision", {}, "fix.cuda.precision");
        for (const auto& [where, place] : {std::pair("/zero/offload_optimizer", m_plan.zero.offloadOptimizer),
                                           {"/zero/offload_parameters", m_plan.zero.offloadParameters}})
            if (place == Offload::Nvme) limit("cuda.nvme", where, {}, "fix.cuda.nvme");
        if (m_plan.model.headSize() > kLargestCudaHead)
            limit("cuda.head-size", "/model/heads",
                  {{"size", fmt::to_string(m_plan.model.headSize())}, {"limit", fmt::to_string(kLargestCudaHead)}},
                  "fix.cuda.head-size");
        for (const auto& [where, size] : {std::pair("/layout/tp", m_plan.layout.tp), {"/layout/dp", m_plan.layout.dp}})
            if (size > kMostCudaMembers)
                limit("cuda.group", where, {{"size", fmt::to_string(size)}, {"limit", fmt::to_string(kMostCudaMembers)}},
                      "fix.cuda.group");
        if (m_plan.attention == AttentionKind::Materialised)
            limit("cuda.attention", "/attention", {}, "fix.cuda.attention", Severity::Warning);
    }

    const Plan& m_plan;
    Problems m_problems;
};

}  // namespace

Problems engineLimits(const Plan& plan) { return Limits(plan).all(); }

Problems hostMemoryProblems(const Plan& plan, Bytes needed, Bytes available) {
    if (needed <= available) return {};
    return {{Severity::Error,
             "engine.host-memory",
             "/model",
             {{"cards", counted(plan.layout.cards(), "virtual card")},
              {"needed", toText(needed)},
              {"available", toText(available)}},
             "fix.engine.host-memory"}};
}

}  // namespace core
