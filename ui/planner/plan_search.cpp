// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planner/plan_search.h"

#include "core/plan/cards.h"

#include <chrono>

namespace ui {

PlanSearch::PlanSearch(QObject* parent)
    : QObject(parent)
    , m_jobs(QStringLiteral("search")) {}

PlanSearch::~PlanSearch() { cancel(); }

void PlanSearch::cancel() {
    if (m_stop) *m_stop = true;
}

void PlanSearch::begin(const SearchWish& wish) {
    cancel();
    m_wish = wish;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_running = true;
    m_progress = {};
    emit started();
}

void PlanSearch::rescale(const SearchWish& wish) {
    begin(wish);
    m_jobs.submit([this, plan = wish.base, calibration = wish.calibration, number = ++m_number]() -> LatestJob::Delivery {
        const auto rescaled = core::rescale(plan, core::cardsOf(plan.cluster), calibration);
        auto result = std::make_shared<core::SearchResult>();
        if (rescaled) {
            result->evaluated = result->feasible = 1;
            result->plans = {rescaled->found};
        }
        const core::Kept kept = rescaled ? rescaled->kept : core::Kept::Nothing;
        return [this, result, kept, number] { finish(result, kept, number); };
    });
}

void PlanSearch::start(const SearchWish& wish) {
    begin(wish);
    m_jobs.submit([this, wish, stop = m_stop, number = ++m_number] {
        using Clock = std::chrono::steady_clock;
        constexpr auto kPause = std::chrono::milliseconds(100);
        Clock::time_point last = Clock::now();
        const auto watch = [&](const core::SearchProgress& progress) {
            if (*stop) return core::SearchStep::Stop;
            if (Clock::now() - last < kPause) return core::SearchStep::Go;
            last = Clock::now();
            QMetaObject::invokeMethod(
                this,
                [this, progress, number] {
                    if (number != m_number || !m_running) return;
                    m_progress = progress;
                    emit progressed();
                },
                Qt::QueuedConnection);
            return core::SearchStep::Go;
        };
        auto result = std::make_shared<const core::SearchResult>(core::searchLayouts(wish.base, wish.limits, watch, wish.calibration));
        return [this, result, number] { finish(result, std::nullopt, number); };
    });
}

void PlanSearch::finish(const SearchResultPtr& result, std::optional<core::Kept> kept, quint64 number) {
    if (number != m_number) return;
    m_running = false;
    m_result = result;
    m_kept = kept;
    emit finished();
}

}  // namespace ui
