// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// A card ran out of memory: which one, what it held, what was refused, and ways to make the plan fit, each
// evaluated by core. Stands in Run in the place of loss and sample.
#pragma once

#include "core/planner/advice.h"
#include "core/telemetry/events.h"
#include "ui/kit/paint.h"
#include "ui/state/hall.h"
#include "ui/state/latest_job.h"

#include <QWidget>

#include <vector>

class QVBoxLayout;

namespace ui {

class Button;
class Label;

// What the card held, by category, and the refused request: painted rows.
class HeldTable : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;
    void show(const core::OutOfMemory& memory);
    using QWidget::show;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Row {
        core::MemoryCategory category{};
        core::Bytes bytes;
        QString note;
    };
    std::vector<Row> m_rows;
    Row m_refused;
    int m_rank = 0;
    bool m_valid = false;
};

class OutOfMemoryPanel : public QWidget {
    Q_OBJECT
public:
    explicit OutOfMemoryPanel(const Hall& hall, QWidget* parent = nullptr);

    // Shows the problem of the run and starts to look for ways to make its plan fit.
    void show(const core::OutOfMemory& memory, const core::Calibration& calibration);
    using QWidget::show;
    [[nodiscard]] int ways() const { return int(m_ways.size()); }

signals:
    void startAgain();

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    QWidget* makeLeft();
    QWidget* makeRight();
    void showWays(std::vector<core::FitAdvice> ways);
    QWidget* makeWay(const core::FitAdvice& way, bool first);
    void apply(const core::FitAdvice& way);
    void arrange();

    const Hall& m_hall;
    QWidget* m_headline;
    Label *m_title, *m_text;
    HeldTable* m_table;
    QWidget* m_right;
    QVBoxLayout* m_list;
    Label* m_listNote;
    Button* m_start;
    std::vector<core::FitAdvice> m_ways;
    LatestJob m_jobs;
};

}  // namespace ui
