// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The ZeRO stage, what it leaves to choose (offload, overlap), and folded away the sizes of its collectives.
#include "ui/kit/format.h"
#include "ui/kit/label.h"
#include "ui/kit/number_field.h"
#include "ui/kit/segmented.h"
#include "ui/window/fold.h"
#include "ui/window/plan_sections.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

namespace ui {

namespace {

constexpr int kGap = 6, kSizeField = 96;

QString key(const char* pointer) { return QString::fromLatin1(pointer); }

QString zeroExplanation(int stage, int replicas) {
    if (stage == 0) return ZeroSection::tr("Every replica holds all gradients and all optimizer state.");
    if (replicas == 1) return ZeroSection::tr("With one replica there is nothing to split.");
    switch (stage) {
    case 1:
        return ZeroSection::tr("Optimizer state is split over the %1 replicas.").arg(replicas);
    case 2:
        return ZeroSection::tr("Optimizer state and gradients are split over the %1 replicas.").arg(replicas);
    default:
        return ZeroSection::tr(
                   "Optimizer state, gradients and parameters are split over the %1 replicas; parameters "
                   "are gathered layer by layer.")
            .arg(replicas);
    }
}

// Megatron and FSDP have none of the sizes (core/plan/training_rules.cpp says so where one is set).
bool readsSizes(const core::Plan& plan) {
    return plan.framework == core::Framework::Engine || plan.framework == core::Framework::DeepSpeed;
}

}  // namespace

ZeroSection::ZeroSection(const Hall& hall, QWidget* parent)
    : PlanSection(hall,
                  {key("/zero"), key("/zero/stage"), key("/zero/offload_optimizer"), key("/zero/offload_parameters"),
                   key("/zero/offload_directory"), key("/zero/overlap_comm"), key("/zero/reduce_bucket_size"),
                   key("/zero/prefetch_bucket_size"), key("/zero/max_live_parameters")},
                  parent)
    , m_stage(new Segmented({key("0"), key("1"), key("2"), key("3")}, this))
    , m_explanation(new Label({}, FontUse::Label, Role::Text2, this))
    , m_optimizer(new Segmented({tr("Card"), tr("Host"), tr("File")}, this))
    , m_parameters(new Segmented({tr("Card"), tr("Host"), tr("File")}, this))
    , m_overlap(new Segmented({tr("Off"), tr("On")}, this))
    , m_sizes(new Fold(tr("Sizes of collectives"), FontUse::Body, this)) {
    m_stage->setAccessibleName(tr("ZeRO stage"));
    bindSegmented(*m_stage, key("/zero/stage"));
    m_explanation->setWrapped();
    setRowSpacing(kGap);
    rows().addLayout(captioned(tr("ZeRO stage"), m_stage));
    rows().addWidget(m_explanation);
    bindSegmented(*m_optimizer, key("/zero/offload_optimizer"));
    bindSegmented(*m_parameters, key("/zero/offload_parameters"));
    bindSegmented(*m_overlap, key("/zero/overlap_comm"));
    m_optimizerRow = captionedRow(tr("Optimizer in"), m_optimizer);
    m_parametersRow = captionedRow(tr("Parameters in"), m_parameters);
    m_overlapRow = captionedRow(tr("Overlap collectives"), m_overlap);
    m_optimizerRow->setToolTip(tr("Offload: the optimizer's state lies in host memory or in a file, and the card "
                                  "holds that much less."));
    m_parametersRow->setToolTip(tr("Offload with ZeRO-3: this rank's part of the parameters lies in host memory or in "
                                   "a file."));
    m_overlapRow->setToolTip(tr("ZeRO's collectives run beside the computing instead of between."));
    for (QWidget* row : {m_optimizerRow, m_parametersRow, m_overlapRow}) rows().addWidget(row);
    addSizes();
    begin();
}

void ZeroSection::addSizes() {
    m_sizes->setObjectName(key("zeroSizes"));
    m_bucket = addSize("/zero/reduce_bucket_size", tr("Gradient bucket"),
                       tr("Gradients that one collective reduces. A larger bucket means fewer messages and, from ZeRO-2 "
                          "on, a larger buffer on the card."));
    m_prefetch = addSize("/zero/prefetch_bucket_size", tr("Prefetch"),
                         tr("ZeRO-3: parameters gathered ahead of the layer that uses them. They hide behind the "
                            "computing when collectives overlap."));
    m_live = addSize("/zero/max_live_parameters", tr("Live parameters"),
                     tr("ZeRO-3: parameters that lie gathered on the card at a time. What still lies there is not "
                        "gathered again."));
    rows().addWidget(m_sizes);
}

ZeroSection::Size ZeroSection::addSize(const char* pointer, const QString& caption, const QString& explanation) {
    Size size{makeNumber(key(pointer), caption), nullptr};
    size.field->setFieldWidth(kSizeField);
    size.row = captionedRow(caption, size.field);
    size.row->layout()->addWidget(new Label(tr("elements"), FontUse::Label, Role::Text2, size.row));
    size.row->setToolTip(explanation);
    m_sizes->rows().addWidget(size.row);
    return size;
}

void ZeroSection::showPlan(const core::Plan& plan) {
    const core::ZeroSpec& zero = plan.zero;
    showSegmented(*m_stage, key("/zero/stage"), plan);
    showSegmented(*m_optimizer, key("/zero/offload_optimizer"), plan);
    showSegmented(*m_parameters, key("/zero/offload_parameters"), plan);
    showSegmented(*m_overlap, key("/zero/overlap_comm"), plan);
    m_optimizerRow->setVisible(zero.stage > 0 || zero.offloadOptimizer != core::Offload::None);
    m_parametersRow->setVisible(zero.stage == 3 || zero.offloadParameters != core::Offload::None);
    m_overlapRow->setVisible(zero.stage >= 2 || zero.overlap == core::Overlap::On);
    m_explanation->setText(zeroExplanation(plan.zero.stage, plan.layout.dp));
    showSizes(plan);
}

void ZeroSection::showSizes(const core::Plan& plan) {
    const core::ZeroSpec& zero = plan.zero;
    const bool engine = plan.framework == core::Framework::Engine;
    const QString own = tr("framework's own");
    const bool replicas = plan.layout.dp * plan.layout.cp > 1;
    const QString live = plan.schedule == core::ScheduleKind::LoopedBfs ? tr("one chunk") : tr("one layer");
    const struct {
        const Size& size;
        QString pointer, zeroWords, name;
        std::int64_t elements;
        bool acts;
    } sizes[] = {
        {m_bucket, key("/zero/reduce_bucket_size"), engine ? tr("one layer") : own, tr("bucket"), zero.reduceBucketSize,
         readsSizes(plan) && replicas},
        {m_prefetch, key("/zero/prefetch_bucket_size"), engine ? tr("none") : own, tr("prefetch"), zero.prefetchBucketSize,
         readsSizes(plan) && zero.stage == 3},
        {m_live, key("/zero/max_live_parameters"), engine ? live : own, tr("live"), zero.maxLiveParameters,
         readsSizes(plan) && zero.stage == 3},
    };
    QStringList set;
    bool any = false;
    for (const auto& [size, pointer, zeroWords, name, elements, acts] : sizes) {
        showNumber(*size.field, pointer, plan, zeroWords);
        size.row->setVisible(acts || elements > 0);
        any = any || acts || elements > 0;
        if (elements > 0) set << name + QLatin1Char(' ') + shortNumber(double(elements));
    }
    m_sizes->setVisible(any);
    m_sizes->title().setSummary(set.isEmpty() ? tr("default") : set.join(QStringLiteral(", ")), std::nullopt);
}

}  // namespace ui
