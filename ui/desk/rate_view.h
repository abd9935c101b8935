// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Learning rate by update of every schedule, with its traps written at their places, and the loss scale of fp16 in the
// three sets of rules, update by update, for overflows of one's own.
#pragma once

#include "core/plan/plan.h"
#include "ui/state/hall.h"

#include <QWidget>

#include <set>

class QComboBox;
class QLineEdit;

namespace ui {

class Label;
class LineChart;
class NumberField;
class Segmented;

// "0-2, 9" → {0, 1, 2, 9}; nothing where it is not understood.
[[nodiscard]] std::optional<std::set<std::int64_t>> updatesOf(const QString& text);

class RateView : public QWidget {
    Q_OBJECT
public:
    explicit RateView(const Hall& hall, QWidget* parent = nullptr);

    void setSchedule(const core::LrScheduleSpec& schedule, double peak, std::int64_t updates);
    void setOverflows(const QString& text);
    [[nodiscard]] LineChart& rateChart() { return *m_rates; }
    [[nodiscard]] QStringList traps() const { return m_traps; }
    [[nodiscard]] const std::vector<double>& scales(core::LossScaleRules rules) const {
        return m_scaleValues[std::size_t(rules)];
    }

signals:
    void backRequested();

private:
    QWidget* makeRateFields();
    QWidget* makeScaleFields();
    [[nodiscard]] core::LrScheduleSpec schedule() const;
    void takePlan();
    void drawRates();
    void drawScales();

    const Hall m_hall;
    core::LrScheduleSpec m_base;  // what no field shows
    QComboBox* m_kind;
    Segmented* m_warmupType;
    NumberField *m_peak, *m_warmup, *m_total, *m_least, *m_updates;
    LineChart *m_rates, *m_scales;
    Label *m_trapText, *m_scaleText;
    QLineEdit* m_overflows;
    NumberField *m_window, *m_hysteresis, *m_initial;
    QStringList m_traps;
    std::vector<double> m_scaleValues[3];
};

}  // namespace ui
