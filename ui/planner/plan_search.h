// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A search over layouts beside the window: runs core::searchLayouts in a thread of its own, tells how far it is ten times
// a second, ends early when asked, with what it has found. Or the plan on another number of cards, as much of its layout
// kept as can be (core::rescale): then the result is that one plan, or none. All members: UI thread.
#pragma once

#include "core/planner/rescale.h"
#include "core/planner/search.h"
#include "ui/state/latest_job.h"

#include <QObject>

#include <atomic>
#include <memory>

namespace ui {

using SearchResultPtr = std::shared_ptr<const core::SearchResult>;

struct SearchWish {
    core::Plan base;
    core::SearchLimits limits;
    core::Calibration calibration;
};

class PlanSearch : public QObject {
    Q_OBJECT
public:
    explicit PlanSearch(QObject* parent = nullptr);
    ~PlanSearch() override;  // cancels

    void start(const SearchWish& wish);  // a search that runs is given up
    void rescale(const SearchWish& wish);  // to the cards of its base
    void cancel();  // a search keeps what it has found, a rescale nothing
    [[nodiscard]] bool isRescaling() const { return m_running && m_rescales; }
    [[nodiscard]] bool isRunning() const { return m_running; }
    [[nodiscard]] const core::SearchProgress& progress() const { return m_progress; }
    [[nodiscard]] const SearchResultPtr& result() const { return m_result; }  // null before the first search
    // Of the layout; none: it was a search.
    [[nodiscard]] const std::optional<core::Kept>& kept() const { return m_kept; }
    [[nodiscard]] const SearchWish& wish() const { return m_wish; }           // of the search that runs or ran last

signals:
    void started();
    void progressed();
    void finished();

private:
    enum class What { Search, Rescale };
    void begin(const SearchWish& wish, What what);
    [[nodiscard]] core::SearchWatch watch(quint64 number);  // for the thread of the search
    void finish(const SearchResultPtr& result, std::optional<core::Kept> kept, quint64 number);

    SearchWish m_wish;
    core::SearchProgress m_progress;
    SearchResultPtr m_result;
    std::optional<core::Kept> m_kept;
    std::shared_ptr<std::atomic<bool>> m_stop;  // of the search that runs
    bool m_running = false, m_rescales = false;
    quint64 m_number = 0;
    LatestJob m_jobs;  // last: ends before the rest goes
};

}  // namespace ui
