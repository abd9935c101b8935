// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The runs that were started from one step of a lesson, as values and as a table beside each other: what was run and what was
// measured. The newest stands last.
#pragma once

#include "core/plan/plan.h"
#include "core/telemetry/series.h"
#include "ui/state/run_store.h"

#include <QWidget>

#include <optional>
#include <vector>

namespace ui {

inline constexpr std::size_t kMostLessonRuns = 3;  // that a strip has room for

struct LessonRunRecord {
    core::Plan plan;
    core::Series loss;  // by step
    core::Bytes peak, activations;  // of the rank with the highest peak; its activations at that instant
    double virtualMs = 0, bubble = 0;  // means over the steps; 0 = not measured

    // Of the run as it stands; none before its first step.
    [[nodiscard]] static std::optional<LessonRunRecord> of(const RunStore& run);
};

// Rows whose entries are equal in all runs and say nothing of a result are left out. Hidden without runs.
class LessonRunTable : public QWidget {
    Q_OBJECT
public:
    explicit LessonRunTable(QWidget* parent = nullptr);
    void setRuns(const std::vector<LessonRunRecord>& runs);
    // Title and entries of each row, as shown.
    [[nodiscard]] const std::vector<QStringList>& rows() const { return m_rows; }

protected:
    void changeEvent(QEvent* event) override;

private:
    void rebuild();

    std::vector<QStringList> m_rows;
    QWidget* m_table = nullptr;
};

}  // namespace ui
