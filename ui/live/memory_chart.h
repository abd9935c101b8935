// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Memory of every card over the run: its peak so far, step by step, against the capacity. The selected card
// stands out.
#pragma once

#include "ui/live/live_chart.h"

#include <map>

namespace ui {

inline constexpr int kMemoryLines = 16;  // of more cards, the heaviest

class MemoryChart : public LiveChart {
    Q_OBJECT
public:
    explicit MemoryChart(const Hall& hall, QWidget* parent = nullptr);

protected:
    [[nodiscard]] bool hasData() const override { return !m_peaks.empty() && run().lastStep(); }
    void refresh() override;

private:
    void collect();
    [[nodiscard]] std::vector<int> heaviest() const;
    void highlight();

    std::map<int, core::Series> m_peaks;  // bytes by step, by rank
    std::vector<int> m_lines;             // numbers of the chart's lines
    std::vector<int> m_shown;             // rank of each line
};

}  // namespace ui
