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

void PlanSearch::begin(const SearchWish& wish, What what) {
    cancel();
    m_wish = wish;
    m_stop = std::make_shared<std::atomic<bool>>(false);
    m_running = true;
    m_rescales = what == What::Rescale;
    m_progress = {};
    ++m_number;
    emit started();
}

core::SearchWatch PlanSearch::watch(quint64 number) {
    using Clock = std::chrono::steady_clock;
    return [this, number, stop = m_stop, last = Clock::now()](const core::SearchProgress& progress) mutable {
        constexpr auto kPause = std::chrono::milliseconds(100);
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
}

void PlanSearch::rescale(const SearchWish& wish) {
    begin(wish, What::Rescale);
    m_jobs.submit([this, wish, watch = watch(m_number), stop = m_stop, number = m_number]() -> LatestJob::Delivery {
        const auto rescaled = core::rescale(wish.base, core::cardsOf(wish.base.cluster), watch, wish.calibration);
        auto result = std::make_shared<core::SearchResult>();
        result->cancelled = !rescaled && *stop;
        if (rescaled) {
            result->evaluated = result->feasible = 1;
            result->plans = {rescaled->found};
        }
        const core::Kept kept = rescaled ? rescaled->kept : core::Kept::Nothing;
        return [this, result, kept, number] { finish(result, kept, number); };
    });
}

void PlanSearch::start(const SearchWish& wish) {
    begin(wish, What::Search);
    m_jobs.submit([this, wish, watch = watch(m_number), number = m_number] {
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
