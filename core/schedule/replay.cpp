// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Event-driven replay of an op table: each op starts when its rank is free and what it waits for has arrived.
// Linear in the number of ops: a blocked rank is woken by the one op it waits for.
#include "core/schedule/dependencies.h"
#include "core/schedule/schedule.h"

#include <algorithm>

namespace core {

namespace {

enum class Spans { Keep, Drop };

// cost(rank, index) → seconds of the op.
template <class Cost, Spans kSpans>
class Player {
public:
    Player(const Schedule& schedule, Cost cost, double delay)
        : m_schedule(schedule)
        , m_cost(std::move(cost))
        , m_delay(delay)
        , m_done(schedule)
        , m_waiter(m_done.size(), -1)
        , m_next(schedule.ranks.size())
        , m_free(schedule.ranks.size()) {
        m_spans.resize(schedule.ranks.size());
    }

    std::vector<std::vector<TimedSpan>> play() {
        std::vector<int> ready;
        for (std::size_t r = m_schedule.ranks.size(); r-- > 0;) ready.push_back(int(r));
        while (!ready.empty()) {
            const int rank = ready.back();
            ready.pop_back();
            runRank(rank, ready);
        }
        return std::move(m_spans);
    }
    // After play().
    [[nodiscard]] Seconds end() const { return Seconds(*std::max_element(m_free.begin(), m_free.end())); }

private:
    void runRank(int rank, std::vector<int>& ready) {
        const auto r = std::size_t(rank);
        const auto& ops = m_schedule.ranks[r];
        if (kSpans == Spans::Keep) m_spans[r].reserve(ops.size());
        for (std::size_t& i = m_next[r]; i < ops.size(); ++i) {
            const auto awaited = m_done.awaited(ops[i]);
            if (awaited && !m_done.done(*awaited)) {
                m_waiter[*awaited] = rank;
                return;
            }
            const std::size_t finished = run(rank, i, awaited ? arrival(*awaited, rank) : 0.0);
            if (m_waiter[finished] >= 0) ready.push_back(m_waiter[finished]);
        }
    }

    double arrival(std::size_t awaited, int rank) {
        const auto& done = m_done.at(awaited);
        return done.rank == rank ? done.end : done.end + m_delay;
    }

    std::size_t run(int rank, std::size_t index, double arrived) {
        const auto r = std::size_t(rank);
        const Op& op = m_schedule.ranks[r][index];
        const double start = std::max(m_free[r], arrived);
        m_free[r] = start + m_cost(rank, index);
        if (kSpans == Spans::Keep)
            m_spans[r].push_back(
                {spanKind(op.kind), op.stage, op.microBatch, Seconds(start), Seconds(m_free[r])});
        const std::size_t slot = m_done.own(op);
        m_done.at(slot) = {m_free[r], rank};
        return slot;
    }

    const Schedule& m_schedule;
    Cost m_cost;
    double m_delay;
    DoneOps m_done;
    std::vector<int>
        m_waiter;  // rank that waits for the op of this slot; an op is awaited by one rank at most
    std::vector<std::size_t> m_next;
    std::vector<double> m_free;
    std::vector<std::vector<TimedSpan>> m_spans;
};

Timeline summarise(const Schedule& schedule, std::vector<std::vector<TimedSpan>> spans) {
    Timeline line;
    line.ranks = std::move(spans);
    for (const auto& rank : line.ranks)
        if (!rank.empty()) line.makespan = std::max(line.makespan, rank.back().end);
    double idleOfAll = 0;
    for (const auto& rank : line.ranks) {
        // The gaps themselves: what is left of a whole after its parts would be rounding where there are none.
        Seconds gaps;
        for (std::size_t i = 1; i < rank.size(); ++i) gaps += rank[i].start - rank[i - 1].end;
        line.spanIdle.push_back(gaps);
        line.idle.push_back(rank.empty() ? line.makespan : rank.front().start + gaps + (line.makespan - rank.back().end));
        idleOfAll += line.idle.back().value();
    }
    const double available = double(line.ranks.size()) * line.makespan.value();
    line.bubbleFraction = available > 0 ? idleOfAll / available : 0.0;
    line.stepEnd = line.makespan;
    line.peakInFlight = peakInFlight(schedule);
    return line;
}

template <class Cost>
Timeline play(const Schedule& schedule, Cost cost, Seconds communication) {
    return summarise(schedule,
                     Player<Cost, Spans::Keep>(schedule, std::move(cost), communication.value()).play());
}

// Seconds of each op, from the costs of its stage.
auto costByStage(const Schedule& schedule, const ReplayCosts& costs) {
    const double share = costs.stages.size() == 1 ? 1.0 / schedule.chunks : 1.0;
    return [&schedule, &costs, share](int rank, std::size_t index) {
        const Op& op = schedule.ranks[std::size_t(rank)][index];
        const StageCosts& stage = costs.of(op.stage.value);
        switch (op.kind) {
        case OpKind::Forward:
            return share * stage.forward.value();
        case OpKind::Backward:
            return share * stage.backward().value();
        case OpKind::InputGradient:
            return share * stage.inputGradient.value();
        case OpKind::WeightGradient:
            break;
        }
        return share * stage.weightGradient.value();
    };
}

}  // namespace

Timeline replay(const Schedule& schedule, const ReplayCosts& costs) {
    return play(schedule, costByStage(schedule, costs), costs.communication);
}

Seconds makespan(const Schedule& schedule, const ReplayCosts& costs) {
    const auto cost = costByStage(schedule, costs);
    Player<decltype(cost), Spans::Drop> player(schedule, cost, costs.communication.value());
    (void)player.play();
    return player.end();
}

Timeline replay(const Schedule& schedule, const std::vector<std::vector<Seconds>>& costs,
                Seconds communication) {
    const auto cost = [&](int rank, std::size_t index) { return costs[std::size_t(rank)][index].value(); };
    return play(schedule, cost, communication);
}

}  // namespace core
