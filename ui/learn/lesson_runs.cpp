// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/learn/lesson_runs.h"

#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/plan_facts.h"
#include "ui/kit/to_qt.h"

#include <QEvent>
#include <QGridLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace ui {

namespace {

double meanOf(const core::Series& series) {
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < series.size(); ++i) {
        if (!std::isfinite(series[i].y)) continue;
        sum += series[i].y;
        ++count;
    }
    return count > 0 ? sum / count : 0;
}

enum class RowOf { Plan, Result };

QString shapeText(const core::Plan& plan) {
    return QStringLiteral("%1 · %2 · %3").arg(plan.layout.tp).arg(plan.layout.pp).arg(plan.layout.dp);
}

}  // namespace

std::optional<LessonRunRecord> LessonRunRecord::of(const RunStore& run) {
    if (!run.hasRun() || run.series().loss.empty()) return std::nullopt;
    LessonRunRecord record;
    record.plan = run.plan();
    record.loss = run.series().loss;
    for (const auto& [rank, memory] : run.memory()) {
        if (memory.peak <= record.peak) continue;
        record.peak = memory.peak;
        record.activations = memory.atPeak[std::size_t(core::MemoryCategory::Activations)];
    }
    record.virtualMs = meanOf(run.series().virtualMs);
    record.bubble = meanOf(run.series().bubble);
    return record;
}

LessonRunTable::LessonRunTable(QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    hide();
}

void LessonRunTable::setRuns(const std::vector<LessonRunRecord>& runs) {
    const std::vector<QStringList> before = std::move(m_rows);
    m_rows.clear();
    const auto add = [&](const QString& title, RowOf about, auto text) {
        QStringList row{title};
        for (const LessonRunRecord& run : runs) row << text(run);
        const bool alike = std::all_of(row.begin() + 1, row.end(), [&](const QString& entry) { return entry == row[1]; });
        if (about == RowOf::Plan && alike && runs.size() > 1) return;
        if (std::all_of(row.begin() + 1, row.end(), [](const QString& entry) { return entry.isEmpty(); })) return;
        m_rows.push_back(std::move(row));
    };
    if (!runs.empty()) {
        add(tr("tp · pp · dp"), RowOf::Plan, [](const LessonRunRecord& run) { return shapeText(run.plan); });
        add(tr("Rank order"), RowOf::Plan, [](const LessonRunRecord& run) { return qs(core::toText(run.plan.layout.order)); });
        add(tr("ZeRO stage"), RowOf::Plan, [](const LessonRunRecord& run) { return QString::number(run.plan.zero.stage); });
        add(tr("Schedule"), RowOf::Plan, [](const LessonRunRecord& run) { return nameOf(run.plan.schedule); });
        add(tr("Micro-batch"), RowOf::Plan, [](const LessonRunRecord& run) { return QString::number(run.plan.batch.micro); });
        add(tr("Micro-batches"), RowOf::Plan, [](const LessonRunRecord& run) { return QString::number(run.plan.microBatches()); });
        add(tr("Recompute"), RowOf::Plan, [](const LessonRunRecord& run) { return nameOf(run.plan.recompute); });
        add(tr("Warm-up"), RowOf::Plan, [](const LessonRunRecord& run) { return wholeNumber(run.plan.lrSchedule.warmup); });
        add(tr("Peak learning rate"), RowOf::Plan, [](const LessonRunRecord& run) { return QString::number(run.plan.optimizer.lr, 'g', 3); });
        // The losses of all runs at the last step that all of them have.
        double last = runs.front().loss.back().x;
        for (const LessonRunRecord& run : runs) last = std::min(last, run.loss.back().x);
        add(tr("Loss, step %1").arg(wholeNumber(qint64(last))), RowOf::Result, [last](const LessonRunRecord& run) {
            const auto point = run.loss.nearest(last);
            return point ? fixedDigits(point->y, 4) : QString();
        });
        add(tr("Heaviest card"), RowOf::Result, [](const LessonRunRecord& run) { return run.peak > core::Bytes(0) ? bytesText(run.peak) : QString(); });
        add(tr("Activations"), RowOf::Result,
            [](const LessonRunRecord& run) { return run.activations > core::Bytes(0) ? bytesText(run.activations) : QString(); });
        constexpr double kMilli = 1e-3;
        add(tr("Step, virtual time"), RowOf::Result,
            [](const LessonRunRecord& run) { return run.virtualMs > 0 ? timeText(run.virtualMs * kMilli) : QString(); });
        add(tr("Bubble"), RowOf::Result, [](const LessonRunRecord& run) { return run.bubble > 0 && run.plan.layout.pp > 1 ? percentText(run.bubble) : QString(); });
    }
    if (m_rows != before) rebuild();
}

void LessonRunTable::rebuild() {
    delete m_table;
    m_table = nullptr;
    setVisible(!m_rows.empty());
    if (m_rows.empty()) return;
    const Theme& theme = themeOf(*this);
    m_table = new QWidget(this);
    auto* grid = new QGridLayout(m_table);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(theme.ipx(10));
    grid->setVerticalSpacing(theme.ipx(4));
    auto* title = new Label(tr("Runs of this step, measured"), FontUse::LabelStrong, Role::Text2, m_table);
    grid->addWidget(title, 0, 0);
    const int runs = int(m_rows.front().size()) - 1;
    for (int run = 1; run <= runs; ++run)
        grid->addWidget(new Label(run == runs ? tr("latest") : QString::number(run), FontUse::LabelStrong, Role::Text2, m_table), 0, run,
                        Qt::AlignRight);
    for (int row = 0; row < int(m_rows.size()); ++row)
        for (int column = 0; column <= runs; ++column)
            grid->addWidget(new Label(m_rows[std::size_t(row)][column], FontUse::Label, column == 0 ? Role::Text2 : Role::Text, m_table),
                            row + 1, column, column == 0 ? Qt::AlignLeft : Qt::AlignRight);
    grid->setColumnStretch(0, 1);
    layout()->addWidget(m_table);
}

void LessonRunTable::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::StyleChange) rebuild();
}

}  // namespace ui
