// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The nested loops of the search, from what costs most to change to what costs least.
#include "core/planner/search.h"

#include "core/plan/batch.h"
#include "core/plan/cards.h"
#include "core/plan/rules.h"
#include "core/planner/finalists.h"
#include "core/planner/plan_scorer.h"
#include "core/planner/refusals.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <tuple>

namespace core {

namespace {

using Clock = std::chrono::steady_clock;

std::vector<int> divisorsOf(std::int64_t n) {
    std::vector<int> divisors;
    for (std::int64_t d = 1; d * d <= n; ++d) {
        if (n % d != 0) continue;
        divisors.push_back(int(d));
        if (d != n / d && n / d <= kMostCards) divisors.push_back(int(n / d));
    }
    std::ranges::sort(divisors);
    return divisors;
}

template <class Value>
void keep(std::vector<Value>& values, const std::optional<Value>& only) {
    if (only) std::erase_if(values, [&](Value value) { return value != *only; });
}

// Schedules that the framework has and that are scored here; of two that take equally long the smaller one.
std::vector<ScheduleKind> schedulesFor(Framework framework) {
    using enum ScheduleKind;
    if (framework == Framework::DeepSpeed) return {OneFOneB, ZbH1};
    if (framework == Framework::Megatron) return {OneFOneB, Interleaved};
    if (framework == Framework::Engine) return {OneFOneB, Interleaved, ZbH1};
    return {OneFOneB, Interleaved};
}

class Search {
public:
    Search(const Plan& base, const SearchLimits& limits, const SearchWatch& watch, const Calibration& calibration)
        : m_plan(base)
        , m_limits(limits)
        , m_watch(watch)
        , m_calibration(calibration)
        , m_cards(cardsOf(base.cluster))
        , m_capacity(std::int64_t(double(capacityOf(base).value()) / (1 + limits.margin)))
        , m_model(base.model, {}, base.model.maxSequence)
        , m_finalists(limits.most) {
        m_plan.scheduleTable.clear();
    }

    SearchResult run() {
        const Clock::time_point begin = Clock::now();
        const std::vector<int> all = divisorsOf(m_cards);
        std::vector<int> tps = all, cps = all, pps = all;
        keep(tps, m_limits.tp);
        keep(cps, m_limits.cp);
        keep(pps, m_limits.pp);
        const double whole = double(tps.size() * cps.size() * pps.size());
        double done = 0;
        for (const int tp : tps)
            for (const int cp : cps)
                for (const int pp : pps) {
                    if (!report(++done / whole)) return finish(begin, true);
                    const std::int64_t replica = std::int64_t(tp) * cp * pp;
                    if (m_cards % replica != 0) continue;
                    const int dp = int(m_cards / replica);
                    if (!m_limits.dp || *m_limits.dp == dp) tryShape(tp, cp, pp, dp);
                }
        return finish(begin, false);
    }

private:
    bool report(double fraction) {
        if (!m_watch) return true;
        return m_watch({fraction, m_result.evaluated, m_finalists.best()}) == SearchStep::Go;
    }

    SearchResult finish(Clock::time_point begin, bool cancelled) {
        m_result.cancelled = cancelled;
        m_finalists.settle(m_result, m_capacity, m_calibration);
        m_result.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        return std::move(m_result);
    }

    void reject(const Problem& problem) {
        ++m_result.rejected[problem.code];
        m_result.examples.try_emplace(problem.code, problem);
    }

    void reject(const char* code, std::map<std::string, std::string> params) {
        if (++m_result.rejected[code] == 1) m_result.examples[code] = {Severity::Error, code, "/layout", std::move(params)};
    }

    // Whether the plan as it stands is legal; else the first rule that it breaks is counted.
    bool isLegal() {
        const auto refusal = layoutRefusal(m_plan);
        if (refusal) reject(*refusal);
        return !refusal;
    }

