// SPDX-FileCopyrightText: 2026 The Shardscope authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/desk/values_table.h"

#include "ui/kit/format.h"
#include "ui/kit/kind_mark.h"
#include "ui/kit/label.h"
#include "ui/kit/pane_scroll.h"
#include "ui/kit/to_qt.h"
#include "ui/kit/view_header.h"
#include "ui/state/sentences.h"

#include <QGridLayout>

#include <algorithm>
#include <cstdlib>

namespace ui {

namespace {

constexpr std::size_t kMostPairs = 24;
constexpr int kHeadingGap = 10;  // design pixels above a heading

template <class Is>
bool hasError(const core::Problems& problems, Is is) {
    return std::ranges::any_of(problems, [&](const core::Problem& problem) {
        return problem.severity == core::Severity::Error && is(problem.code);
    });
}

}  // namespace

QString ValuesTable::shown(const std::optional<std::int64_t>& number) {
    return number ? wholeNumber(*number) : tr("not known");
}

ValuesTable::ValuesTable(QWidget* parent)
    : QWidget(parent) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(new ViewHeader(tr("Resolved values"), this));
    auto* scroll = new PaneScroll(this);
    auto* inside = new QWidget;
    (new QVBoxLayout(inside))->setContentsMargins(14, 10, 14, 12);
    scroll->hold(inside);
    m_content = inside;
    column->addWidget(scroll, 1);
}

void ValuesTable::add(const QString& label, const QString& value, bool wrong, const QString& tip) {
    const int row = m_grid->rowCount();
    auto* name = new Label(label, FontUse::Label, Role::Text2);
    auto* number = new Label(value, FontUse::Body, wrong ? Role::Danger : Role::Text);
    number->setWrapped();
    number->setTextInteractionFlags(Qt::TextSelectableByMouse);
    number->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    name->setToolTip(tip);
    number->setToolTip(tip);
    m_grid->addWidget(name, row, 0, Qt::AlignTop);
    m_grid->addWidget(number, row, 1);
    m_rows << std::pair{label, value};
}

void ValuesTable::setResolved(const core::CheckReport& report, const core::ConfigMemory& memory) {
    const core::ResolvedConfig& resolved = report.resolved;
    m_rows.clear();
    auto* table = new QWidget;
    m_grid = new QGridLayout(table);
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setHorizontalSpacing(12);
    m_grid->setVerticalSpacing(6);
    m_grid->setColumnStretch(1, 1);
    const bool batch = hasError(report.problems, [](const std::string& code) {
        return code == "ds.batch" || code == "ds.batch-any-world" || code == "ds.batch-below-one" ||
               code == "mega.batch";
    });
    add(QStringLiteral("train_batch_size"), shown(resolved.trainBatchSize), batch);
    add(QStringLiteral("train_micro_batch_size_per_gpu"), shown(resolved.microBatchSize), batch);
    add(QStringLiteral("gradient_accumulation_steps"), shown(resolved.accumulationSteps), batch);
    const bool split = hasError(report.problems, [](const std::string& code) {
        return code == "config.world-split" || code == "mega.world";
    });
    add(tr("cards"), shown(resolved.worldSize), split);
    if (resolved.worldSize) add(tr("cards come from"), qs(resolved.worldSizeSource));
    add(tr("data parallel"),
        resolved.dataParallelSize
            ? QStringLiteral("%1 / (%2 × %3%4) = %5")
                  .arg(shown(resolved.worldSize))
                  .arg(resolved.tp)
                  .arg(resolved.pp)
                  .arg(resolved.sequenceParallel > 1 ? QStringLiteral(" × %1").arg(resolved.sequenceParallel)
                                                     : QString(),
                       shown(resolved.dataParallelSize))
            : shown({}),
        split, tr("cards / (tensor × pipeline × sequence)"));
    const bool stage = hasError(report.problems, [](const std::string& code) {
        return code == "ds.pipeline-zero" || code == "ds.stage-range";
    });
    add(tr("ZeRO stage"), shown(resolved.zeroStage), stage);
    const bool both = hasError(report.problems, [](const std::string& code) {
        return code == "ds.fp16-and-bf16" || code == "mega.fp16-and-bf16";
    });
    add(tr("precision"), both || resolved.precision.empty() ? tr("undecided") : qs(resolved.precision), both);
    add(tr("engine"), resolved.engine ? qs(core::toText(*resolved.engine)) : tr("Megatron-LM, without DeepSpeed"),
        false, qs(resolved.engineSource));
    addBatches(resolved);
    addMemory(memory);
    auto* layout = static_cast<QVBoxLayout*>(m_content->layout());
    while (QLayoutItem* old = layout->takeAt(0)) {
        delete old->widget();
        delete old;
    }
    layout->addWidget(table);
    layout->addStretch(1);
}

void ValuesTable::addBatches(const core::ResolvedConfig& resolved) {
    QStringList pairs;
    for (std::size_t i = 0; i < std::min(kMostPairs, resolved.legalBatches.size()); ++i)
        pairs << QStringLiteral("%1 × %2").arg(resolved.legalBatches[i].first).arg(resolved.legalBatches[i].second);
    if (resolved.legalBatches.size() > kMostPairs) pairs << QStringLiteral("…");
    if (!pairs.isEmpty())
        add(tr("legal micro × accumulation"), pairs.join(QStringLiteral(", ")), false,
            tr("Every pair that makes train_batch_size with this many replicas."));
}

void ValuesTable::addMemory(const core::ConfigMemory& memory) {
    if (memory.peak.value() == 0) {
        if (!memory.problems.empty())
            add(tr("memory"), tr("not predicted: %1").arg(wholeSentence(memory.problems.front())));
        return;
    }
    const int row = m_grid->rowCount();
    auto* heading = new Label(tr("Memory of a card"), FontUse::LabelStrong, Role::Text);
    m_grid->addWidget(heading, row, 0);
    m_grid->addWidget(new KindMarks({{NumberKind::Predicted, nameOf(NumberKind::Predicted)}}), row, 1, Qt::AlignRight);
    m_grid->setRowMinimumHeight(row, heading->sizeHint().height() + kHeadingGap);
    const QString model = memory.model.name == "imported" ? tr("the model of the files") : qs(memory.model.name);
    const QString whose = tr("%1 on %2").arg(model, qs(memory.gpu));
    add(tr("fullest card"), tr("%1 of %2").arg(bytesText(memory.peak), bytesText(memory.capacity)),
        memory.capacity < memory.peak, whose);
    for (const core::KeyMemory& key : memory.keys) {
        const QString size = bytesText(core::Bytes(std::abs(key.card)));
        QString text =
            key.card == 0 ? tr("nothing") : (key.card < 0 ? QStringLiteral("−") : QStringLiteral("+")) + size;
        if (key.host.value() > 0) text += QLatin1Char('\n') + tr("%1 on the host").arg(bytesText(key.host));
        add(qs(key.key), text, false,
            whose + QLatin1Char('\n') +
                (key.given
                     ? tr("The peak with this key, less the peak without what it asks for.")
                     : tr("Not in the file: DeepSpeed's default acts. The peak with it, less the peak without.")));
    }
}

}  // namespace ui
