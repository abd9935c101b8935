// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/op_formula.h"

#include "core/base/text.h"
#include "core/cost/speed.h"
#include "core/memory/saved_tensors.h"
#include "core/memory/stage_units.h"

#include <fmt/format.h>

#include <algorithm>

namespace core {

namespace {

enum class Part { Forward, InputGradient, WeightGradient, Recompute };

const Work& workOf(const LayerWork& layer, Part part) {
    switch (part) {
    case Part::Forward: return layer.forward;
    case Part::InputGradient: return layer.inputGradient;
    case Part::WeightGradient: return layer.weightGradient;
    case Part::Recompute: break;
    }
    return layer.recompute;
}

std::string flops(double value) { return threeDigits(value / 1e9) + " GFLOP"; }
std::string bytes(double value) { return toText(Bytes(std::int64_t(value))); }

// The terms of one pass through one stage.
class PassTerms {
public:
    PassTerms(const Snapshot& snapshot, Stage stage)
        : m_plan(snapshot.plan)
        , m_calibration(snapshot.calibration)
        , m_card(*acceleratorOf(m_plan.cluster))
        , m_speed(m_plan, m_card, m_calibration)
        , m_units(stageUnits(m_plan, *snapshot.shards, stage)) {
        const double blocks = std::max(1, m_units.blocks);
        m_again = double(recomputedBlocks(m_plan, m_units.blocks)) / blocks;
        m_learning = 1 - m_units.frozenBlocks / blocks;
    }

    void add(Part part) {
        static constexpr const char* kBlocks[] = {"term.op-forward", "term.op-input", "term.op-weight", "term.op-recompute"};
        const double share = (part == Part::Forward ? 1 : m_learning) * (part == Part::Recompute ? m_again : 1);
        const double experts = m_units.expertBlocks, dense = m_units.blocks - experts;
        const char* label = kBlocks[std::size_t(part)];
        put(label, LayerKind::Block, part, dense * share);
        if (experts > 0) put("term.op-experts", LayerKind::ExpertBlock, part, experts * share);
        if (part == Part::Recompute) return;
        const bool frozen = m_plan.lora.rank > 0 || m_plan.frozenBlocks > 0;
        if (m_units.first && !(frozen && part == Part::WeightGradient)) put("term.embedding", LayerKind::Embedding, part, 1);
        if (!m_units.last) return;
        put("term.op-final-norm", LayerKind::FinalNorm, part, 1);
        put("term.head", LayerKind::Head, part, 1);
    }
    void addCollectives(const char* label, Seconds seconds) {
        if (seconds > Seconds(0)) push({label, QuantityUnit::Time, seconds.value(), {}, {}});
    }
    [[nodiscard]] std::vector<DerivedTerm> take() { return std::move(m_terms); }
    [[nodiscard]] Seconds sum() const { return m_sum; }

private:
    void put(const char* label, LayerKind kind, Part part, double count) {
        const Work work = workOf(layerWork(m_plan, kind), part);
        const Seconds one = m_speed.seconds(work);
        if (count <= 0 || one <= Seconds(0)) return;
        const auto [formula, numbers] = roofline(work, one);
        const bool several = count != 1;
        push({label, QuantityUnit::Time, one.value() * count, several ? fmt::format("n · ({})", formula) : formula,
              several ? fmt::format("{} × ({})", threeDigits(count), numbers) : numbers});
    }
    void push(DerivedTerm term) {
        m_sum += Seconds(term.value);
        m_terms.push_back(std::move(term));
    }
    [[nodiscard]] std::pair<std::string, std::string> roofline(const Work& work, Seconds one) const {
        const double software = m_plan.assumptions.efficiency > 0 ? m_plan.assumptions.efficiency : 1;
        const std::string rate = readable(QuantityUnit::FlopsPerSecond, m_speed.peakFlops());
        if (m_speed.isVirtual())
            return {"((F + k·F½)/R + (B + p·B½)/β)/e",
                    fmt::format("(({} + {} × {})/({}) + ({} + {} × {})/({}))/{}", flops(work.flops), work.gemms, flops(kHalfSpeedFlops), rate,
                                bytes(work.bytes), work.passes, bytes(kHalfSpeedBytes),
                                readable(QuantityUnit::BytesPerSecond, m_calibration.virtualCardBandwidth), threeDigits(software))};
        const Efficiency& reached = m_card.efficiency;
        const double kernels = work.gemms + work.passes;
        if (one == Seconds(kernels * reached.hostSeconds))
            return {"k · t_h", fmt::format("{} × {}", kernels, toText(Seconds(reached.hostSeconds)))};
        return {"(F/(η·R) + B/(η_m·β))/e + k·t_k",
                fmt::format("({}/({} × {}) + {}/({} × {}))/{} + {} × {}", flops(work.flops), threeDigits(reached.products), rate,
                            bytes(work.operands + work.bytes), threeDigits(reached.memory),
                            readable(QuantityUnit::BytesPerSecond, m_card.memoryBandwidth), threeDigits(software), kernels,
                            toText(Seconds(reached.kernelSeconds)))};
    }

