// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training and held-out loss against the entropies that a table of single bytes and of byte pairs would
// reach.
#pragma once

#include "ui/live/curves.h"
#include "ui/live/live_chart.h"

#include <array>
#include <vector>

namespace ui {

class Legend;

class LossChart : public LiveChart {
    Q_OBJECT
public:
    explicit LossChart(const Hall& hall, QWidget* parent = nullptr);

    // Losses of runs before this one, at most two, the older first; drawn thin beside its own. None: none.
    void setEarlier(std::vector<core::Series> curves);

protected:
    [[nodiscard]] bool hasData() const override { return !run().series().loss.empty(); }
    void refresh() override;
    void refreshEmpty() override;

private:
    void showLegend();

    std::vector<core::Series> m_earlier;
    int m_raw, m_training, m_heldOut;
    std::array<int, 2> m_before;
    Smoothed m_smoothed{20};
    Legend* m_legend;
    Button *m_follow, *m_start;
};

}  // namespace ui
