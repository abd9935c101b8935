// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The five things to do, in one stack; a page is made when it is first opened. The window runs what they ask for.
#pragma once

#include "core/lesson/activities/bug_hunt.h"
#include "ui/state/run_store.h"

#include <QStackedWidget>

#include <array>

namespace ui {

enum class ActivityKind { Scheduler, Hunt, Weight, Reverse, Dial };
inline constexpr int kActivities = 5;

[[nodiscard]] QString idOf(ActivityKind kind);  // "be-the-scheduler"
[[nodiscard]] QString titleOf(ActivityKind kind);
[[nodiscard]] QString summaryOf(ActivityKind kind);

class HuntPage;

class Activities : public QStackedWidget {
    Q_OBJECT
public:
    // `base`: a small plan that the engine trains.
    Activities(const core::Plan& base, RunStore& run, QWidget* parent);

    void open(ActivityKind kind);
    [[nodiscard]] QWidget* page(ActivityKind kind) const { return m_pages[std::size_t(kind)]; }  // null: never opened
    void showHunt(const core::HuntReport& report);
    void showHuntFailure(const QString& reason);

signals:
    void left();
    void runRequested(const core::Plan& plan);
    void stopRequested();
    void huntRequested(quint64 seed);

private:
    [[nodiscard]] QWidget* make(ActivityKind kind);

    core::Plan m_base;
    RunStore& m_run;
    std::array<QWidget*, kActivities> m_pages{};
    HuntPage* m_hunt = nullptr;
};

}  // namespace ui
