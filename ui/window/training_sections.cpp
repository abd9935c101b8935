// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Batch and schedule sections.
#include "core/plan/rules.h"
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/segmented.h"
#include "ui/kit/stop_row.h"
#include "ui/window/detail_combo.h"
#include "ui/window/engine_words.h"
#include "ui/window/plan_sections.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kGap = 6, kComboWidth = 160;

QString key(const char* pointer) { return QString::fromLatin1(pointer); }

}  // namespace

BatchSection::BatchSection(const Hall& hall, QWidget* parent)
    : PlanSection(hall,
                  {key("/batch"), key("/batch/micro"), key("/batch/global"), key("/batch/micro_batches")},
                  parent)
    , m_factors(new Label({}, FontUse::Label, Role::Text, this))
    , m_global(new Label({}, FontUse::LabelStrong, Role::Text, this)) {
    rows().addWidget(new Label(tr("Batch"), FontUse::LabelStrong, Role::Text, this));
    m_micro = addStopRow(key("/batch/micro"), tr("Micro-batch"), std::nullopt);
    m_microBatches = addStopRow(key("/batch/micro_batches"), tr("Micro-batches"), std::nullopt);
    auto* line = new QHBoxLayout;
    auto* caption = new Label(tr("Global batch"), FontUse::Label, Role::Text2, this);
    caption->setToolTip(
        tr("Sequences per update. It stays when the layout or the micro-batch changes; the number of "
           "micro-batches follows."));
    line->addWidget(caption);
    line->setSpacing(kGap / 2);
    line->addStretch(1);
    line->addWidget(m_factors);
    line->addWidget(m_global);
    rows().addLayout(line);
    begin();
}

void BatchSection::showPlan(const core::Plan& plan) {
    showStopRow(*m_micro, key("/batch/micro"), plan);
    showStopRow(*m_microBatches, key("/batch/micro_batches"), plan);
    const int count = plan.microBatches();
    m_factors->setText(
        count > 0 ? tr("%1 × %2 × %3 =")
                        .arg(wholeNumber(plan.batch.micro), wholeNumber(count), wholeNumber(plan.layout.dp))
                  : QString());
    m_global->setText(wholeNumber(plan.batch.global));
}

ScheduleSection::ScheduleSection(const Hall& hall, QWidget* parent)
    : PlanSection(
          hall,
          {key("/schedule"), key("/layout/virtual_stages"), key("/recompute"), key("/recompute_method"),
           key("/recompute_layers"), key("/precision")},
          parent)
    , m_schedule(new DetailCombo(this))
    , m_recompute(new Segmented({tr("None"), tr("Selective"), tr("Full")}, this))
    , m_method(new Segmented({tr("Uniform"), tr("Block")}, this))
    , m_precision(new DetailCombo(this)) {
    m_schedule->setAccessibleName(tr("Schedule"));
    m_schedule->setMinimumWidth(kComboWidth);
    bindCombo(*m_schedule, key("/schedule"), [](const QString& name) {
        const auto kind = core::fromText<core::ScheduleKind>(name.toStdString());
        return kind ? scheduleName(*kind) : name;
    });
    m_recompute->setAccessibleName(tr("Recompute"));
    bindSegmented(*m_recompute, key("/recompute"));
    setRowSpacing(kGap + 2);
    rows().addLayout(captioned(tr("Schedule"), m_schedule));
    m_virtualStages = addStopRow(key("/layout/virtual_stages"), tr("Virtual stages"), std::nullopt);
    rows().addLayout(captioned(tr("Recompute"), m_recompute));
    m_methodRow = captionedRow(tr("Method"), m_method);
    m_method->setAccessibleName(tr("Recompute method"));
    bindSegmented(*m_method, key("/recompute_method"));
    rows().addWidget(m_methodRow);
    m_recomputeLayers = addStopRow(key("/recompute_layers"), tr("Blocks"), std::nullopt);
    m_precision->setAccessibleName(tr("Precision"));
    bindCombo(*m_precision, key("/precision"), [](const QString& name) { return name; });
    m_precision->setMinimumWidth(kComboWidth);
    rows().addLayout(captioned(tr("Precision"), m_precision));
    begin();
}

void ScheduleSection::showPlan(const core::Plan& plan) {
    m_schedule->showKey(QString::fromUtf8(core::toText(plan.schedule).data()), scheduleName(plan.schedule),
                        {});
    showComboProblems(*m_schedule, key("/schedule"), plan);
    m_virtualStages->setVisible(core::chunksOf(plan.schedule).most > 1 || plan.layout.virtualStages > 1);
    showStopRow(*m_virtualStages, key("/layout/virtual_stages"), plan);
    showSegmented(*m_recompute, key("/recompute"), plan);
    const bool full = plan.recompute == core::Recompute::Full;
    m_methodRow->setVisible(full);
    m_recomputeLayers->setVisible(full);
    showSegmented(*m_method, key("/recompute_method"), plan);
    showStopRow(*m_recomputeLayers, key("/recompute_layers"), plan);
    const bool uniform = plan.recomputeMethod == core::RecomputeMethod::Uniform;
    m_recomputeLayers->setToolTip(
        uniform ? tr("Blocks in a group; a group keeps only its input and is computed again as a whole.")
                : tr("Blocks of each stage that are computed again, from its first; the others keep all."));
    const QString precision = QString::fromUtf8(core::toText(plan.precision).data());
    m_precision->showKey(precision, precision, {});
    showComboProblems(*m_precision, key("/precision"), plan);
}

}  // namespace ui
