// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/planner/finalists.h"

#include "core/planner/search.h"

#include <algorithm>

namespace core {

namespace {

// Quick scores of unequal stages are a little off: more are kept than are asked for, so that none of the best is lost.
constexpr int kSlack = 3;

template <class Entries>
auto placeOf(Entries& entries, Seconds step) {
    return std::ranges::upper_bound(entries, step, {}, [](const auto& entry) { return entry.quick.step; });
}

}  // namespace

Finalists::Finalists(int most)
    : m_room(std::size_t(std::max(1, most)) * kSlack) {}

std::optional<Seconds> Finalists::best() const {
    return m_fastest.empty() ? std::nullopt : std::optional(m_fastest.front().quick.step);
}

void Finalists::take(const Plan& plan, const QuickScore& score, bool fits) {
    if (fits) {
        takeFast(plan, score);
        takeFront(plan, score);
    } else if (m_fastest.empty() && (!m_smallest || score.memory < m_smallest->quick.memory)) {
        m_smallest = Entry{plan, score};
    }
}

void Finalists::takeFast(const Plan& plan, const QuickScore& score) {
    if (m_fastest.size() == m_room && m_fastest.back().quick.step <= score.step) return;
    m_fastest.insert(placeOf(m_fastest, score.step), {plan, score});
    if (m_fastest.size() > m_room) m_fastest.pop_back();
}

void Finalists::takeFront(const Plan& plan, const QuickScore& score) {
    const auto at = placeOf(m_front, score.step);
    if (at != m_front.begin() && std::prev(at)->quick.memory <= score.memory) return;
    const auto end = std::find_if(at, m_front.end(), [&](const Entry& entry) { return entry.quick.memory < score.memory; });
    const auto place = m_front.erase(at, end);
    m_front.insert(place, {plan, score});
}

void Finalists::settle(SearchResult& result, Bytes capacity, const Calibration& calibration) {
    std::vector<Entry> entries = std::move(m_fastest);
    for (Entry& entry : m_front)
        if (std::ranges::none_of(entries, [&](const Entry& other) { return other.plan == entry.plan; }))
            entries.push_back(std::move(entry));
    std::vector<FoundPlan> found;
    for (Entry& entry : entries) {
        const Score exact = score(entry.plan, calibration);
        if (exact.valid && exact.peak <= capacity) found.push_back({std::move(entry.plan), exact, false});
    }
    std::ranges::stable_sort(found, {}, [](const FoundPlan& plan) { return std::pair(plan.score.step, plan.score.peak); });
    std::optional<Bytes> least;
    for (FoundPlan& plan : found) {
        plan.pareto = !least || plan.score.peak < *least;
        if (plan.pareto) least = plan.score.peak;
    }
    for (const FoundPlan& plan : found)
        if (plan.pareto) result.front.push_back(plan);
    found.resize(std::min(found.size(), m_room / kSlack));
    result.plans = std::move(found);
    if (result.plans.empty() && m_smallest) {
        const Score exact = score(m_smallest->plan, calibration);
        result.smallest = FoundPlan{std::move(m_smallest->plan), exact, false};
    }
}

}  // namespace core