    void tryShape(int tp, int cp, int pp, int dp) {
        std::vector<int> eps{1};
        if (m_plan.model.details.experts.count > 0) eps = divisorsOf(std::int64_t(dp) * cp);
        keep(eps, m_limits.ep);
        for (const int ep : eps) {
            m_plan.layout.tp = tp;
            m_plan.layout.cp = cp;
            m_plan.layout.ep = ep;
            m_plan.layout.pp = pp;
            m_plan.layout.dp = dp;
            m_plan.layout.virtualStages = 1;
            m_plan.layout.stageLayers = stageSplit(m_plan.model.layers, pp);
            m_plan.schedule = ScheduleKind::OneFOneB;
            m_plan.zero.stage = leastZero();
            m_plan.batch.micro = 1;
            m_plan.recompute = Recompute::None;
            m_plan.sequenceParallel = SequenceParallel::Off;
            if (isLegal()) tryLayout();
        }
    }

    // Offloading begins at a stage of its own.
    int leastZero() const {
        if (m_plan.zero.offloadParameters != Offload::None) return 3;
        return m_plan.zero.offloadOptimizer != Offload::None ? 1 : 0;
    }

    // ZeRO stages that the framework has for this layout. With one replica they are all the same.
    void findZeroStages() {
        std::vector<int> stages;
        for (int stage = leastZero(); stage <= 3; ++stage) stages.push_back(stage);
        keep(stages, m_limits.zero);
        m_zeros.clear();
        for (const int stage : stages) {
            m_plan.zero.stage = stage;
            std::optional<Problem> refused;
            if (stage > 0 && m_plan.layout.dp * m_plan.layout.cp == 1 && !m_limits.zero)
                refused = {Severity::Error, "zero.nothing-to-shard", "/zero/stage", {{"stage", fmt::to_string(stage)}}};
            else
                for (const Problem& problem : frameworkProblems(m_plan))
                    if (problem.where == "/zero/stage") refused = problem;
            if (refused)
                reject(*refused);
            else
                m_zeros.push_back(stage);
        }
    }

    // Micro-batches in ascending order, all of whose sizes divide what a replica gets.
    void findMicroBatches() {
        const std::int64_t perReplica = m_plan.batch.global / m_plan.layout.dp;
        m_micros.clear();
        for (int micro = 1; micro <= std::min<std::int64_t>(m_limits.mostMicro, perReplica); ++micro)
            if (perReplica % micro == 0 && (!m_limits.micro || *m_limits.micro == micro)) m_micros.push_back(micro);
        if (!m_limits.micro || !m_micros.empty()) return;
        const auto batch = resolveBatch(m_plan.batch.global, *m_limits.micro, std::nullopt, m_plan.layout.dp);
        if (!batch) reject(batch.error().front());
    }

    void tryLayout() {
        findZeroStages();
        findMicroBatches();
        std::vector<ScheduleKind> schedules{ScheduleKind::OneFOneB};
        if (m_plan.layout.pp > 1) {
            schedules = schedulesFor(m_plan.framework);
            keep(schedules, m_limits.schedule);
        }
        for (const ScheduleKind schedule : schedules) {
            m_plan.schedule = schedule;
            const bool several = schedule == ScheduleKind::Interleaved;
            for (int chunks = several ? 2 : 1; chunks <= (several ? m_limits.mostChunks : 1); ++chunks)
                if (!m_limits.virtualStages || *m_limits.virtualStages == chunks) tryChunks(chunks);
        }
    }

    void tryChunks(int chunks) {
        LayoutSpec& layout = m_plan.layout;
        layout.virtualStages = chunks;
        layout.stageLayers = stageSplit(m_plan.model.layers, layout.pp);
        if (chunks > 1) {
            const auto split = chunkSplit(m_plan.model.layers, layout.pp, chunks);
            if (split) layout.stageLayers = *split;
            if (!split || (!split->empty() && m_plan.framework != Framework::Megatron)) {
                reject("layout.chunks-divide-layers", {{"pp", fmt::to_string(layout.pp)},
                                                       {"virtual_stages", fmt::to_string(chunks)},
                                                       {"layers", fmt::to_string(m_plan.model.layers)}});
                return;
            }
        }
        findSplits();
        if (m_splits.empty()) return;
        const ScoredLayout scored(m_plan, m_model);
        for (const int micro : m_micros) {
            m_plan.batch.micro = micro;
            const std::int64_t batches = m_plan.batch.global / layout.dp / micro;
            if (chunks > 1 && batches % layout.pp != 0) {
                reject("schedule.interleaved-multiple",
                       {{"pp", fmt::to_string(layout.pp)}, {"micro_batches", fmt::to_string(batches)}});
                continue;
            }
            tryMicroBatch(scored);
        }
    }

