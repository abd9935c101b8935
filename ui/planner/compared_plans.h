// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The two plans that the planner compares. A is the plan of the window, or what was pinned; B is a layout that a search
// found, a plan from a file, or, where A is pinned, the plan of the window. Evaluated in a thread of their own.
#pragma once

#include "ui/state/evaluator.h"
#include "ui/state/hall.h"
#include "ui/state/pinned_plan.h"

#include <QObject>

#include <optional>

namespace ui {

struct ComparedPlan {
    QString name;
    SnapshotPtr snapshot;  // null: there is none
};

class ComparedPlans : public QObject {
    Q_OBJECT
public:
    explicit ComparedPlans(const Hall& hall, QObject* parent = nullptr);

    [[nodiscard]] ComparedPlan a() const;
    [[nodiscard]] ComparedPlan b() const;
    [[nodiscard]] bool hasOther() const { return m_other.has_value(); }
    [[nodiscard]] PinnedPlan& pin() const { return m_pin; }
    void setOther(const QString& name, const core::Plan& plan);  // arrives with changed()
    void dropOther();

signals:
    void changed();

private:
    void recalibrate();

    const Hall m_hall;
    PinnedPlan& m_pin;
    std::optional<ComparedPlan> m_other;
    quint64 m_asked = 0;
    LatestJob m_jobs;
};

}  // namespace ui
