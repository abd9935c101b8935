// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The small live charts: throughput, gradient norm, learning rate.
#pragma once

#include "ui/live/curves.h"
#include "ui/live/live_chart.h"

namespace ui {

// Tokens per second of the whole job. From the virtual clock (◐) where the engine sends it, since that is
// what the prediction is about; from the wall clock (●) otherwise.
class ThroughputChart : public LiveChart {
    Q_OBJECT
public:
    explicit ThroughputChart(const Hall& hall, QWidget* parent = nullptr);

protected:
    [[nodiscard]] bool hasData() const override { return !run().series().loss.empty(); }
    void refresh() override;

private:
    void followRates();

    int m_band, m_line;
    core::Series m_rates;
    Smoothed m_smoothed{20};
};

// Norm of the gradients before clipping, with the limit; of fp16 the loss scale beside it.
class GradientNormChart : public LiveChart {
    Q_OBJECT
public:
    explicit GradientNormChart(const Hall& hall, QWidget* parent = nullptr);
    // Of the last step, and whether it overflowed; empty where the loss is not scaled.
    [[nodiscard]] QString lossScaleText() const;

protected:
    [[nodiscard]] bool hasData() const override { return !run().series().gradNorm.empty(); }
    void refresh() override;

private:
    int m_band, m_line;
    Smoothed m_smoothed{20};
};

// The rate of every update, and the planned curve to the end of the run. Of the plan: its curve before any run, too, and what
// was measured only where a run had the same schedule.
enum class LearningRateOf { Run, Plan };
class LearningRateChart : public LiveChart {
    Q_OBJECT
public:
    explicit LearningRateChart(const Hall& hall, LearningRateOf of = LearningRateOf::Run, QWidget* parent = nullptr);

protected:
    [[nodiscard]] bool hasData() const override { return m_of == LearningRateOf::Plan || hasRun(); }
    void refresh() override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool hasRun() const { return !run().series().learningRate.empty(); }
    [[nodiscard]] bool hasRunOf(const core::Plan& plan) const;

    LearningRateOf m_of;
    int m_planned, m_line;
};

}  // namespace ui