    // Whether the sequence is split inside the tensor group, as far as layout and schedule allow.
    void findSplits() {
        std::vector<SequenceParallel> splits{SequenceParallel::Off};
        if (m_plan.layout.tp > 1 && m_plan.framework != Framework::Fsdp) splits.push_back(SequenceParallel::On);
        keep(splits, m_limits.sequenceParallel);
        m_splits.clear();
        for (const SequenceParallel split : splits) {
            m_plan.sequenceParallel = split;
            m_plan.zero.stage = leastZero();
            if (split == SequenceParallel::On && m_plan.sequence() % m_plan.layout.tp != 0)
                reject("layout.tp-divides-sequence",
                       {{"tp", fmt::to_string(m_plan.layout.tp)}, {"count", fmt::to_string(m_plan.sequence())}});
            else if (const auto refused = kitRefusal(m_plan))
                reject(*refused);
            else
                m_splits.push_back(split);
        }
    }

    void tryMicroBatch(const ScoredLayout& scored) {
        std::vector<Recompute> recomputes{Recompute::None, Recompute::Selective, Recompute::Full};
        keep(recomputes, m_limits.recompute);
        for (const SequenceParallel split : m_splits) {
            m_plan.sequenceParallel = split;
            for (const Recompute recompute : recomputes) {
                m_plan.recompute = recompute;
                const PlanScorer scorer(m_plan, scored, layerBytes(), m_calibration);
                for (const int zero : m_zeros) {
                    m_plan.zero.stage = zero;
                    take(scorer.score());
                }
            }
        }
    }

    void take(const QuickScore& score) {
        ++m_result.evaluated;
        if (score.memory <= m_capacity)
            ++m_result.feasible;
        else
            ++m_overMemory;
        m_finalists.take(m_plan, score, score.memory <= m_capacity);
        if (m_overMemory > 0) m_result.rejected["search.memory"] = m_overMemory;
    }

    const LayerBytes& layerBytes() {
        const auto key = std::tuple(m_plan.layout.tp, m_plan.layout.cp, m_plan.batch.micro, int(m_plan.recompute),
                                    int(m_plan.sequenceParallel), m_plan.layout.pp > 1);
        const auto known = m_layerBytes.find(key);
        return known != m_layerBytes.end() ? known->second : m_layerBytes.emplace(key, LayerBytes(m_plan)).first->second;
    }

    Plan m_plan;
    const SearchLimits& m_limits;
    const SearchWatch& m_watch;
    const Calibration& m_calibration;
    std::int64_t m_cards;
    Bytes m_capacity;
    ShardMap m_model;
    Finalists m_finalists;
    SearchResult m_result;
    std::int64_t m_overMemory = 0;
    std::vector<int> m_zeros, m_micros;
    std::vector<SequenceParallel> m_splits;
    std::map<std::tuple<int, int, int, int, int, bool>, LayerBytes> m_layerBytes;
};

}  // namespace

std::vector<int> stageSplit(int layers, int pp) {
    if (pp < 1 || layers % pp == 0 || pp > layers) return {};
    std::vector<int> split(std::size_t(pp), layers / pp);
    const int more = layers % pp, first = (pp - more + 1) / 2;
    for (int stage = first; stage < first + more; ++stage) ++split[std::size_t(stage)];
    return split;
}

std::optional<std::vector<int>> chunkSplit(int layers, int pp, int chunks) {
    const int stages = pp * chunks;
    if (stages > 0 && layers % stages == 0) return std::vector<int>{};
    if (stages < 2 || (layers + 2) % stages != 0) return std::nullopt;
    std::vector<int> split(std::size_t(stages), (layers + 2) / stages);
    --split.front();
    --split.back();
    return split;
}

SearchResult searchLayouts(const Plan& base, const SearchLimits& limits, const SearchWatch& watch,
                           const Calibration& calibration) {
    if (acceleratorOf(base.cluster) == nullptr || cardsOf(base.cluster) < 1 || cardsOf(base.cluster) > kMostCards) return {};
    return Search(base, limits, watch, calibration).run();
}

}  // namespace core
