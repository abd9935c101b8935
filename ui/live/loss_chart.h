// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Training and held-out loss against the entropies that a table of single bytes and of byte pairs would
// reach.
#pragma once

#include "ui/live/curves.h"
#include "ui/live/live_chart.h"

namespace ui {

class Legend;

class LossChart : public LiveChart {
    Q_OBJECT
public:
    explicit LossChart(const Hall& hall, QWidget* parent = nullptr);

protected:
    [[nodiscard]] bool hasData() const override { return !run().series().loss.empty(); }
    void refresh() override;
    void refreshEmpty() override;

private:
    int m_raw, m_training, m_heldOut;
    Smoothed m_smoothed{20};
    Legend* m_legend;
    Button *m_follow, *m_start;
};

}  // namespace ui
