// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A of a comparison: a plan held fast, while the plan of the window goes on as B. Views that follow the plan draw A behind
// it as a ghost. Belongs to the window's evaluator and lives as long; A is evaluated again when the calibration changes.
#pragma once

#include "ui/state/evaluator.h"

namespace ui {

class PinnedPlan : public QObject {
    Q_OBJECT
public:
    // Made when first asked for.
    [[nodiscard]] static PinnedPlan& of(Evaluator& evaluator);

    [[nodiscard]] const SnapshotPtr& snapshot() const { return m_snapshot; }  // null: none is pinned
    [[nodiscard]] bool isPinned() const { return m_snapshot != nullptr; }
    [[nodiscard]] bool canPin() const;  // a plan that breaks a rule has nothing to compare with
    [[nodiscard]] QString words() const;  // "T4 P8 D2, ZeRO-1, micro 2"; empty: none is pinned
    void pin();  // the evaluator's newest
    void unpin();
    void toggle() { isPinned() ? unpin() : pin(); }

signals:
    void changed();

private:
    explicit PinnedPlan(Evaluator& evaluator);
    void recalibrate();

    Evaluator& m_evaluator;
    SnapshotPtr m_snapshot;
    LatestJob m_jobs;
};

}  // namespace ui