    const Plan& m_plan;
    const Calibration& m_calibration;
    const Accelerator& m_card;
    CardSpeed m_speed;
    StageUnits m_units;
    double m_again = 0, m_learning = 1;
    std::vector<DerivedTerm> m_terms;
    Seconds m_sum;
};

OpFormula sumOf(Seconds length, std::vector<DerivedTerm> terms) {
    OpFormula op{length, "Σ", {}, std::move(terms), "Isaev et al. 2023 (Calculon)"};
    for (const DerivedTerm& term : op.terms) op.numbers += (op.numbers.empty() ? "" : " + ") + toText(Seconds(term.value));
    return op;
}

std::optional<OpFormula> tailOf(const Snapshot& snapshot, SpanKind kind, int rank) {
    const auto derived = derive(snapshot, kind == SpanKind::Optimizer ? "optimizer_seconds" : "data_communication_seconds");
    if (!derived) return std::nullopt;
    for (const TimedSpan& span : snapshot.timeline->ranks[std::size_t(rank)])
        if (span.kind == kind && span.microBatch.value < 0)
            return OpFormula{span.end - span.start, derived->formula, derived->numbers, derived->terms, derived->source};
    return std::nullopt;
}

}  // namespace

std::optional<OpFormula> opFormula(const Snapshot& snapshot, SpanKind kind, Stage stage) {
    const Plan& plan = snapshot.plan;
    if (!snapshot.timeline || !snapshot.layout || !snapshot.shards || !acceleratorOf(plan.cluster) || stage.value < 0) return std::nullopt;
    if (kind == SpanKind::Optimizer || kind == SpanKind::Communication)
        return std::size_t(stage.value) < snapshot.timeline->ranks.size() ? tailOf(snapshot, kind, stage.value) : std::nullopt;
    const PlanCosts costs = planCosts(plan, *snapshot.layout, *snapshot.shards, snapshot.calibration);
    if (std::size_t(stage.value) >= costs.shares.size()) return std::nullopt;
    const StageCosts& cost = costs.replay.of(stage.value);
    const StageShares& shares = costs.shares[std::size_t(stage.value)];
    PassTerms pass(snapshot, stage);
    if (kind == SpanKind::Forward) {
        pass.add(Part::Forward);
        pass.addCollectives("term.op-tensor", shares.tensorForward);
        pass.addCollectives("term.op-data", shares.dataForward);
        return sumOf(cost.forward, pass.take());
    }
    const bool input = kind != SpanKind::WeightGradient, weight = kind != SpanKind::InputGradient;
    if (input) {
        pass.add(Part::Recompute);
        pass.add(Part::InputGradient);
    }
    if (weight) pass.add(Part::WeightGradient);
    if (kind == SpanKind::Backward) {
        pass.addCollectives("term.op-tensor", shares.tensorBackward);
        pass.addCollectives("term.op-data", shares.dataBackward);
        return sumOf(cost.backward(), pass.take());
    }
    // The shares are of both halves: what is not computing of this one are its collectives.
    const Seconds length = input ? cost.inputGradient : cost.weightGradient;
    constexpr double kRounding = 1e-12;
    const Seconds rest = length - pass.sum();
    if (rest > length * kRounding) pass.addCollectives("term.op-collectives", rest);
    return sumOf(length, pass.take());
}

}  // namespace core
